import { Injectable } from '@nestjs/common';
import type { ContactSnapshot } from '../../../events/contact.events.js';
import type { Tx } from '../../../platform/database/database.js';
import { type NewEvent, Outbox } from '../../../platform/outbox/outbox.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { ascending } from '../../../platform/values/collections.js';
import { contactSnapshots } from '../../contacts/contact/contact-locks.js';
import type { FunnelDefinition } from '../definition/funnel-definition.js';
import type { ActionName } from '../definition/action-catalog.js';
import type { Step } from '../definition/step.js';
import { Arrivals } from '../enrollments/arrivals.service.js';
import { contactsOf, moveEnrollments } from '../enrollments/enrollment-rows.js';
import { Enrollments, snapshotOf } from '../enrollments/enrollments.service.js';
import { Counters, type Turn } from '../enrollments/funnel-counters.js';
import { type RunningFunnel, RunningFunnels } from '../versions/running-funnels.service.js';
import type { EnrollmentAtStep, StepBatch, StepResult } from './actions/step-action.js';
import { RAN_BEFORE, StepResults } from './step-results.service.js';

export interface Advanced {
  readonly moved: number;
  readonly ran: ReadonlySet<ActionName>;
}

interface AdvanceOptions {
  /** Records the step as failed without running it. */
  readonly giveUp?: boolean;
  /** Written by the caller at the end of its transaction; otherwise written here. */
  readonly counters?: Counters;
}

/** Enrollments at the same step of the same version; a null step means the end. */
interface Group {
  readonly definition: FunnelDefinition;
  readonly step: Step | null;
  readonly entries: readonly EnrollmentAtStep[];
}

interface Move {
  readonly entry: EnrollmentAtStep;
  readonly definition: FunnelDefinition;
  readonly step: Step;
  readonly result: StepResult;
}

/** Actions with smaller batches lock shared rows; a transaction runs at most one of them. */
const LIGHT = 200;
const DELETED_RETRY_MS = 60_000;
const DETAIL_LENGTH = 190;

/** Runs one step per enrollment in the caller's transaction: effect, trace, position and events commit together, without a lease. */
@Injectable()
export class StepRunner {
  constructor(
    private readonly funnels: RunningFunnels,
    private readonly enrollments: Enrollments,
    private readonly arrivals: Arrivals,
    private readonly results: StepResults,
    private readonly outbox: Outbox,
  ) {}

  /** @param due enrollments of one funnel; the caller holds the locks of both. */
  async advance(
    tx: Tx,
    funnel: RunningFunnel,
    due: readonly EnrollmentAtStep[],
    now: Date,
    options: AdvanceOptions = {},
  ): Promise<Advanced> {
    const turn = { now, counters: options.counters ?? new Counters() };
    const contacts = await contactSnapshots(tx, contactsOf(due));
    const present = due.filter(({ contactId }) => contacts.has(contactId));
    const deleted = due.filter((entry) => !present.includes(entry));
    // Enrollments of deleted contacts are about to be deleted; until then, they must not block others.
    await moveEnrollments(tx, idsOf(deleted), { dueAt: new Date(now.getTime() + DELETED_RETRY_MS) });
    const stopped = await this.results.stoppedMatching(tx, funnel, present, now);
    await this.enrollments.leave(tx, funnel, stopped, { status: 'cancelled', reason: 'stopped_matching', ...turn });
    const staying = present.filter((entry) => !stopped.includes(entry));
    const moves: Move[] = [];
    let moved = due.length - staying.length;
    const ran = new Set<ActionName>();
    for (const { definition, step, entries } of this.inLockOrder(await this.groups(tx, staying))) {
      moved += entries.length;
      if (step === null) {
        await this.enrollments.leave(tx, funnel, entries, { status: 'completed', reason: null, ...turn });
        continue;
      }
      ran.add(step.action);
      const batch = { funnel, step, entries, contacts, ...turn } as StepBatch;
      const results = await this.results.of(tx, batch, options.giveUp === true);
      for (const entry of entries) {
        const result = results.get(entry.id);
        if (result) moves.push({ entry, definition, step, result });
      }
    }
    await this.record(tx, funnel, moves, contacts, turn);
    await this.moveToNext(tx, funnel, moves, turn);
    if (!options.counters) await turn.counters.write(tx);
    return { moved, ran };
  }

  private async groups(tx: Tx, entries: readonly EnrollmentAtStep[]): Promise<Group[]> {
    const groups = Map.groupBy(entries, ({ versionId, nextStepId }) => `${versionId}:${nextStepId ?? ''}`);
    return Promise.all(
      [...groups.values()].map(async (those) => {
        const [{ versionId, nextStepId } = { versionId: 0, nextStepId: null }] = those;
        const definition = await this.funnels.definition(versionId, tx);
        const step = definition.step(nextStepId);
        return { definition, step, entries: those.sort((a, b) => ascending(a.contactId, b.contactId)) };
      }),
    );
  }

  /** Runs actions that lock contacts and counters last, and at most one per transaction. */
  private inLockOrder(groups: readonly Group[]): Group[] {
    const most = ({ step }: Group): number =>
      step === null ? LIGHT : (this.results.actionOf(step)?.batchSize ?? LIGHT);
    const heavy = groups.filter((group) => most(group) < LIGHT);
    return [...groups.filter((group) => most(group) >= LIGHT), ...heavy.slice(0, 1)].map((group) => ({
      ...group,
      entries: group.entries.slice(0, most(group)),
    }));
  }

  private async record(
    tx: Tx,
    funnel: RunningFunnel,
    moves: readonly Move[],
    contacts: ReadonlyMap<number, ContactSnapshot>,
    { now, counters }: Turn,
  ): Promise<void> {
    const first = moves.filter(({ result }) => result.detail !== RAN_BEFORE);
    await tx.insertRows(
      'funnel_step_runs',
      ['entry_id', 'step_id', 'outcome', 'branch', 'detail', 'arrived_at', 'ran_at'],
      first.map(({ entry, step, result }) => [
        ...[entry.id, step.id, result.outcome, result.branch ?? null, result.detail?.slice(0, DETAIL_LENGTH) ?? null],
        ...[entry.arrivedAt, now],
      ]),
    );
    const events: NewEvent[] = [];
    for (const { entry, definition, step, result } of moves) {
      counters.ran(step.id, result.outcome);
      const contact = contacts.get(entry.contactId);
      if (result.outcome === 'done' && contact)
        events.push({
          type: 'funnel.sequence_completed',
          subjectId: funnel.id,
          data: {
            funnel: snapshotOf(funnel, definition),
            contact,
            funnel_subscriber: { id: entry.id, status: 'active', entered_at: entry.enteredAt.toISOString() },
            sequence: { id: step.id, title: step.title, action_name: step.action },
          },
        });
    }
    await this.outbox.appendAll(tx, events);
  }

  private async moveToNext(tx: Tx, funnel: RunningFunnel, moves: readonly Move[], turn: Turn): Promise<void> {
    const groups = Map.groupBy(moves, ({ step, definition, result }) =>
      JSON.stringify([definition.versionId, step.id, result.branch ?? null, result.ends ?? null]),
    );
    for (const those of groups.values()) {
      const entries = those.map(({ entry }) => entry);
      const [first] = those;
      if (!first) continue;
      const { step, definition, result } = first;
      const next = result.ends ? null : definition.after(step, result.branch ?? null);
      if (next === null) {
        await moveEnrollments(tx, idsOf(entries), { lastStepId: step.id });
        const ended = entries.map((entry) => ({ ...entry, nextStepId: null }));
        await this.enrollments.leave(tx, funnel, ended, { status: 'completed', reason: null, ...result.ends, ...turn });
        continue;
      }
      turn.counters.arrived(next.id, entries.length);
      const place = { lastStepId: step.id, nextStepId: next.id, arrivedAt: turn.now, tries: 0 };
      for (const { ids, ...arrival } of await this.arrivals.grouped(tx, funnel, next, entries, turn.now))
        await moveEnrollments(tx, ids, { ...place, ...arrival });
    }
  }
}
