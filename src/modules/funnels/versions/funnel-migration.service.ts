import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../../../platform/clock/database-clock.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import type { FunnelDefinition } from '../definition/funnel-definition.js';
import { type Step, awaitedBy } from '../definition/step.js';
import { type Arrival, Arrivals } from '../engine/arrivals.service.js';
import { FunnelTally } from '../engine/funnel-tally.js';
import { type RunningFunnel, RunningFunnels } from '../running-funnels.service.js';

/** How far a walk through the people in a funnel has come. */
export interface MigrationWalk {
  /** The id of the version that they are moved to. */
  readonly target: number;
  /** The last contact that was looked at. */
  readonly after: number;
  /** Whether somebody was passed over whom another process held; then there is one more walk. */
  readonly passedOver: boolean;
}

/** Somebody who is on the way through an older version. */
interface Traveller {
  readonly id: number;
  readonly contactId: number;
  readonly versionId: number;
  readonly nextStepId: number | null;
  readonly arrivedAt: Date;
  readonly enteredAt: Date;
  readonly met: number;
}

/** Where somebody is in the new version; what is absent stays as it was. */
interface Place extends Partial<Arrival> {
  readonly nextStepId?: number | null;
  readonly arrivedAt?: Date;
}

const CHUNK = 500;

/**
 * Moves those inside a funnel to the version that was saved for them.
 *
 * Failure policy: which version they go to stands with the funnel until everybody is there, and each chunk is a transaction
 * of its own. Whoever dies in between leaves the rest to the next walk, which begins anew and finds those who are there
 * already. Any number of workers may walk; those whom another holds are passed over, and looked for once more.
 */
@Injectable()
export class FunnelMigration {
  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseClock,
    private readonly funnels: RunningFunnels,
    private readonly arrivals: Arrivals,
  ) {}

  /** The funnels in which somebody is still to be moved. */
  async pending(): Promise<number[]> {
    const rows = await this.db.query<{ id: number }>(
      'SELECT id FROM funnels WHERE migrating > 0 AND deleted_at IS NULL ORDER BY id',
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Moves the next few.
   * @param walk as returned by the call before; null to begin.
   * @returns null when everybody is there.
   */
  async moveSome(funnelId: number, walk: MigrationWalk | null): Promise<MigrationWalk | null> {
    return this.db.transaction(async (tx) => {
      const funnel = await this.funnels.hold(tx, funnelId);
      const target = await this.targetOf(tx, funnelId);
      if (!funnel || target === 0) return null;
      const { after, passedOver } = walk?.target === target ? walk : { after: 0, passedOver: false };
      const page = await this.pageAfter(tx, funnelId, after);
      const behind = page.filter(({ versionId }) => versionId < target).map(({ contactId }) => contactId);
      const travellers = await this.locked(tx, funnelId, behind, target);
      await this.move(tx, funnel, travellers, await this.funnels.definition(target, tx));
      const missed = passedOver || travellers.length < behind.length;
      const last = page.at(-1);
      if (last && page.length === CHUNK) return { target, after: last.contactId, passedOver: missed };
      if (missed) return { target, after: 0, passedOver: false };
      await tx.execute(
        // That it is over is no change of the funnel.
        'UPDATE funnels SET migrating = 0, updated_at = updated_at WHERE id = :funnelId AND migrating = :target',
        { funnelId, target },
      );
      return null;
    });
  }

  private async targetOf(tx: Tx, funnelId: number): Promise<number> {
    const [row] = await tx.query<{ migrating: number }>('SELECT migrating FROM funnels WHERE id = :funnelId', {
      funnelId,
    });
    return row?.migrating ?? 0;
  }

  private async pageAfter(
    tx: Tx,
    funnelId: number,
    after: number,
  ): Promise<{ readonly contactId: number; readonly versionId: number }[]> {
    return tx.query(
      `SELECT active_contact_id AS contactId, version_id AS versionId
         FROM funnel_entries FORCE INDEX (ux_funnel_entries_active)
        WHERE funnel_id = :funnelId AND active_contact_id > :after ORDER BY active_contact_id LIMIT ${CHUNK}`,
      { funnelId, after },
    );
  }

  private async locked(tx: Tx, funnelId: number, contactIds: readonly number[], target: number): Promise<Traveller[]> {
    if (contactIds.length === 0) return [];
    return tx.query<Traveller>(
      `SELECT id, contact_id AS contactId, version_id AS versionId, next_step_id AS nextStepId,
              arrived_at AS arrivedAt, entered_at AS enteredAt, met
         FROM funnel_entries FORCE INDEX (ux_funnel_entries_active)
        WHERE funnel_id = :funnelId AND active_contact_id IN (:contactIds) AND version_id < :target
        ORDER BY active_contact_id FOR UPDATE SKIP LOCKED`,
      { funnelId, contactIds, target },
    );
  }

  private async move(
    tx: Tx,
    funnel: RunningFunnel,
    travellers: readonly Traveller[],
    target: FunnelDefinition,
  ): Promise<void> {
    if (travellers.length === 0) return;
    const now = await this.clock.now(tx);
    const tally = new FunnelTally();
    for (const { versionId, nextStepId, those } of alike(travellers)) {
      const definition = await this.funnels.definition(versionId, tx);
      const before = definition.step(nextStepId);
      const step = target.counterpart(definition, before);
      if (step?.id === before?.id) {
        for (const [place, ids] of await this.placesAtSameStep(tx, funnel, before, step, those))
          await this.put(tx, ids, target, place);
        continue;
      }
      const arrivals = await this.arrivals.at(tx, funnel, step, those.map(asked), now);
      for (const [arrival, ids] of together(those, arrivals))
        await this.put(tx, ids, target, { ...arrival, nextStepId: step?.id ?? null, arrivedAt: now });
      if (before) tally.abandoned(before.id, those.length);
      if (step) tally.arrived(step.id, those.length);
    }
    await tally.write(tx);
  }

  /** Who stays before the same step waits as long as the new version says, from when the wait began. */
  private async placesAtSameStep(
    tx: Tx,
    funnel: RunningFunnel,
    before: Step | null,
    step: Step | null,
    those: readonly Traveller[],
  ): Promise<(readonly [Place, number[]])[]> {
    if (before === null || step === null || waitsAlike(before, step)) return [[{}, those.map(({ id }) => id)]];
    // What has happened has happened, also where the events that tell of it are not kept any more.
    const stay = those.filter(({ met }) => met === 1 && aboutTheSame(before, step));
    const places: (readonly [Place, number[]])[] = stay.length > 0 ? [[{}, stay.map(({ id }) => id)]] : [];
    for (const [arrivedAt, travellers] of byArrival(those.filter((one) => !stay.includes(one))))
      places.push(
        ...together(travellers, await this.arrivals.at(tx, funnel, step, travellers.map(asked), new Date(arrivedAt))),
      );
    return places;
  }

  private async put(tx: Tx, ids: readonly number[], { versionId }: FunnelDefinition, place: Place): Promise<void> {
    const { nextStepId, arrivedAt, dueAt, met } = place;
    await tx.execute(
      `UPDATE funnel_entries
          SET version_id = :versionId
              ${met === undefined ? '' : ', due_at = :dueAt, met = :met'}
              ${arrivedAt === undefined ? '' : ', next_step_id = :nextStepId, arrived_at = :arrivedAt, tries = 0'}
        WHERE id IN (:ids)`,
      {
        versionId,
        ids,
        ...(met === undefined ? {} : { dueAt: dueAt ?? null, met: met ? 1 : 0 }),
        ...(arrivedAt === undefined ? {} : { nextStepId: nextStepId ?? null, arrivedAt }),
      },
    );
  }
}

/** Whether it comes at the same time in both wordings; most steps wait for nothing but their delay. */
function waitsAlike(before: Step, after: Step): boolean {
  const waiting = (step: Step): boolean => step.action === 'wait_times' || awaitedBy(step) !== null;
  if (before.delay !== after.delay) return false;
  if (!waiting(before) && !waiting(after)) return true;
  return before.action === after.action && isDeepStrictEqual(before.settings, after.settings);
}

/** Whether both wait for the same event, however long. */
function aboutTheSame(before: Step, after: Step): boolean {
  const matchOf = (step: Step): unknown => {
    const { event, lists, tags, sequence_id, url, event_key, min_total } = awaitedBy(step) ?? {};
    return { event, lists, tags, sequence_id, url, event_key, min_total };
  };
  return isDeepStrictEqual(matchOf(before), matchOf(after));
}

const asked = ({ contactId, id, enteredAt }: Traveller) => ({ contactId, entryId: id, enteredAt });

/** Those who are before the same step of the same version. */
function alike(
  travellers: readonly Traveller[],
): { readonly versionId: number; readonly nextStepId: number | null; readonly those: Traveller[] }[] {
  const groups = new Map<string, { versionId: number; nextStepId: number | null; those: Traveller[] }>();
  for (const traveller of travellers) {
    const { versionId, nextStepId } = traveller;
    const key = `${versionId}:${nextStepId ?? ''}`;
    const group = groups.get(key) ?? { versionId, nextStepId, those: [] };
    group.those.push(traveller);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function byArrival(travellers: readonly Traveller[]): ReadonlyMap<number, Traveller[]> {
  const groups = new Map<number, Traveller[]>();
  for (const traveller of travellers) {
    const at = traveller.arrivedAt.getTime();
    groups.set(at, [...(groups.get(at) ?? []), traveller]);
  }
  return groups;
}

/** Those who are due at the same time share a statement. */
function together(
  travellers: readonly Traveller[],
  arrivals: ReadonlyMap<number, Arrival>,
): (readonly [Arrival, number[]])[] {
  const groups = new Map<string, readonly [Arrival, number[]]>();
  for (const { id, contactId } of travellers) {
    const arrival = arrivals.get(contactId);
    if (!arrival) throw new Error('everybody arrives somewhere');
    const key = JSON.stringify(arrival);
    const group = groups.get(key) ?? ([arrival, []] as const);
    group[1].push(id);
    groups.set(key, group);
  }
  return [...groups.values()];
}
