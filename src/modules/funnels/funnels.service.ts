import { Injectable } from '@nestjs/common';
import { assertMaySend } from '../../platform/access/assert-permission.js';
import type { Principal } from '../../platform/access/permissions.js';
import { DatabaseClock } from '../../platform/clock/clock.js';
import { Database, type Tx } from '../../platform/database/database.js';
import { type TitledFilter, titledPage } from '../../platform/http/titled-page.js';
import { ValidationErrors } from '../../platform/errors/app-error.js';
import type { Page, PageRequest, Sorting } from '../../platform/http/page.js';
import { statusFault } from '../../platform/http/unchangeable-status.js';
import { SendingRuns } from '../sending/ledger/sending-runs.service.js';
import { RulesReader } from './validation/rules-reader.service.js';
import { FunnelRows } from './versions/funnel-rows.js';
import type { FunnelStatus } from './definition/funnel-status.js';
import { Funnel, type FunnelSortField } from './definition/funnel.entity.js';
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
      await this.applyRules(tx, funnel, input, faults);
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
      await this.applyRules(tx, funnel, input, faults);
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
  private async applyRules(tx: Tx, funnel: Funnel, input: FunnelInput, faults: ValidationErrors): Promise<void> {
    const isNew = funnel.version === 0;
    const { triggerName, settings } = funnel;
    if (isNew || input.trigger_name !== undefined)
      funnel.triggerName = this.rules.triggerName(input.trigger_name, faults, input.allowsUnknownTrigger);
    if (isNew || input.conditions !== undefined)
      funnel.conditions = await this.rules.conditions(
        tx,
        input.conditions,
        faults,
        isNew ? undefined : funnel.conditions,
      );
    if (isNew || input.settings !== undefined || input.trigger_name !== undefined)
      funnel.settings = await this.rules.settings(
        tx,
        funnel.triggerName,
        input.settings,
        faults,
        isNew ? undefined : { triggerName, settings },
      );
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
