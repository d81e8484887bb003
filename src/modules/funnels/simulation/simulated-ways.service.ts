import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import type { FunnelDefinition } from '../definition/funnel-definition.js';
import { type Step, awaitedBy } from '../definition/step.js';
import { StepRunner } from '../engine/step-runner.service.js';
import { FunnelTally } from '../engine/funnel-tally.js';
import { FunnelEntries } from '../entries/funnel-entries.service.js';
import type { EntryStatus, StepOutcome } from '../funnel-status.js';
import { type RunningFunnel, RunningFunnels } from '../running-funnels.service.js';
import { OwnEvents } from './own-events.service.js';
import type { SimulatedStep, SimulatedWay } from './simulated-way.js';
import type { SimulationBudget } from './simulation-budget.js';

export interface SimulatedTime {
  readonly from: Date;
  readonly until: Date;
  readonly budget: SimulationBudget;
}

interface EntryRow {
  readonly id: number;
  readonly contactId: number;
  readonly versionId: number;
  readonly status: EntryStatus;
  readonly nextStepId: number | null;
  readonly dueAt: Date | null;
  readonly completedAt: Date | null;
  readonly exitReason: string | null;
}

interface RunRow {
  readonly entryId: number;
  readonly stepId: number;
  readonly outcome: StepOutcome;
  readonly branch: string | null;
  readonly detail: string | null;
  readonly ranAt: Date;
}

/**
 * Lets contacts into a funnel and runs its clock ahead, from one due time to the next, until nobody moves any more. The
 * caller takes the transaction back, so everything must be rows of it.
 */
@Injectable()
export class SimulatedWays {
  constructor(
    private readonly funnels: RunningFunnels,
    private readonly entries: FunnelEntries,
    private readonly runner: StepRunner,
    private readonly ownEvents: OwnEvents,
  ) {}

  /** @throws SimulationTooLong */
  async go(
    tx: Tx,
    funnel: RunningFunnel,
    contactIds: readonly number[],
    { from, until, budget }: SimulatedTime,
  ): Promise<SimulatedWay[]> {
    // Never written: what nobody sees must not lock the rows that everybody in this funnel moves.
    const tally = new FunnelTally();
    await endActive(tx, funnel.id, contactIds);
    const newcomers = contactIds.map((contactId) => ({ contactId }));
    const entered = await this.entries.enter(tx, funnel, newcomers, { now: from, tally, byHand: true });
    const [people, ids] = [new Set(entered.keys()), [...entered.values()]];
    let lastEventId = await this.ownEvents.lastId(tx);
    let now = from;
    while (ids.length > 0) {
      const next = await nextDue(tx, ids);
      if (next === null || next > until) break;
      if (next > now) now = next;
      const due = await this.runner.dueAmong(tx, ids, now);
      const { moved } = await this.runner.advance(tx, funnel, due, now, { tally });
      budget.spend(moved);
      lastEventId = await this.ownEvents.carry(tx, people, lastEventId, now, tally);
    }
    return this.waysOf(tx, ids);
  }

  private async waysOf(tx: Tx, ids: readonly number[]): Promise<SimulatedWay[]> {
    if (ids.length === 0) return [];
    const entries = await tx.query<EntryRow>(
      `SELECT id, contact_id AS contactId, version_id AS versionId, status, next_step_id AS nextStepId, due_at AS dueAt,
              completed_at AS completedAt, exit_reason AS exitReason
         FROM funnel_entries WHERE id IN (:ids) ORDER BY contact_id`,
      { ids },
    );
    const runs = await tx.query<RunRow>(
      `SELECT entry_id AS entryId, step_id AS stepId, outcome, branch, detail, ran_at AS ranAt
         FROM funnel_step_runs WHERE entry_id IN (:ids)`,
      { ids },
    );
    return Promise.all(
      entries.map(async (entry) => {
        const definition = await this.funnels.definition(entry.versionId, tx);
        return wayOf(
          entry,
          runs.filter(({ entryId }) => entryId === entry.id),
          definition,
        );
      }),
    );
  }
}

/** Who is inside already tries a fresh way; the one that is under way is not touched, since nothing of this stays. */
async function endActive(tx: Tx, funnelId: number, contactIds: readonly number[]): Promise<void> {
  if (contactIds.length === 0) return;
  await tx.execute(
    `UPDATE funnel_entries SET status = 'cancelled', active_contact_id = NULL, next_step_id = NULL, due_at = NULL
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

function wayOf(entry: EntryRow, runs: readonly RunRow[], definition: FunnelDefinition): SimulatedWay {
  const steps = runs
    .flatMap((run) => {
      const step = definition.step(run.stepId);
      return step ? [{ run, step }] : [];
    })
    // Steps without a wait between them are done at the same moment; the way leads through the tree in its order.
    .sort(
      (one, other) =>
        one.run.ranAt.getTime() - other.run.ranAt.getTime() ||
        inOrder(placesOf(one.step, definition), placesOf(other.step, definition)),
    )
    .map(({ run, step }): SimulatedStep => ({
      stepId: step.id,
      title: step.title,
      action: step.action,
      at: run.ranAt,
      outcome: run.outcome,
      branch: run.branch,
      detail: run.detail,
    }));
  const ahead = definition.step(entry.nextStepId);
  return {
    contactId: entry.contactId,
    ends: entry.status !== 'active' ? entry.status : entry.dueAt === null ? 'waiting' : 'horizon',
    exitReason: entry.exitReason,
    endedAt: entry.completedAt,
    steps,
    waitingFor: ahead === null ? null : { step: ahead, until: entry.dueAt, event: awaitedBy(ahead) },
  };
}

/** From the top of the tree down. */
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
