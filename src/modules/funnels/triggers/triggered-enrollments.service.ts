import { Injectable } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import type { Tx } from '../../../platform/database/database.js';
import { firedNamesOf, type TriggerEvent, type ContactFact, factOf } from '../definition/trigger-facts.js';
import { matchesTrigger } from '../definition/trigger-match.js';
import { candidatesFor } from '../definition/trigger-catalog.js';
import { inParts } from '../../../platform/values/collections.js';
import { holdAliases } from '../../contacts/aliases/contact-aliases.js';
import type { Turn } from '../enrollments/funnel-counters.js';
import { NO_ALIASES, type ReactOptions } from '../engine/awaited-events.service.js';
import { activeIn, Enrollments, type Candidate } from '../enrollments/enrollments.service.js';
import { type RunningFunnel, RunningFunnels } from '../versions/running-funnels.service.js';

interface NamedFact extends ContactFact {
  readonly eventId: number;
  readonly triggerNames: ReadonlySet<string>;
  readonly requestId: string | null;
}

type Request = StoredEvent<'funnel.add_requested' | 'funnel.removal_requested'>;

const ROWS_PER_STATEMENT = 500;

/** Enrolls contacts for the events of the relay. */
@Injectable()
export class TriggeredEnrollments {
  constructor(
    private readonly funnels: RunningFunnels,
    private readonly enrollments: Enrollments,
  ) {}

  /** Enrolls contacts in the funnels whose triggers match their facts: one batch per funnel. */
  async enter(
    tx: Tx,
    events: readonly StoredEvent<TriggerEvent>[],
    { aliases = NO_ALIASES, ...turn }: ReactOptions,
  ): Promise<number[]> {
    const facts = events.map((event): NamedFact => {
      const { contactId, ...rest } = factOf(event);
      const triggerNames = new Set(firedNamesOf(rest.fact).flatMap(candidatesFor));
      const requestId = event.requestId ?? null;
      return { ...rest, eventId: event.id, contactId: aliases.get(contactId) ?? contactId, triggerNames, requestId };
    });
    const names = new Set(facts.flatMap(({ triggerNames }) => [...triggerNames]));
    const published = await this.funnels.withTriggers(tx, [...names]);
    const held: RunningFunnel[] = [];
    // Holds all funnels first, in one order, and reads them again, because one may have been paused.
    for (const funnel of published.filter((funnel) => candidatesOf(funnel, facts).length > 0)) {
      const current = await this.funnels.hold(tx, funnel.id);
      if (current?.status === 'published') held.push(current);
    }
    const entered: number[] = [];
    for (const funnel of held) {
      const ids = await this.enrollments.enterIfValid(tx, funnel, candidatesOf(funnel, facts), turn);
      if (ids !== null && ids.size > 0) entered.push(funnel.id);
    }
    return entered;
  }

  /**
   * Enrolls or removes contacts for bulk actions. Like all that people add, the contacts enter whatever the entry rules are. The payload
   * names the action, so that undo finds its enrollments.
   */
  async enterRequested(tx: Tx, requests: readonly Request[], turn: Turn): Promise<number[]> {
    if (requests.length === 0) return [];
    const entered = new Set<number>();
    const ids = requests.flatMap(({ data }) => data.contact_ids);
    // These events name many contacts, so a merge does not wait for them; this lock makes it wait.
    await tx.query('SELECT id FROM contacts WHERE id IN (:ids) ORDER BY id LOCK IN SHARE MODE', { ids });
    // Contacts may have been merged since the request.
    const aliases = await holdAliases(tx, ids);
    for (const { type, data } of joined(requests)) {
      const isRemoval = type === 'funnel.removal_requested';
      const funnel = await this.funnels.hold(tx, data.funnel_id);
      if (funnel === null || (!isRemoval && funnel.status !== 'published')) continue;
      const contactIds = [...new Set(data.contact_ids.map((id) => aliases.get(id) ?? id))];
      for (const part of inParts(contactIds, ROWS_PER_STATEMENT)) {
        const candidates = part.map((contactId) => ({ contactId, bulkActionId: data.bulk_action_id }));
        if (isRemoval) await this.remove(tx, funnel, candidates, turn);
        else if ((await this.enrollments.enter(tx, funnel, candidates, { ...turn, isManual: true })).size > 0)
          entered.add(funnel.id);
      }
    }
    return [...entered];
  }

  /** Removes contacts that their bulk action enrolled. */
  private async remove(tx: Tx, funnel: RunningFunnel, candidates: readonly Candidate[], turn: Turn): Promise<void> {
    const rows = await activeIn(tx, funnel.id, candidates, 'FOR UPDATE');
    const leaving = rows.filter(({ payload }) => bulkActionOf(payload) === candidates[0]?.bulkActionId);
    const leave = { status: 'cancelled', reason: 'bulk_action_undone', ...turn } as const;
    await this.enrollments.leave(tx, funnel, leaving, leave);
  }
}

/** The first matching fact of each contact counts. */
function candidatesOf(funnel: RunningFunnel, facts: readonly NamedFact[]): Candidate[] {
  const { triggerName, settings, publishedAfter } = funnel;
  const candidates = new Map<number, Candidate>();
  for (const { eventId, contactId, fact, dataFor, triggerNames, requestId } of facts) {
    // The relay may deliver an event only after the funnel is published.
    if (eventId <= publishedAfter || candidates.has(contactId)) continue;
    if (triggerNames.has(triggerName) && matchesTrigger(settings, fact))
      candidates.set(contactId, { contactId, data: dataFor(settings), requestId });
  }
  return [...candidates.values()];
}

/** Joins consecutive requests that differ only in their contacts. */
function joined(requests: readonly Request[]): Pick<Request, 'type' | 'data'>[] {
  const joined: Pick<Request, 'type' | 'data'>[] = [];
  for (const { type, data } of requests) {
    const last = joined.at(-1);
    const { funnel_id, bulk_action_id, contact_ids } = last?.data ?? {};
    if (contact_ids && last?.type === type && funnel_id === data.funnel_id && bulk_action_id === data.bulk_action_id)
      joined[joined.length - 1] = { type, data: { ...data, contact_ids: [...contact_ids, ...data.contact_ids] } };
    else joined.push({ type, data });
  }
  return joined;
}

/** Returns the id of the bulk action that created an enrollment, or null. */
function bulkActionOf(payload: string | null): unknown {
  return payload === null ? null : ((JSON.parse(payload) as Record<string, unknown>)['bulk_action_id'] ?? null);
}
