import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import type { TriggerData } from '../../mail-content/trigger-data.js';
import type { FunnelDefinition } from '../definition/funnel-definition.js';
import type { SimulatedContactResponse } from '../dto/simulation.shapes.js';
import { ENROLLMENTS } from '../definition/funnel-status.js';
import { awaitedBy, type Step } from '../definition/step.js';
import { dueAmong } from '../engine/due-enrollments.js';
import { StepRunner } from '../engine/step-runner.service.js';
import type { FunnelEnrollment } from '../enrollments/funnel-enrollment.entity.js';
import type { FunnelStepRun } from '../enrollments/funnel-step-run.entity.js';
import { Counters } from '../enrollments/funnel-counters.js';
import { Enrollments } from '../enrollments/enrollments.service.js';
import { type RunningFunnel, RunningFunnels } from '../versions/running-funnels.service.js';
import { SimulatedEvents } from './simulated-events.service.js';
import type { SimulationBudget } from './simulation-budget.js';

interface SimulatedTime {
  /** Of the enrollments. */
  readonly data: TriggerData;
  readonly from: Date;
  readonly until: Date;
  readonly budget: SimulationBudget;
}

type EnrollmentRow = Pick<
  FunnelEnrollment,
  'id' | 'contactId' | 'versionId' | 'status' | 'nextStepId' | 'dueAt' | 'completedAt' | 'exitReason'
>;

type RunRow = Omit<FunnelStepRun, 'arrivedAt'>;

/** Enrolls contacts and advances a virtual clock from one due time to the next. The caller rolls the transaction back. */
@Injectable()
export class SimulationRunner {
  constructor(
    private readonly funnels: RunningFunnels,
    private readonly enrollments: Enrollments,
    private readonly runner: StepRunner,
    private readonly events: SimulatedEvents,
  ) {}

  async run(
    tx: Tx,
    funnel: RunningFunnel,
    contactIds: readonly number[],
    { from, until, budget, data }: SimulatedTime,
  ): Promise<SimulatedContactResponse[]> {
    // Never written, so that the simulation does not lock the counters of the funnel.
    const counters = new Counters();
    await endActive(tx, funnel.id, contactIds);
    const candidates = contactIds.map((contactId) => ({ contactId, data }));
    const entered = await this.enrollments.enter(tx, funnel, candidates, { now: from, counters, isManual: true });
    const [contacts, ids] = [new Set(entered.keys()), [...entered.values()]];
    let lastEventId = await this.events.lastId(tx);
    let now = from;
    while (ids.length > 0) {
      const next = await nextDue(tx, ids);
      if (next === null || next > until) break;
      if (next > now) now = next;
      const due = await dueAmong(tx, ids, now);
      const { moved } = await this.runner.advance(tx, funnel, due, now, { counters });
      budget.spend(moved);
      lastEventId = await this.events.relay(tx, contacts, lastEventId, now, counters);
    }
    return this.resultsOf(tx, ids);
  }

  private async resultsOf(tx: Tx, ids: readonly number[]): Promise<SimulatedContactResponse[]> {
    if (ids.length === 0) return [];
    const entries = await tx.query<EnrollmentRow>(
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
        return resultOf(
          entry,
          runs.filter(({ entryId }) => entryId === entry.id),
          definition,
        );
      }),
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
    { changes: 'funnel_entries' },
  );
}

async function nextDue(tx: Tx, ids: readonly number[]): Promise<Date | null> {
  const [row] = await tx.query<{ at: Date | null }>('SELECT MIN(due_at) AS at FROM funnel_entries WHERE id IN (:ids)', {
    ids,
  });
  return row?.at ?? null;
}

function resultOf(
  entry: EnrollmentRow,
  runs: readonly RunRow[],
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
    .map(({ run: { ranAt, outcome, branch, detail }, step: { id, title, action } }) => ({
      sequence_id: id,
      title,
      action_name: action,
      at: ranAt.toISOString(),
      status: outcome,
      branch,
      detail,
    }));
  const { contactId, status, dueAt, completedAt, exitReason } = entry;
  const ahead = definition.step(entry.nextStepId);
  return {
    subscriber_id: contactId,
    ends: status !== 'active' ? status : dueAt === null ? 'waiting' : 'horizon',
    exit_reason: exitReason,
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
