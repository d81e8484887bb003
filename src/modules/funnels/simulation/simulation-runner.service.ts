import { Injectable } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import type { Tx } from '../../../platform/database/database.js';
import type { TriggerData } from '../../mail-content/trigger-data.js';
import type { FunnelDefinition } from '../definition/funnel-definition.js';
import type { SimulatedContactResponse } from '../dto/simulation.shapes.js';
import { ENROLLMENTS } from '../definition/funnel-status.js';
import { awaitedBy, type Step } from '../definition/step.js';
import { AwaitedEvents } from '../engine/awaited-events.service.js';
import { AWAITED_FACTS, type AwaitedFact } from '../engine/occurrences.js';
import { dueAmong } from '../engine/due-enrollments.js';
import { StepRunner } from '../engine/step-runner.service.js';
import { columnsOf } from '../../../platform/database/entity-columns.js';
import { FunnelEnrollment } from '../enrollments/funnel-enrollment.entity.js';
import { FunnelStepRun } from '../enrollments/funnel-step-run.entity.js';
import { Counters, type Turn } from '../enrollments/funnel-counters.js';
import { Enrollments } from '../enrollments/enrollments.service.js';
import { type RunningFunnel, RunningFunnels } from '../versions/running-funnels.service.js';

/** Simulations lock contacts, so they must not take too long. */
export class SimulationTooLong extends Error {}

const MAX_STEPS = 5_000;
const MAX_MS = 20_000;

export class SimulationBudget {
  private readonly deadline = performance.now() + MAX_MS;
  private stepsLeft = MAX_STEPS;

  spend(steps: number): void {
    this.stepsLeft -= steps;
    if (this.stepsLeft < 0) throw new SimulationTooLong(`takes more than ${MAX_STEPS} steps`);
    if (performance.now() > this.deadline) throw new SimulationTooLong(`takes more than ${MAX_MS / 1_000} seconds`);
  }
}

interface SimulatedTime {
  /** Of the enrollments. */
  readonly data: TriggerData;
  readonly from: Date;
  readonly until: Date;
  readonly budget: SimulationBudget;
}

const ENTRY_COLUMNS = columnsOf(FunnelEnrollment, 'e');
const RUN_COLUMNS = columnsOf(FunnelStepRun, 'r');

/** Enrolls contacts and advances a virtual clock from one due time to the next. The caller rolls the transaction back. */
@Injectable()
export class SimulationRunner {
  constructor(
    private readonly funnels: RunningFunnels,
    private readonly enrollments: Enrollments,
    private readonly runner: StepRunner,
    private readonly awaited: AwaitedEvents,
  ) {}

  async run(
    tx: Tx,
    funnel: RunningFunnel,
    contactIds: readonly number[],
    { from, until, budget, data }: SimulatedTime,
  ): Promise<SimulatedContactResponse[]> {
    // Never written, so that the simulation does not lock the counters of the funnel.
    const counters = new Counters();
    const inTurn = (now: Date): Turn => ({ now, counters });
    await endActive(tx, funnel.id, contactIds);
    const candidates = contactIds.map((contactId) => ({ contactId, data }));
    const entered = await this.enrollments.enter(tx, funnel, candidates, { ...inTurn(from), isManual: true });
    const [contacts, ids] = [new Set(entered.keys()), [...entered.values()]];
    const [newest] = await tx.query<{ id: number | null }>('SELECT MAX(id) AS id FROM domain_events');
    let lastEventId = newest?.id ?? 0;
    let now = from;
    while (ids.length > 0) {
      const next = await nextDue(tx, ids);
      if (next === null || next > until) break;
      if (next > now) now = next;
      const due = await dueAmong(tx, ids, now);
      const { moved } = await this.runner.advance(tx, funnel, due, now, { counters });
      budget.spend(moved);
      lastEventId = await this.relay(tx, contacts, lastEventId, inTurn(now));
    }
    return this.resultsOf(tx, ids);
  }

  /**
   * Passes the events of steps to the waits, benchmarks and goals of the simulated contacts, as the relay does; ignores other contacts.
   * @returns the id of the last event that was read.
   */
  private async relay(tx: Tx, contactIds: ReadonlySet<number>, after: number, turn: Turn): Promise<number> {
    const rows = await tx.query<Omit<StoredEvent<AwaitedFact>, 'data' | 'position'> & { readonly data: string }>(
      `SELECT id, uid, type, data, occurred_at AS occurredAt FROM domain_events
        WHERE id > :after AND type IN (:types) ORDER BY id`,
      { after, types: AWAITED_FACTS },
    );
    const events = rows.map(
      ({ data, ...row }) => ({ ...row, position: 0, data: JSON.parse(data) as unknown }) as StoredEvent<AwaitedFact>,
    );
    const own = events.filter((event) => 'contact' in event.data && contactIds.has(event.data.contact.id));
    if (own.length > 0) await this.awaited.react(tx, own, turn);
    return rows.at(-1)?.id ?? after;
  }

  private async resultsOf(tx: Tx, ids: readonly number[]): Promise<SimulatedContactResponse[]> {
    if (ids.length === 0) return [];
    const entries = await tx.query<FunnelEnrollment>(
      `SELECT ${ENTRY_COLUMNS} FROM funnel_entries e WHERE e.id IN (:ids) ORDER BY e.contact_id`,
      { ids },
    );
    const rows = await tx.query<FunnelStepRun>(
      `SELECT ${RUN_COLUMNS} FROM funnel_step_runs r WHERE r.entry_id IN (:ids)`,
      { ids },
    );
    const runs = Map.groupBy(rows, ({ entryId }) => entryId);
    return Promise.all(
      entries.map(async (entry) =>
        resultOf(entry, runs.get(entry.id) ?? [], await this.funnels.definition(entry.versionId, tx)),
      ),
    );
  }
}

async function endActive(tx: Tx, funnelId: number, contactIds: readonly number[]): Promise<void> {
  if (contactIds.length === 0) return;
  await tx.execute(
    `UPDATE funnel_entries
        SET ${ENROLLMENTS.becomes('cancel')}, active_contact_id = NULL, next_step_id = NULL, due_at = NULL
      WHERE funnel_id = :funnelId AND active_contact_id IN (:contactIds)`,
    { funnelId, contactIds },
  );
}

async function nextDue(tx: Tx, ids: readonly number[]): Promise<Date | null> {
  const [row] = await tx.query<{ at: Date | null }>('SELECT MIN(due_at) AS at FROM funnel_entries WHERE id IN (:ids)', {
    ids,
  });
  return row?.at ?? null;
}

function resultOf(
  entry: FunnelEnrollment,
  runs: readonly FunnelStepRun[],
  definition: FunnelDefinition,
): SimulatedContactResponse {
  const steps = runs
    .flatMap((run) => {
      const step = definition.step(run.stepId);
      return step ? [{ run, step }] : [];
    })
    // Steps without a wait have the same timestamp; sort them by their position in the tree.
    .sort(
      (one, other) =>
        one.run.ranAt.getTime() - other.run.ranAt.getTime() ||
        inOrder(placesOf(one.step, definition), placesOf(other.step, definition)),
    )
    .map(({ run: { ranAt, outcome: status, branch, detail }, step: { id, title, action } }) => ({
      ...{ sequence_id: id, title, action_name: action },
      ...{ at: ranAt.toISOString(), status, branch, detail },
    }));
  const { contactId: subscriber_id, status, dueAt, completedAt, exitReason: exit_reason } = entry;
  const ahead = definition.step(entry.nextStepId);
  return {
    subscriber_id,
    ends: status !== 'active' ? status : dueAt === null ? 'waiting' : 'horizon',
    exit_reason,
    ended_at: completedAt?.toISOString() ?? null,
    steps,
    waiting_for: ahead && {
      ...{ sequence_id: ahead.id, title: ahead.title, action_name: ahead.action },
      until: dueAt?.toISOString() ?? null,
      event: awaitedBy(ahead),
    },
  };
}

function placesOf(step: Step, definition: FunnelDefinition): number[] {
  const parent = definition.step(step.parentId);
  return [...(parent === null ? [] : placesOf(parent, definition)), step.place];
}

function inOrder(one: readonly number[], other: readonly number[]): number {
  for (const [depth, place] of one.entries()) {
    const difference = place - (other[depth] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
