import { Injectable } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import type { Tx } from '../../../platform/database/database.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { isStrict } from '../../contacts/contact/contact-status.js';
import type { FunnelDefinition } from '../definition/funnel-definition.js';
import { exitsBy } from '../definition/funnel-rules.js';
import { type Step, awaitedBy } from '../definition/step.js';
import { stepTypeOf } from '../definition/action-catalog.js';
import type { Aliases } from '../../contacts/aliases/contact-aliases.js';
import type { TriggerData } from '../../mail-content/trigger-data.js';
import { addWaitedData } from '../enrollments/enrollment-rows.js';
import { Enrollments, LEAVING_COLUMNS, type LeavingEnrollment } from '../enrollments/enrollments.service.js';
import { type RunningFunnel, RunningFunnels } from '../versions/running-funnels.service.js';
import { happened } from '../enrollments/event-facts.queries.js';
import type { Turn } from '../enrollments/funnel-counters.js';
import {
  type AwaitedFact,
  type Occurrence,
  isEmailEvent,
  isReplyIn,
  matches,
  namesOf,
  occurrenceOf,
} from './occurrences.js';
import { ascending, gather } from '../../../platform/values/collections.js';

interface ActiveEnrollment extends LeavingEnrollment {
  readonly funnelId: number;
}

export interface ReactOptions extends Turn {
  /** Current ids of merged contacts, by the ids in the events. */
  readonly aliases?: Aliases;
}

export const NO_ALIASES: Aliases = new Map();
const NO_EVENTS: ContactEvents = { occurrences: [], lost: null };

interface ContactEvents {
  readonly occurrences: Occurrence[];
  /** The first strict status of the contact, and the number of occurrences before it. */
  lost: { readonly status: string; readonly after: number } | null;
}

const COLUMNS = `${LEAVING_COLUMNS}, funnel_id AS funnelId`;

/**
 * Applies events to active enrollments: ends waits, jumps to benchmarks, completes goals, and removes contacts that opted out.
 *
 * Locks every enrollment whose version uses the event before it evaluates it, even if the waiting step comes later. A contact
 * that arrives at a waiting step checks past events under the same lock, so neither side misses an event.
 */
@Injectable()
export class AwaitedEvents {
  constructor(
    private readonly funnels: RunningFunnels,
    private readonly enrollments: Enrollments,
  ) {}

  /** @returns the ids of funnels with new due work. */
  async react(
    tx: Tx,
    events: readonly StoredEvent<AwaitedFact>[],
    { aliases = NO_ALIASES, ...turn }: ReactOptions,
  ): Promise<number[]> {
    const byContact = await contactEventsOf(tx, events, aliases);
    if (byContact.size === 0) return [];
    const affected = await this.affected(tx, byContact);
    for (const [funnelId, ids] of [...affected].sort(([one], [other]) => ascending(one, other))) {
      const funnel = await this.funnels.hold(tx, funnelId);
      if (!funnel) continue;
      // Read again under the lock: a worker may have moved them.
      const entries = await tx.query<ActiveEnrollment>(
        `SELECT ${COLUMNS} FROM funnel_entries WHERE id IN (:ids) AND status = 'active' ORDER BY id FOR UPDATE`,
        { ids },
      );
      await this.applyEvents(tx, funnel, entries, byContact, turn);
    }
    return [...affected.keys()];
  }

  /** Checks new enrollments for events that happened before their insert was committed and visible to `react`. */
  async catchUp(tx: Tx, entryIds: readonly number[], turn: Turn): Promise<void> {
    const met = (await this.metAmong(tx, entryIds)).flatMap(([, entries]) => entries);
    const byFunnel = Map.groupBy(met, ({ funnelId }) => funnelId);
    for (const [funnelId, those] of [...byFunnel].sort(([one], [other]) => ascending(one, other))) {
      if (!(await this.funnels.hold(tx, funnelId))) continue;
      for (const [step, entries] of await this.metAmong(tx, idsOf(those), 'FOR UPDATE'))
        await makeDue(tx, step.id, entries, turn);
    }
  }

  /** Returns the enrollments at a step whose event has happened. */
  private async metAmong(
    tx: Tx,
    ids: readonly number[],
    lock: '' | 'FOR UPDATE' = '',
  ): Promise<(readonly [Step, readonly MetEnrollment[]])[]> {
    if (ids.length === 0) return [];
    const rows = await tx.query<ActiveEnrollment>(
      `SELECT ${COLUMNS} FROM funnel_entries WHERE id IN (:ids) AND status = 'active' AND met = 0 ORDER BY id ${lock}`,
      { ids },
    );
    const waiting = new Map<Step, ActiveEnrollment[]>();
    for (const entry of rows) {
      const step = (await this.funnels.definition(entry.versionId, tx)).step(entry.nextStepId);
      if (step !== null && awaitedBy(step) !== null) gather(waiting, step, entry);
    }
    const met: (readonly [Step, readonly MetEnrollment[]])[] = [];
    for (const [step, entries] of waiting) {
      const [awaited, [first]] = [awaitedBy(step), entries];
      if (awaited === null || !first) continue;
      const found = await happened(tx, first.funnelId, awaited, entries);
      const those = entries.flatMap((entry) => {
        const waited = found.get(entry.contactId);
        return waited ? [{ ...entry, waited }] : [];
      });
      if (those.length > 0) met.push([step, those]);
    }
    return met;
  }

  /** Finds enrollments that use the events, by funnel; without locks, because most use none. */
  private async affected(tx: Tx, byContact: ReadonlyMap<number, ContactEvents>): Promise<Map<number, number[]>> {
    const rows = await tx.query<ActiveEnrollment>(
      `SELECT ${COLUMNS} FROM funnel_entries WHERE active_contact_id IN (:contactIds)`,
      { contactIds: [...byContact.keys()] },
    );
    const funnels = await this.funnels.many(tx, [...new Set(rows.map(({ funnelId }) => funnelId))]);
    const affected = new Map<number, number[]>();
    for (const { id, funnelId, contactId, versionId } of rows) {
      const funnel = funnels.get(funnelId);
      const what = byContact.get(contactId);
      if (!funnel || !what) continue;
      const versions = [await this.funnels.definition(versionId, tx)];
      // A migration to a newer version may be in progress.
      if (versionId < funnel.migrating) versions.push(await this.funnels.definition(funnel.migrating, tx));
      const { exit } = funnel.conditions;
      const isAwaited = (name: string): boolean =>
        versions.some(({ awaitedEvents }) => awaitedEvents.has(name)) ||
        (exitsBy(exit, 'goal') && exit.goal?.event === name) ||
        (exitsBy(exit, 'replied') && name === 'email_replied');
      const leaves = what.lost !== null && funnel.settings.exit_on_unsubscribe === 'yes';
      if (leaves || what.occurrences.some((one) => namesOf(one).some(isAwaited))) gather(affected, funnelId, id);
    }
    return affected;
  }

  private async applyEvents(
    tx: Tx,
    funnel: RunningFunnel,
    entries: readonly ActiveEnrollment[],
    byContact: ReadonlyMap<number, ContactEvents>,
    turn: Turn,
  ): Promise<void> {
    const leaving = {
      cancelled: new Map<string, ActiveEnrollment[]>(),
      completed: new Map<string, ActiveEnrollment[]>(),
    };
    const met = new Map<number, MetEnrollment[]>();
    for (const entry of entries) {
      const definition = await this.funnels.definition(entry.versionId, tx);
      const change = changeOf(funnel, entry, definition, byContact.get(entry.contactId) ?? NO_EVENTS);
      if (change && 'reason' in change) gather(leaving[change.status], change.reason, entry);
      else if (change) gather(met, change.step.id, { ...entry, waited: change.waited });
    }
    for (const status of ['cancelled', 'completed'] as const)
      for (const [reason, those] of leaving[status])
        await this.enrollments.leave(tx, funnel, those, { status, reason, ...turn });
    for (const [stepId, those] of met) await makeDue(tx, stepId, those, turn);
  }
}

interface MetStep {
  readonly step: Step;
  readonly waited: TriggerData;
}

interface MetEnrollment extends ActiveEnrollment {
  /** The data of the event. */
  readonly waited: TriggerData;
}

/** Returns what events do to an enrollment: of two that end it, the first counts. Null: nothing. */
function changeOf(
  { id: funnelId, conditions: { exit }, settings }: RunningFunnel,
  { id: entryId, nextStepId }: ActiveEnrollment,
  definition: FunnelDefinition,
  { occurrences, lost }: ContactEvents,
): MetStep | { readonly status: 'completed' | 'cancelled'; readonly reason: string } | null {
  const about = { funnelId, entryId };
  const leaves = settings.exit_on_unsubscribe === 'yes' ? lost : null;
  const goal = exitsBy(exit, 'goal') ? exit.goal : null;
  const before = occurrences.slice(0, leaves?.after);
  if (goal && before.some((one) => matches(goal, one, about))) return { status: 'completed', reason: 'goal_reached' };
  if (exitsBy(exit, 'replied') && before.some((one) => isReplyIn(about, one)))
    return { status: 'completed', reason: 'replied' };
  if (leaves !== null) return { status: 'cancelled', reason: leaves.status };
  // In order: the first may lead to the step that the second completes.
  return occurrences.reduce<MetStep | null>((reached, one) => {
    const step = awaitedStep(definition, reached?.step.id ?? nextStepId, (awaited) => matches(awaited, one, about));
    return step ? { step, waited: one.dataFor?.(awaitedBy(step) ?? {}) ?? {} } : reached;
  }, null);
}

/** Returns the step that the event completes: the next step, or the first benchmark ahead. */
function awaitedStep(
  definition: FunnelDefinition,
  nextStepId: number | null,
  isMet: (awaited: NonNullable<ReturnType<typeof awaitedBy>>) => boolean,
): Step | null {
  const here = definition.step(nextStepId);
  if (here === null) return null;
  for (const step of definition.ahead(here)) {
    // A wait ends only for contacts at it; a benchmark can be reached from any earlier step.
    if (step !== here && stepTypeOf(step.action) !== 'benchmark') continue;
    const awaited = awaitedBy(step);
    if (awaited !== null && isMet(awaited)) return step;
  }
  return null;
}

/** Makes the step due for the enrollments, moves those before it, and stores the data of its event. */
async function makeDue(
  tx: Tx,
  stepId: number,
  entries: readonly MetEnrollment[],
  { now, counters }: Turn,
): Promise<void> {
  for (const { nextStepId } of entries.filter((entry) => entry.nextStepId !== stepId)) {
    if (nextStepId !== null) counters.abandoned(nextStepId);
    counters.arrived(stepId);
  }
  await tx.execute(
    `UPDATE funnel_entries
        SET arrived_at = IF(next_step_id = :stepId, arrived_at, :now), next_step_id = :stepId, due_at = :now, met = 1, tries = 0
      WHERE id IN (:ids)`,
    { stepId, now, ids: idsOf(entries) },
    { ids: [] },
  );
  await addWaitedData(tx, new Map(entries.map(({ id, waited }) => [id, waited])));
}

async function contactEventsOf(
  tx: Tx,
  events: readonly StoredEvent<AwaitedFact>[],
  aliases: Aliases,
): Promise<Map<number, ContactEvents>> {
  const keys = await recipientKeys(tx, events);
  const byContact = new Map<number, ContactEvents>();
  const of = (id: number): ContactEvents => {
    const contactId = aliases.get(id) ?? id;
    const known = byContact.get(contactId) ?? { occurrences: [], lost: null };
    byContact.set(contactId, known);
    return known;
  };
  for (const event of events) {
    if (event.type === 'contact.status_changed') {
      const { contact, new_status: status } = event.data;
      if (!isStrict(status)) continue;
      const known = of(contact.id);
      known.lost ??= { status, after: known.occurrences.length };
      continue;
    }
    const found = occurrenceOf(event, keys);
    if (found) of(found.contactId).occurrences.push(found.occurrence);
  }
  return byContact;
}

async function recipientKeys(
  tx: Tx,
  events: readonly StoredEvent<AwaitedFact>[],
): Promise<ReadonlyMap<number, string>> {
  const ids = events.flatMap((event) =>
    isEmailEvent(event) && event.data.email.funnel_id !== null ? [event.data.email.id] : [],
  );
  if (ids.length === 0) return new Map();
  const rows = await tx.query<{ id: number; key: string }>(
    'SELECT id, recipient_key AS `key` FROM email_messages WHERE id IN (:ids)',
    { ids },
  );
  return new Map(rows.map(({ id, key }) => [id, key]));
}
