import { Injectable } from '@nestjs/common';
import { assertMaySend } from '../../platform/access/assert-permission.js';
import type { Principal } from '../../platform/access/permissions.js';
import { DatabaseClock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/database/database.js';
import { type TitledFilter, titledPage } from '../../platform/http/titled-page.js';
import { ValidationErrors } from '../../platform/errors/app-error.js';
import type { Page, PageRequest, Sorting } from '../../platform/http/page.js';
import { statusFault } from '../../platform/http/unchangeable-status.js';
import { SendingRuns } from '../sending/ledger/sending-runs.service.js';
import type { Reading } from './validation/setting-checks.service.js';
import { RulesReader } from './validation/rules-reader.service.js';
import { FunnelRows } from './versions/funnel-rows.js';
import type { FunnelStatus } from './definition/funnel-status.js';
import type { Step } from './definition/step.js';
import { Funnel, type FunnelSortField, TITLE_LENGTH } from './definition/funnel.entity.js';
import { VersionWriter } from './versions/version-writer.js';

/** An unvalidated funnel; it is validated as a whole, so that one answer names all errors. */
export interface FunnelInput {
  readonly title?: unknown;
  /** Must equal the current status; `FunnelStates` changes it. */
  readonly status?: unknown;
  readonly trigger_name?: unknown;
  /** Whether a name that no trigger has is stored; such a funnel cannot be published. */
  readonly allowsUnknownTrigger?: boolean;
  readonly conditions?: unknown;
  readonly settings?: unknown;
  readonly sequences?: unknown;
}

const MARK = '[Copy] ';

@Injectable()
export class FunnelsService {
  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseClock,
    private readonly rows: FunnelRows,
    private readonly rules: RulesReader,
    private readonly versions: VersionWriter,
    private readonly sendings: SendingRuns,
  ) {}

  /** @param createdBy the manager; null for internal changes, such as sample data. */
  async create(input: FunnelInput, createdBy: number | null): Promise<Funnel> {
    return this.db.transaction(async (tx) => {
      const faults = new ValidationErrors();
      const funnel = this.rows.draft(tx, { createdBy });
      funnel.title = this.rules.title(input.title, faults);
      checkStatus(input.status, funnel, faults);
      await this.applyRules({ reader: tx, faults }, funnel, input);
      const draft = await this.versions.read(tx, funnel, input.sequences ?? [], faults);
      faults.throwIfAny();
      // Steps need the id of the funnel. Errors found from here on roll it back.
      const created = await this.rows.save(tx, funnel);
      const steps = await this.versions.numbered(tx, created, draft);
      await this.versions.assertNoLoops(tx, created, steps);
      await this.versions.write(tx, created, steps, { createdBy, restoredFrom: null, migrate: false });
      return this.rows.save(tx, created);
    });
  }

  /**
   * Omitted members are unchanged.
   * @param migrate whether active enrollments move to the new version, if `sequences` is given.
   * @throws AppError rest_forbidden without `send_campaigns` for anything but the title of a published funnel.
   */
  async update(id: number, input: FunnelInput, migrate: boolean, principal: Principal): Promise<Funnel> {
    return this.db.transaction(async (tx) => {
      const funnel = await this.rows.lock(tx, id);
      const before = rulesOf(funnel);
      const faults = new ValidationErrors();
      if (input.title !== undefined) funnel.title = this.rules.title(input.title, faults);
      checkStatus(input.status, funnel, faults);
      await this.applyRules({ reader: tx, faults }, funnel, input);
      if (funnel.status === 'published' && (input.sequences !== undefined || rulesOf(funnel) !== before))
        assertMaySend('a published funnel');
      const draft =
        input.sequences === undefined ? null : await this.versions.read(tx, funnel, input.sequences, faults);
      if (draft === null && input.settings !== undefined) await this.versions.checkCurrentSteps(tx, funnel, faults);
      faults.throwIfAny();
      const steps = draft === null ? null : await this.versions.numbered(tx, funnel, draft);
      if (changesFlow(input))
        await this.versions.assertNoLoops(tx, funnel, steps ?? (await this.versions.currentSteps(tx, funnel)));
      if (steps !== null)
        await this.versions.write(tx, funnel, steps, { createdBy: principal.managerId, restoredFrom: null, migrate });
      return this.rows.save(tx, funnel);
    });
  }

  /**
   * Creates a draft with the same rules and steps. The steps get new ids, so that their figures stay apart; references to
   * steps and to the funnel itself point to the copy.
   */
  async duplicate(id: number, createdBy: number): Promise<Funnel> {
    return this.db.transaction(async (tx) => {
      const original = await this.rows.lock(tx, id);
      const originalSteps = await this.versions.currentSteps(tx, original);
      const { triggerName, conditions, settings } = original;
      const title = Array.from(MARK + original.title)
        .slice(0, TITLE_LENGTH)
        .join('');
      const draft = this.rows.draft(tx, { title, triggerName, conditions, settings, createdBy });
      const copy = await this.rows.save(tx, draft);
      const ids = await this.versions.newIds(tx, copy, originalSteps.length);
      const idOf = new Map(originalSteps.map((step, index) => [step.id, ids[index] ?? 0]));
      const now = (await this.clock.now(tx)).toISOString();
      const steps = originalSteps.map((step) => copyOf(step, idOf, { from: id, to: copy.id }, now));
      await this.versions.write(tx, copy, steps, { createdBy, restoredFrom: null, migrate: false });
      return this.rows.save(tx, copy);
    });
  }

  /**
   * Soft delete: links in sent emails and report totals still work. Enrollments stop immediately and are deleted in the background.
   */
  async delete(id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const funnel = await this.rows.lock(tx, id);
      funnel.deletedAt = await this.clock.now(tx);
      funnel.migrating = 0;
      await this.rows.save(tx, funnel);
      await this.sendings.cancel(tx, { type: 'funnel', id });
    });
  }

  async find(id: number): Promise<Funnel> {
    return this.rows.find(id);
  }

  async list(
    filter: TitledFilter<FunnelStatus>,
    sorting: Sorting<FunnelSortField>,
    request: PageRequest,
  ): Promise<Page<Funnel>> {
    return titledPage(this.db, Funnel, filter, sorting, request);
  }

  /** Omitted members are unchanged, except parameters of a trigger that the funnel no longer has. */
  private async applyRules(reading: Reading, funnel: Funnel, input: FunnelInput): Promise<void> {
    const { triggerName, settings } = funnel;
    const hasTrigger = funnel.version === 0 || input.trigger_name !== undefined;
    if (hasTrigger)
      funnel.triggerName = this.rules.triggerName(input.trigger_name, reading.faults, input.allowsUnknownTrigger);
    funnel.conditions = await this.rules.conditions(reading, input.conditions, funnel.conditions);
    if (hasTrigger || input.settings !== undefined) {
      const before = { triggerName, settings };
      funnel.settings = await this.rules.settings(reading, funnel.triggerName, input.settings, before);
    }
  }
}

const rulesOf = ({ triggerName, conditions, settings }: Funnel): string =>
  JSON.stringify([triggerName, conditions, settings]);

function checkStatus(status: unknown, funnel: Funnel, faults: ValidationErrors): void {
  const fault = statusFault(status, funnel.status, 'PUT /funnels/{id}/status changes it');
  if (fault !== null) faults.add('status', fault);
}

const changesFlow = ({ trigger_name, conditions, settings, sequences }: FunnelInput): boolean =>
  [trigger_name, conditions, settings, sequences].some((value) => value !== undefined);

function copyOf(
  step: Step,
  idOf: ReadonlyMap<number, number>,
  funnel: { readonly from: number; readonly to: number },
  now: string,
): Step {
  const settings = repointed(step.settings, idOf);
  const isItself = 'funnel_id' in settings && settings.funnel_id === funnel.from;
  return {
    ...step,
    id: idOf.get(step.id) ?? 0,
    parentId: step.parentId === null ? null : (idOf.get(step.parentId) ?? null),
    settings: isItself ? { ...settings, funnel_id: funnel.to } : settings,
    // The copy is a draft.
    snippets: null,
    ...{ since: 1, createdAt: now, updatedAt: now },
  } as Step;
}

/** Points `sequence_id` to the copied step; references to deleted steps stay as they are. */
function repointed<Named extends object>(named: Named, idOf: ReadonlyMap<number, number>): Named {
  if (!('sequence_id' in named) || typeof named.sequence_id !== 'number') return named;
  return { ...named, sequence_id: idOf.get(named.sequence_id) ?? named.sequence_id };
}
