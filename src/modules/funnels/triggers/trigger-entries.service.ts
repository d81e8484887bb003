import { Injectable, Logger } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import type { Tx } from '../../../platform/database/database.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { firedNamesOf } from '../definition/trigger-facts.js';
import type { Aliases } from '../../contacts/aliases/contact-aliases.service.js';
import { matchesTrigger } from '../definition/trigger-match.js';
import { candidatesFor } from '../definition/trigger-names.js';
import type { FunnelTally } from '../engine/funnel-tally.js';
import { FunnelEntries, type Newcomer } from '../entries/funnel-entries.service.js';
import { type RunningFunnel, RunningFunnels } from '../running-funnels.service.js';
import { type TellingEvent, type ToldFact, toldBy } from './told-facts.js';

/** A fact with every name under which a funnel may wait for it. */
interface NamedFact extends ToldFact {
  readonly triggerNames: ReadonlySet<string>;
  readonly requestId: string | null;
}

export interface EnterByFacts {
  readonly tally: FunnelTally;
  readonly now: Date;
  /** Who those that the events name are now, as far as they were merged. */
  readonly aliases?: Aliases;
}

const NOBODY: Aliases = new Map();

/** Lets into funnels whom their triggers speak of: one batch per funnel, and each contact once in it. */
@Injectable()
export class TriggerEntries {
  private readonly logger = new Logger(TriggerEntries.name);

  constructor(
    private readonly funnels: RunningFunnels,
    private readonly entries: FunnelEntries,
  ) {}

  /** @returns the funnels that somebody has entered. */
  async enter(
    tx: Tx,
    events: readonly StoredEvent<TellingEvent>[],
    { tally, now, aliases = NOBODY }: EnterByFacts,
  ): Promise<number[]> {
    const facts = events.map((event) => ({
      ...withNames(underPresentId(toldBy(event), aliases)),
      requestId: event.requestId ?? null,
    }));
    const names = new Set(facts.flatMap(({ triggerNames }) => [...triggerNames]));
    const listening = await this.funnels.withTriggers(tx, [...names]);
    const held: RunningFunnel[] = [];
    // All of them before anybody enters, in one order; and read again, for one may have been paused just now.
    for (const funnel of listening.filter((funnel) => newcomersOf(funnel, facts).length > 0)) {
      const present = await this.funnels.hold(tx, funnel.id);
      if (present?.status === 'published') held.push(present);
    }
    const entered: number[] = [];
    for (const funnel of held)
      if (await this.enterOne(tx, funnel, newcomersOf(funnel, facts), tally, now)) entered.push(funnel.id);
    return entered;
  }

  /** A funnel whose rules nobody understands any more, a custom field deleted for example, must not stop the others. */
  private async enterOne(
    tx: Tx,
    funnel: RunningFunnel,
    newcomers: readonly Newcomer[],
    tally: FunnelTally,
    now: Date,
  ): Promise<boolean> {
    try {
      return (await tx.savepoint(() => this.entries.enter(tx, funnel, newcomers, { now, tally }))).size > 0;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.logger.warn(
        { funnel: funnel.id, reason: error.message },
        'A funnel whose rules make no sense any more lets nobody in',
      );
      return false;
    }
  }
}

function underPresentId(told: ToldFact, aliases: Aliases): ToldFact {
  return { ...told, contactId: aliases.get(told.contactId) ?? told.contactId };
}

function withNames(told: ToldFact): Omit<NamedFact, 'requestId'> {
  return { ...told, triggerNames: new Set(firedNamesOf(told.fact).flatMap(candidatesFor)) };
}

/** Of several things that one contact did, the first one counts. */
function newcomersOf({ triggerName, settings }: RunningFunnel, facts: readonly NamedFact[]): Newcomer[] {
  const newcomers = new Map<number, Newcomer>();
  for (const { contactId, fact, payload, triggerNames, requestId } of facts)
    if (!newcomers.has(contactId) && triggerNames.has(triggerName) && matchesTrigger(settings, fact))
      newcomers.set(contactId, { contactId, payload, requestId });
  return [...newcomers.values()];
}
