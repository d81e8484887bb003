import { Injectable } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import type { Tx } from '../../../platform/database/database.js';
import { firedNamesOf, type TriggerEvent, type ContactFact, factOf } from '../definition/trigger-facts.js';
import { matchesTrigger } from '../definition/trigger-match.js';
import { candidatesFor } from '../definition/trigger-catalog.js';
import { NO_ALIASES, type ReactOptions } from '../engine/awaited-events.service.js';
import { Enrollments, type Candidate } from '../enrollments/enrollments.service.js';
import { type RunningFunnel, RunningFunnels } from '../versions/running-funnels.service.js';

interface NamedFact extends ContactFact {
  readonly eventId: number;
  readonly triggerNames: ReadonlySet<string>;
  readonly requestId: string | null;
}

/** Enrolls contacts in the funnels whose triggers match their facts: one batch per funnel. */
@Injectable()
export class TriggeredEnrollments {
  constructor(
    private readonly funnels: RunningFunnels,
    private readonly enrollments: Enrollments,
  ) {}

  async enter(
    tx: Tx,
    events: readonly StoredEvent<TriggerEvent>[],
    { counters, now, aliases = NO_ALIASES }: ReactOptions,
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
      const ids = await this.enrollments.enterIfValid(tx, funnel, candidatesOf(funnel, facts), { now, counters });
      if (ids !== null && ids.size > 0) entered.push(funnel.id);
    }
    return entered;
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
