import { Injectable } from '@nestjs/common';
import type { ContactSnapshot } from '../../../events/contact.events.js';
import type { Tx } from '../../../platform/database/database.js';
import { violatedUniqueIndex } from '../../../platform/errors/database-errors.js';
import { type NewEvent, Outbox } from '../../../platform/outbox/outbox.js';
import { currentRequestId } from '../../../platform/tracing/request-trace.js';
import { ContactSnapshots } from '../../contacts/contact-snapshots.service.js';
import type { FunnelDefinition } from '../definition/funnel-definition.js';
import { Arrivals } from '../engine/arrivals.service.js';
import type { FunnelTally } from '../engine/funnel-tally.js';
import { MatchingContacts } from '../engine/matching-contacts.service.js';
import type { EntryStatus } from '../funnel-status.js';
import { type RunningFunnel, RunningFunnels } from '../running-funnels.service.js';
import { type EarlierEntries, NEVER_ENTERED, mayEnter } from './entry-rules.js';

/** Somebody who is to come into a funnel, with what came with the trigger. */
export interface Newcomer {
  readonly contactId: number;
  readonly payload?: Readonly<Record<string, unknown>>;
  /** The request that it goes back to, where that is not the one that is being worked for. */
  readonly requestId?: string | null;
}

export interface EnterOptions {
  readonly now: Date;
  /** The caller writes it at the end of his transaction. */
  readonly tally: FunnelTally;
  /** A person who adds somebody by hand is asked for no reason: only who is inside already stays out. */
  readonly byHand?: boolean;
}

/** An active entry, as far as leaving needs it. */
export interface LeavingEntry {
  readonly id: number;
  readonly contactId: number;
  readonly versionId: number;
  readonly nextStepId: number | null;
  readonly enteredAt: Date;
}

export interface Leave {
  readonly status: Exclude<EntryStatus, 'active'>;
  readonly reason: string | null;
  readonly now: Date;
  readonly tally: FunnelTally;
}

const ACTIVE_INDEX = 'ux_funnel_entries_active';
const MAX_RACES = 5;
/** What is longer is cut down to nothing: it is for filling in texts, not for keeping. */
const MOST_PAYLOAD = 8_000;

/** Who comes into a funnel and who leaves it. What happens in between is the engine's. */
@Injectable()
export class FunnelEntries {
  constructor(
    private readonly funnels: RunningFunnels,
    private readonly contacts: ContactSnapshots,
    private readonly rules: MatchingContacts,
    private readonly arrivals: Arrivals,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Lets in those whom the funnel's rules let in. The caller holds the funnel (`RunningFunnels.hold`) and has seen that it
   * is published.
   * @returns the entries that are new, by contact.
   */
  async enter(
    tx: Tx,
    funnel: RunningFunnel,
    newcomers: readonly Newcomer[],
    { now, tally, byHand = false }: EnterOptions,
  ): Promise<ReadonlyMap<number, number>> {
    const wanted = new Map(newcomers.map((newcomer) => [newcomer.contactId, newcomer]));
    for (let race = 0; wanted.size > 0; race += 1) {
      await this.sortOut(tx, funnel, wanted, now, byHand);
      const contacts = await this.contacts.of([...wanted.keys()], tx);
      for (const contactId of wanted.keys()) if (!contacts.has(contactId)) wanted.delete(contactId);
      if (wanted.size === 0) break;
      try {
        return await tx.savepoint(() => this.insert(tx, funnel, wanted, contacts, now, tally));
      } catch (error) {
        // Somebody else let one of them in at the same moment. A crowd takes several statements, and none of them stays.
        if (violatedUniqueIndex(error) !== ACTIVE_INDEX || race === MAX_RACES) throw error;
      }
    }
    return new Map();
  }

  /** Ends active entries of one funnel whose locks the caller holds. */
  async leave(
    tx: Tx,
    funnel: RunningFunnel,
    entries: readonly LeavingEntry[],
    { status, reason, now, tally }: Leave,
  ): Promise<void> {
    if (entries.length === 0) return;
    await tx.execute(
      `UPDATE funnel_entries
          SET status = :status, active_contact_id = NULL, next_step_id = NULL, due_at = NULL, completed_at = :now,
              exit_reason = :reason
        WHERE id IN (:ids)`,
      { status, now, reason, ids: entries.map(({ id }) => id) },
    );
    const contacts = await this.contacts.of(
      entries.map(({ contactId }) => contactId),
      tx,
    );
    const events: NewEvent[] = [];
    for (const entry of entries) {
      if (entry.nextStepId !== null) tally.abandoned(entry.nextStepId);
      tally.ended(funnel.id, status, reason);
      const contact = contacts.get(entry.contactId);
      const definition = await this.funnels.definition(entry.versionId, tx);
      if (contact) events.push(endEvent(funnel, definition, contact, entry, { status, reason, now }));
    }
    await this.outbox.appendAll(tx, events);
  }

  /** Takes away those whom the rules keep out. */
  private async sortOut(
    tx: Tx,
    { id, conditions }: RunningFunnel,
    wanted: Map<number, Newcomer>,
    now: Date,
    byHand: boolean,
  ): Promise<void> {
    const earlier = await this.earlierEntries(tx, id, [...wanted.keys()], now);
    for (const contactId of wanted.keys()) {
      const known = earlier.get(contactId) ?? NEVER_ENTERED;
      if (byHand ? known.isActive : !mayEnter(conditions.reentry, known, now)) wanted.delete(contactId);
    }
    if (byHand || conditions.filters === null || wanted.size === 0) return;
    const matching = await this.rules.among(tx, conditions.filters, [...wanted.keys()], now);
    for (const contactId of wanted.keys()) if (!matching.has(contactId)) wanted.delete(contactId);
  }

  private async earlierEntries(
    tx: Tx,
    funnelId: number,
    contactIds: readonly number[],
    now: Date,
  ): Promise<Map<number, EarlierEntries>> {
    const rows = await tx.query<{ contactId: number; isActive: number; lastEnteredAt: Date; recently: number }>(
      `SELECT contact_id AS contactId, MAX(active_contact_id IS NOT NULL) AS isActive, MAX(entered_at) AS lastEnteredAt,
              CAST(SUM(entered_at > :now - INTERVAL 1 DAY) AS UNSIGNED) AS recently
         FROM funnel_entries WHERE contact_id IN (:contactIds) AND funnel_id = :funnelId GROUP BY contact_id`,
      { funnelId, contactIds, now },
    );
    return new Map(rows.map(({ contactId, isActive, ...row }) => [contactId, { ...row, isActive: isActive === 1 }]));
  }

  private async insert(
    tx: Tx,
    funnel: RunningFunnel,
    wanted: ReadonlyMap<number, Newcomer>,
    contacts: ReadonlyMap<number, ContactSnapshot>,
    now: Date,
    tally: FunnelTally,
  ): Promise<ReadonlyMap<number, number>> {
    const definition = await this.funnels.definition(funnel.versionId, tx);
    const { first } = definition;
    const requestOf = (contactId: number): string | null => wanted.get(contactId)?.requestId ?? currentRequestId();
    // In the order of contacts, so that two who let in the same people wait for each other and do not deadlock.
    const contactIds = [...wanted.keys()].sort((a, b) => a - b);
    const arrivals = await this.arrivals.at(
      tx,
      funnel,
      first,
      contactIds.map((contactId) => ({ contactId, entryId: null, enteredAt: now })),
      now,
    );
    await tx.insertRows(
      'funnel_entries',
      // prettier-ignore
      ['funnel_id', 'contact_id', 'active_contact_id', 'version_id', 'next_step_id', 'arrived_at', 'due_at', 'met', 'payload',
        'entered_at', 'request_id'],
      contactIds.map((contactId) => {
        const { dueAt, met } = arrivals.get(contactId) ?? { dueAt: now, met: false };
        return [
          ...[funnel.id, contactId, contactId, funnel.versionId, first?.id ?? null, now, dueAt, met ? 1 : 0],
          payloadText(wanted.get(contactId)?.payload),
          now,
          requestOf(contactId),
        ];
      }),
    );
    const rows = await tx.query<{ id: number; contactId: number }>(
      `SELECT id, contact_id AS contactId FROM funnel_entries
        WHERE funnel_id = :funnelId AND active_contact_id IN (:contactIds)`,
      { funnelId: funnel.id, contactIds },
    );
    const ids = new Map(rows.map(({ id, contactId }) => [contactId, id]));
    tally.entered(funnel.id, ids.size);
    if (first) tally.arrived(first.id, ids.size);
    await this.outbox.appendAll(
      tx,
      contactIds.flatMap((contactId): NewEvent[] => {
        const [id, contact] = [ids.get(contactId), contacts.get(contactId)];
        if (id === undefined || contact === undefined) return [];
        return [
          {
            type: 'funnel.subscriber_added',
            subjectId: funnel.id,
            requestId: requestOf(contactId),
            data: {
              funnel: snapshotOf(funnel, definition),
              contact,
              funnel_subscriber: { id, status: 'active', entered_at: now.toISOString() },
            },
          },
        ];
      }),
    );
    return ids;
  }
}

/** A funnel as events show it. */
export function snapshotOf({ id, title, triggerName }: RunningFunnel, { version }: FunnelDefinition) {
  return { id, title, trigger_name: triggerName, version };
}

function endEvent(
  funnel: RunningFunnel,
  definition: FunnelDefinition,
  contact: ContactSnapshot,
  entry: LeavingEntry,
  { status, reason, now }: Omit<Leave, 'tally'>,
): NewEvent {
  const data = {
    funnel: snapshotOf(funnel, definition),
    contact,
    funnel_subscriber: { id: entry.id, status, entered_at: entry.enteredAt.toISOString() },
    reason,
  };
  return status === 'completed'
    ? {
        type: 'funnel.subscriber_completed',
        subjectId: funnel.id,
        data: { ...data, completed_at: now.toISOString() },
      }
    : { type: 'funnel.subscriber_exited', subjectId: funnel.id, data: { ...data, exited_at: now.toISOString() } };
}

function payloadText(payload: Readonly<Record<string, unknown>> | undefined): string | null {
  if (payload === undefined) return null;
  const text = JSON.stringify(payload);
  return text === '{}' || Buffer.byteLength(text) > MOST_PAYLOAD ? null : text;
}
