import { Injectable } from '@nestjs/common';
import type { Principal } from '../../platform/access/permissions.js';
import { DatabaseClock } from '../../platform/clock/database-clock.js';
import { Database, type Tx } from '../../platform/database/database.js';
import { Faults } from '../../platform/errors/faults.js';
import { statusFault } from '../../platform/http/unchangeable-status.js';
import { SendingRuns } from '../sending/sending-runs.service.js';
import { DEFAULT_CONDITIONS, DEFAULT_SETTINGS } from './definition/funnel-rules.js';
import { RulesReader } from './definition/rules-reader.service.js';
import { readTitle } from './funnel-title.js';
import { FunnelRows } from './funnel-rows.js';
import { Funnel } from './funnel.entity.js';
import { VersionWriter } from './versions/version-writer.js';

/** A funnel as somebody sent it. It is judged as a whole, so that all that is wrong is told in one answer. */
export interface FunnelInput {
  readonly title?: unknown;
  /** Refused unless it is the present one: `FunnelStates` changes it. */
  readonly status?: unknown;
  readonly trigger_name?: unknown;
  readonly conditions?: unknown;
  readonly settings?: unknown;
  /** Steps make a new version. */
  readonly sequences?: unknown;
}

/** Funnels as they are written. Their states are `FunnelStates`, their older versions `FunnelVersions`. */
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

  /**
   * @param createdBy the manager; null for one that nobody asked for, such as demo data.
   * @throws AppError rest_invalid_param naming everything that is wrong.
   */
  async create(input: FunnelInput, createdBy: number | null): Promise<Funnel> {
    return this.db.transaction(async (tx) => {
      const faults = new Faults();
      const funnel = tx.manager.create(Funnel, {
        status: 'draft',
        conditions: DEFAULT_CONDITIONS,
        settings: DEFAULT_SETTINGS,
        versionId: 0,
        version: 0,
        migrating: 0,
        revision: 0,
        createdBy,
        deletedAt: null,
      });
      funnel.title = readTitle(input.title, faults);
      refuseStatus(input.status, funnel, faults);
      await this.applyRules(tx, funnel, input, faults);
      const draft = await this.versions.read(tx, funnel, input.sequences ?? [], faults);
      faults.throwIfAny();
      // Steps belong to a funnel, so it is there before them; a fault that is found now takes it back.
      const created = await this.rows.save(tx, funnel);
      const steps = await this.versions.numbered(tx, created, draft);
      await this.versions.refuseLoops(tx, created, steps);
      await this.versions.write(tx, created, steps, { createdBy, restoredFrom: null, migrate: false });
      return this.rows.save(tx, created);
    });
  }

  /**
   * Changes what is given.
   * @param migrate whether those inside go on in the new version, where there are steps.
   * @throws AppError rest_post_invalid_id; rest_forbidden; rest_invalid_param naming everything that is wrong.
   */
  async update(id: number, input: FunnelInput, migrate: boolean, principal: Principal): Promise<Funnel> {
    return this.db.transaction(async (tx) => {
      const funnel = await this.rows.lock(tx, id);
      if (input.sequences !== undefined) this.versions.demandAccess(funnel, principal);
      const faults = new Faults();
      if (input.title !== undefined) funnel.title = readTitle(input.title, faults);
      refuseStatus(input.status, funnel, faults);
      await this.applyRules(tx, funnel, input, faults);
      const draft =
        input.sequences === undefined ? null : await this.versions.read(tx, funnel, input.sequences, faults);
      if (draft === null && input.settings !== undefined) await this.versions.judgePresent(tx, funnel, faults);
      faults.throwIfAny();
      const steps = draft === null ? null : await this.versions.numbered(tx, funnel, draft);
      if (!onlyTitle(input))
        await this.versions.refuseLoops(tx, funnel, steps ?? (await this.versions.present(tx, funnel)));
      if (steps !== null)
        await this.versions.write(tx, funnel, steps, { createdBy: principal.managerId, restoredFrom: null, migrate });
      return this.rows.save(tx, funnel);
    });
  }

  /**
   * Soft: links that are in people's mails go on working, and so do reports' totals. Nobody moves on once this has
   * committed; who was inside, and what was done for whom, is cleared away in the background.
   * @throws AppError rest_post_invalid_id
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

  /** What is not sent stays as it is, save parameters of a trigger that is no longer the funnel's. */
  private async applyRules(tx: Tx, funnel: Funnel, input: FunnelInput, faults: Faults): Promise<void> {
    const isNew = funnel.version === 0;
    const { triggerName, settings } = funnel;
    if (isNew || input.trigger_name !== undefined)
      funnel.triggerName = this.rules.triggerName(input.trigger_name, faults);
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

function refuseStatus(status: unknown, funnel: Funnel, faults: Faults): void {
  const fault = statusFault(status, funnel.status, 'PUT /funnels/{id}/status changes it');
  if (fault !== null) faults.add('status', fault);
}

/** A status that is not refused changes nothing. */
const onlyTitle = (input: FunnelInput): boolean =>
  Object.entries(input).every(([member, value]) => member === 'title' || member === 'status' || value === undefined);
