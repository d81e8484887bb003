import { Injectable } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import type { Tx } from '../../../platform/database/database.js';
import { isStrict } from '../../contacts/contact-status.js';
import type { AwaitedEvent } from '../definition/event-match.js';
import type { FunnelDefinition } from '../definition/funnel-definition.js';
import { exitsBy } from '../definition/funnel-rules.js';
import { type Step, awaitedBy, stepTypeOf } from '../definition/step.js';
import type { Aliases } from '../../contacts/aliases/contact-aliases.service.js';
import { FunnelEntries } from '../entries/funnel-entries.service.js';
import { type RunningFunnel, RunningFunnels } from '../running-funnels.service.js';
import { EventFacts } from './event-facts.queries.js';
import type { FunnelTally } from './funnel-tally.js';
import { type Occurrence, occurrenceOf, matches } from './occurrences.js';

export const AWAITED_FACTS = [
  'contact.list_added',
  'contact.tag_added',
  'contact.event_tracked',
  'contact.status_changed',
  'email.opened',
  'email.clicked',
  'commerce.order_created',
  'commerce.order_completed',
] as const;
export type AwaitedFact = (typeof AWAITED_FACTS)[number];

interface ActiveEntry {
  readonly id: number;
  readonly funnelId: number;
  readonly contactId: number;
  readonly versionId: number;
  readonly nextStepId: number | null;
  readonly enteredAt: Date;
}

export interface Reaction {
  readonly tally: FunnelTally;
  readonly now: Date;
  /** Who those that the events name are now, as far as they were merged. */
  readonly aliases?: Aliases;
}

const NOBODY: Aliases = new Map();

/** What has happened to one contact, as far as funnels may care. */
interface News {
  readonly occurrences: Occurrence[];
  /** The first strict status that the contact has come to, and how many of the occurrences were before it. */
  lost: { readonly status: string; readonly after: number } | null;
}

const COLUMNS = `id, funnel_id AS funnelId, contact_id AS contactId, version_id AS versionId, next_step_id AS nextStepId,
  entered_at AS enteredAt`;

/**
 * Tells those inside of funnels what they wait for: ends waits, jumps to benchmarks that are reached, reaches goals, and
 * takes out who no longer wants mails.
 *
 * Whoever comes to a step that waits looks, with his entry locked, for what has happened before; here the entry is locked
 * before it is judged, so either side sees what the other has done. That is why every entry whose version knows the event
 * is locked, also where the step that waits for it is still far away.
 */
@Injectable()
export class AwaitedEvents {
  constructor(
    private readonly funnels: RunningFunnels,
    private readonly entries: FunnelEntries,
    private readonly facts: EventFacts,
  ) {}

  /** @returns the funnels in which something has become due. */
  async react(
    tx: Tx,
    events: readonly StoredEvent<AwaitedFact>[],
    { tally, now, aliases = NOBODY }: Reaction,
  ): Promise<number[]> {
    const news = await newsOf(tx, events, aliases);
    if (news.size === 0) return [];
    const concerned = await this.concerned(tx, news);
    for (const [funnelId, ids] of [...concerned].sort(([one], [other]) => one - other)) {
      const funnel = await this.funnels.hold(tx, funnelId);
      if (!funnel) continue;
      // As they are now: the worker that had them locked may have moved them on.
      const entries = await tx.query<ActiveEntry>(
        `SELECT ${COLUMNS} FROM funnel_entries WHERE id IN (:ids) AND status = 'active' ORDER BY id FOR UPDATE`,
        { ids },
      );
      await this.tell(tx, funnel, entries, news, now, tally);
    }
    return [...concerned.keys()];
  }

  /**
   * Looks for those who have just come in whether the event that they wait for has happened meanwhile: until their entry was
   * committed nobody could tell them.
   */
  async lookAgain(tx: Tx, entryIds: readonly number[], tally: FunnelTally, now: Date): Promise<void> {
    if (entryIds.length === 0) return;
    const rows = await tx.query<ActiveEntry>(
      `SELECT ${COLUMNS} FROM funnel_entries WHERE id IN (:entryIds) AND status = 'active' AND met = 0 ORDER BY id`,
      { entryIds },
    );
    const met = new Map<number, ActiveEntry[]>();
    for (const [step, those] of await this.byAwaitedStep(tx, rows)) {
      const happened = await this.happened(tx, step, those);
      for (const entry of happened) met.set(entry.funnelId, [...(met.get(entry.funnelId) ?? []), entry]);
    }
    for (const [funnelId, those] of [...met].sort(([one], [other]) => one - other)) {
      if (!(await this.funnels.hold(tx, funnelId))) continue;
      const locked = await tx.query<ActiveEntry>(
        `SELECT ${COLUMNS} FROM funnel_entries
          WHERE id IN (:ids) AND status = 'active' AND met = 0 ORDER BY id FOR UPDATE`,
        { ids: those.map(({ id }) => id) },
      );
      for (const [step, waiting] of await this.byAwaitedStep(tx, locked)) {
        const happened = await this.happened(tx, step, waiting);
        if (happened.length > 0) await comeTo(tx, step.id, happened, now, tally);
      }
    }
  }

  private async byAwaitedStep(tx: Tx, entries: readonly ActiveEntry[]): Promise<ReadonlyMap<Step, ActiveEntry[]>> {
    const groups = new Map<Step, ActiveEntry[]>();
    for (const entry of entries) {
      const step = (await this.funnels.definition(entry.versionId, tx)).step(entry.nextStepId);
      if (step !== null && awaitedBy(step) !== null) groups.set(step, [...(groups.get(step) ?? []), entry]);
    }
    return groups;
  }

  private async happened(tx: Tx, step: Step, entries: readonly ActiveEntry[]): Promise<ActiveEntry[]> {
    const [awaited, [first]] = [awaitedBy(step), entries];
    if (awaited === null || !first) return [];
    const asked = entries.map(({ id, contactId, enteredAt }) => ({ entryId: id, contactId, enteredAt }));
    const contacts = await this.facts.happened(tx, first.funnelId, awaited, asked);
    return entries.filter(({ contactId }) => contacts.has(contactId));
  }

  /** Entries whose funnel has an ear for what happened, by funnel. A plain read, for most of them have none. */
  private async concerned(tx: Tx, news: ReadonlyMap<number, News>): Promise<Map<number, number[]>> {
    const rows = await tx.query<ActiveEntry>(
      `SELECT ${COLUMNS} FROM funnel_entries WHERE active_contact_id IN (:contactIds)`,
      { contactIds: [...news.keys()] },
    );
    const funnels = await this.funnels.many(tx, [...new Set(rows.map(({ funnelId }) => funnelId))]);
    const concerned = new Map<number, number[]>();
    for (const { id, funnelId, contactId, versionId } of rows) {
      const funnel = funnels.get(funnelId);
      const what = news.get(contactId);
      if (!funnel || !what) continue;
      const versions = [await this.funnels.definition(versionId, tx)];
      // He may be on his way there, and wait for it by the time that his entry is let go of.
      if (versionId < funnel.migrating) versions.push(await this.funnels.definition(funnel.migrating, tx));
      const { exit } = funnel.conditions;
      const hears = (event: AwaitedEvent): boolean =>
        versions.some(({ listensTo }) => listensTo.has(event)) || (exitsBy(exit, 'goal') && exit.goal?.event === event);
      const leaves = what.lost !== null && funnel.settings.exit_on_unsubscribe === 'yes';
      if (leaves || what.occurrences.some(({ event }) => hears(event)))
        concerned.set(funnelId, [...(concerned.get(funnelId) ?? []), id]);
    }
    return concerned;
  }

  private async tell(
    tx: Tx,
    funnel: RunningFunnel,
    entries: readonly ActiveEntry[],
    news: ReadonlyMap<number, News>,
    now: Date,
    tally: FunnelTally,
  ): Promise<void> {
    const leaving = new Map<string, ActiveEntry[]>();
    const reached: ActiveEntry[] = [];
    const met = new Map<number, ActiveEntry[]>();
    const { exit } = funnel.conditions;
    const goal = exitsBy(exit, 'goal') ? exit.goal : null;
    for (const entry of entries) {
      const { occurrences, lost } = news.get(entry.contactId) ?? { occurrences: [], lost: null };
      const about = { funnelId: funnel.id, entryId: entry.id };
      const leaves = funnel.settings.exit_on_unsubscribe === 'yes' ? lost : null;
      // Of what ends it, the first counts.
      const before = occurrences.slice(0, leaves?.after);
      if (goal && before.some((one) => matches(goal, one, about))) {
        reached.push(entry);
      } else if (leaves !== null) {
        leaving.set(leaves.status, [...(leaving.get(leaves.status) ?? []), entry]);
      } else {
        const definition = await this.funnels.definition(entry.versionId, tx);
        // One after the other: the first may bring about a step from which the second leads on.
        const step = occurrences.reduce<Step | null>(
          (reached, one) =>
            awaitedStep(definition, reached?.id ?? entry.nextStepId, (awaited) => matches(awaited, one, about)) ??
            reached,
          null,
        );
        if (step) met.set(step.id, [...(met.get(step.id) ?? []), entry]);
      }
    }
    for (const [reason, those] of leaving)
      await this.entries.leave(tx, funnel, those, { status: 'cancelled', reason, now, tally });
    await this.entries.leave(tx, funnel, reached, { status: 'completed', reason: 'goal_reached', now, tally });
    for (const [stepId, those] of met) await comeTo(tx, stepId, those, now, tally);
  }
}

/** The step that is brought about: the one that somebody is at, or the first benchmark on its way. */
function awaitedStep(
  definition: FunnelDefinition,
  nextStepId: number | null,
  isMet: (awaited: NonNullable<ReturnType<typeof awaitedBy>>) => boolean,
): Step | null {
  const here = definition.step(nextStepId);
  if (here === null) return null;
  for (const step of definition.ahead(here)) {
    // A wait is only for those who are at it; a benchmark may be reached from anywhere on the way to it.
    if (step !== here && stepTypeOf(step.action) !== 'benchmark') continue;
    const awaited = awaitedBy(step);
    if (awaited !== null && isMet(awaited)) return step;
  }
  return null;
}

/** What they waited for has happened, there or from afar. */
async function comeTo(
  tx: Tx,
  stepId: number,
  entries: readonly ActiveEntry[],
  now: Date,
  tally: FunnelTally,
): Promise<void> {
  for (const { nextStepId } of entries.filter((entry) => entry.nextStepId !== stepId)) {
    if (nextStepId !== null) tally.abandoned(nextStepId);
    tally.arrived(stepId);
  }
  await tx.execute(
    `UPDATE funnel_entries
        SET arrived_at = IF(next_step_id = :stepId, arrived_at, :now), next_step_id = :stepId, due_at = :now, met = 1, tries = 0
      WHERE id IN (:ids)`,
    { stepId, now, ids: entries.map(({ id }) => id) },
  );
}

async function newsOf(
  tx: Tx,
  events: readonly StoredEvent<AwaitedFact>[],
  aliases: Aliases,
): Promise<Map<number, News>> {
  const keys = await recipientKeys(tx, events);
  const news = new Map<number, News>();
  const of = (told: number): News => {
    const contactId = aliases.get(told) ?? told;
    const known = news.get(contactId) ?? { occurrences: [], lost: null };
    news.set(contactId, known);
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
    const told = occurrenceOf(event, keys);
    if (told) of(told.contactId).occurrences.push(told.occurrence);
  }
  return news;
}

/** Which entry and step the mails of the events were for: the events do not say the entry. */
async function recipientKeys(
  tx: Tx,
  events: readonly StoredEvent<AwaitedFact>[],
): Promise<ReadonlyMap<number, string>> {
  const ids = events.flatMap((event) =>
    (event.type === 'email.opened' || event.type === 'email.clicked') && event.data.email.funnel_id !== null
      ? [event.data.email.id]
      : [],
  );
  if (ids.length === 0) return new Map();
  const rows = await tx.query<{ id: number; key: string }>(
    'SELECT id, recipient_key AS `key` FROM email_messages WHERE id IN (:ids)',
    { ids },
  );
  return new Map(rows.map(({ id, key }) => [id, key]));
}
