import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../../../platform/clock/clock.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { idsOf } from '../../../platform/ids/ids.js';
import type { FunnelDefinition } from '../definition/funnel-definition.js';
import { type Step, awaitedBy } from '../definition/step.js';
import { type Arrival, Arrivals } from './arrivals.service.js';
import { contactsOf, moveEnrollments } from './enrollment-rows.js';
import { LEAVING_COLUMNS, type LeavingEnrollment } from './enrollments.service.js';
import { Counters, type Turn } from './funnel-counters.js';
import { type RunningFunnel, RunningFunnels } from '../versions/running-funnels.service.js';

export interface MigrationWalk {
  readonly target: number;
  readonly after: number;
  /** Whether rows were skipped because another process had locked them; the walk then runs once more. */
  readonly skippedLocked: boolean;
}

interface MigratingEnrollment extends LeavingEnrollment {
  readonly arrivedAt: Date;
  readonly met: number;
}

const CHUNK = 500;

/**
 * Migrates active enrollments to the version that `funnels.migrating` names. Each chunk is one transaction. After a crash, the
 * next walk starts over and finds migrated rows unchanged. Locked rows are skipped and retried, so any number of workers can run.
 */
@Injectable()
export class FunnelMigration {
  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseClock,
    private readonly funnels: RunningFunnels,
    private readonly arrivals: Arrivals,
  ) {}

  async pending(): Promise<number[]> {
    const rows = await this.db.query<{ id: number }>(
      'SELECT id FROM funnels WHERE migrating > 0 AND deleted_at IS NULL ORDER BY id',
    );
    return idsOf(rows);
  }

  /**
   * Migrates the next chunk.
   * @param walk the result of the previous call; null to start.
   * @returns null when all enrollments are migrated.
   */
  async migrateChunk(funnelId: number, walk: MigrationWalk | null): Promise<MigrationWalk | null> {
    return this.db.transaction(async (tx) => {
      const funnel = await this.funnels.hold(tx, funnelId);
      if (!funnel || funnel.migrating === 0) return null;
      const target = funnel.migrating;
      const { after, skippedLocked } = walk?.target === target ? walk : { after: 0, skippedLocked: false };
      const page = await tx.query<{ contactId: number; versionId: number }>(
        `SELECT active_contact_id AS contactId, version_id AS versionId
           FROM funnel_entries FORCE INDEX (ux_funnel_entries_active)
          WHERE funnel_id = :funnelId AND active_contact_id > :after ORDER BY active_contact_id LIMIT ${CHUNK}`,
        { funnelId, after },
      );
      const behind = contactsOf(page.filter(({ versionId }) => versionId < target));
      const enrollments = await this.locked(tx, funnelId, behind, target);
      await this.move(tx, funnel, enrollments, await this.funnels.definition(target, tx));
      const hasLocked = skippedLocked || enrollments.length < behind.length;
      const last = page.at(-1);
      if (last && page.length === CHUNK) return { target, after: last.contactId, skippedLocked: hasLocked };
      if (hasLocked) return { target, after: 0, skippedLocked: false };
      await tx.execute(
        // The end of a migration does not change the funnel.
        'UPDATE funnels SET migrating = 0, updated_at = updated_at WHERE id = :funnelId AND migrating = :target',
        { funnelId, target },
        { ids: [] },
      );
      return null;
    });
  }

  private async locked(
    tx: Tx,
    funnelId: number,
    contactIds: readonly number[],
    target: number,
  ): Promise<MigratingEnrollment[]> {
    if (contactIds.length === 0) return [];
    return tx.query<MigratingEnrollment>(
      `SELECT ${LEAVING_COLUMNS}, arrived_at AS arrivedAt, met
         FROM funnel_entries FORCE INDEX (ux_funnel_entries_active)
        WHERE funnel_id = :funnelId AND active_contact_id IN (:contactIds) AND version_id < :target
        ORDER BY active_contact_id FOR UPDATE SKIP LOCKED`,
      { funnelId, contactIds, target },
    );
  }

  private async move(
    tx: Tx,
    funnel: RunningFunnel,
    enrollments: readonly MigratingEnrollment[],
    target: FunnelDefinition,
  ): Promise<void> {
    if (enrollments.length === 0) return;
    const turn = { now: await this.clock.now(tx), counters: new Counters() };
    const groups = Map.groupBy(enrollments, ({ versionId, nextStepId }) => `${versionId}:${nextStepId ?? ''}`);
    for (const those of groups.values()) await this.moveGroup(tx, funnel, those, target, turn);
    await turn.counters.write(tx);
  }

  private async moveGroup(
    tx: Tx,
    funnel: RunningFunnel,
    those: readonly MigratingEnrollment[],
    target: FunnelDefinition,
    { now, counters }: Turn,
  ): Promise<void> {
    const [{ versionId, nextStepId } = { versionId: 0, nextStepId: null }] = those;
    const definition = await this.funnels.definition(versionId, tx);
    const before = definition.step(nextStepId);
    const step = target.counterpart(definition, before);
    const place = { versionId: target.versionId };
    if (step?.id === before?.id) {
      for (const { ids, ...arrival } of await this.arrivalsAtSameStep(tx, funnel, before, step, those))
        await moveEnrollments(tx, ids, { ...place, ...arrival });
      return;
    }
    const arrived = { ...place, nextStepId: step?.id ?? null, arrivedAt: now, tries: 0 };
    for (const { ids, ...arrival } of await this.arrivals.grouped(tx, funnel, step, those, now))
      await moveEnrollments(tx, ids, { ...arrived, ...arrival });
    if (before) counters.abandoned(before.id, those.length);
    if (step) counters.arrived(step.id, those.length);
  }

  /** Enrollments before the same step wait as long as the new version says, from the start of their wait. */
  private async arrivalsAtSameStep(
    tx: Tx,
    funnel: RunningFunnel,
    before: Step | null,
    step: Step | null,
    those: readonly MigratingEnrollment[],
  ): Promise<(Partial<Arrival> & { readonly ids: readonly number[] })[]> {
    if (before === null || step === null || hasSameWait(before, step)) return [{ ids: idsOf(those) }];
    // An event that has happened still counts, even if the event log no longer has it.
    const stay = those.filter(({ met }) => met === 1 && hasSameEvent(before, step));
    const others = Map.groupBy(
      those.filter((one) => !stay.includes(one)),
      ({ arrivedAt }) => arrivedAt.getTime(),
    );
    const groups = [];
    for (const [arrivedAt, enrollments] of others)
      groups.push(...(await this.arrivals.grouped(tx, funnel, step, enrollments, new Date(arrivedAt))));
    return [{ ids: idsOf(stay) }, ...groups];
  }
}

/** Whether the step becomes due at the same time in both versions. */
function hasSameWait(before: Step, after: Step): boolean {
  const waiting = (step: Step): boolean => step.action === 'wait_times' || awaitedBy(step) !== null;
  if (before.delay !== after.delay) return false;
  if (!waiting(before) && !waiting(after)) return true;
  return before.action === after.action && isDeepStrictEqual(before.settings, after.settings);
}

/** Whether both steps wait for the same event; time limits may differ. */
function hasSameEvent(before: Step, after: Step): boolean {
  const matchOf = (step: Step): unknown => {
    const { event, lists, tags, sequence_id, url, event_key, min_total } = awaitedBy(step) ?? {};
    return { event, lists, tags, sequence_id, url, event_key, min_total };
  };
  return isDeepStrictEqual(matchOf(before), matchOf(after));
}
