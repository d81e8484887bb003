import { Injectable, Logger } from '@nestjs/common';
import type { ContactSnapshot } from '../../../events/contact.events.js';
import type { Tx } from '../../../platform/database/database.js';
import { columnsAndRows } from '../../../platform/database/entity-columns.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { violatedUniqueIndex } from '../../../platform/errors/database-errors.js';
import { type NewEvent, Outbox } from '../../../platform/outbox/outbox.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { currentRequestId } from '../../../platform/tracing/request-trace.js';
import { contactSnapshots } from '../../contacts/contact/contact-locks.js';
import type { FunnelDefinition } from '../definition/funnel-definition.js';
import type { TriggerData } from '../../mail-content/trigger-data.js';
import { Arrivals } from './arrivals.service.js';
import { contactsOf, writeTriggerData } from './enrollment-rows.js';
import type { Turn } from './funnel-counters.js';
import { MatchingContacts } from './matching-contacts.service.js';
import { ENROLLMENTS, type EnrollmentStatus } from '../definition/funnel-status.js';
import { type RunningFunnel, RunningFunnels } from '../versions/running-funnels.service.js';
import type { FunnelEnrollment } from './funnel-enrollment.entity.js';
import { type EarlierEnrollments, NEVER_ENROLLED, mayEnter } from './reentry.js';

export interface Candidate {
  readonly contactId: number;
  readonly data?: TriggerData | undefined;
  readonly bulkActionId?: number | null;
  /** The id of the original request, if it is not the current one. */
  readonly requestId?: string | null;
}

interface EnterOptions extends Turn {
  /** For manual enrollment: skips filters and re-entry rules, except that active contacts stay out. */
  readonly isManual?: boolean;
}

export const LEAVING_COLUMNS = `id, contact_id AS contactId, version_id AS versionId, next_step_id AS nextStepId,
  entered_at AS enteredAt`;

export type LeavingEnrollment = Readonly<
  Pick<FunnelEnrollment, 'id' | 'contactId' | 'versionId' | 'nextStepId' | 'enteredAt'>
>;

interface Leave extends Turn {
  readonly status: Exclude<EnrollmentStatus, 'active'>;
  readonly reason: string | null;
}

export const RULES_INVALID = 'Funnel enrollment skipped: the entry rules of the funnel are invalid';
const ACTIVE_INDEX = 'ux_funnel_entries_active';
const MAX_RACES = 5;

@Injectable()
export class Enrollments {
  private readonly logger = new Logger(Enrollments.name);

  constructor(
    private readonly funnels: RunningFunnels,
    private readonly rules: MatchingContacts,
    private readonly arrivals: Arrivals,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Enrolls the contacts that the entry rules allow. The caller holds a published funnel (`RunningFunnels.hold`).
   * @returns the ids of new enrollments, by contact id.
   */
  async enter(
    tx: Tx,
    funnel: RunningFunnel,
    candidates: readonly Candidate[],
    options: EnterOptions,
  ): Promise<ReadonlyMap<number, number>> {
    const wanted = new Map(candidates.map((candidate) => [candidate.contactId, candidate]));
    for (let race = 0; wanted.size > 0; race += 1) {
      await this.applyEntryRules(tx, funnel, wanted, options);
      const contacts = await contactSnapshots(tx, [...wanted.keys()]);
      for (const contactId of wanted.keys()) if (!contacts.has(contactId)) wanted.delete(contactId);
      if (wanted.size === 0) break;
      try {
        return await tx.savepoint(() => this.insert(tx, funnel, wanted, contacts, options));
      } catch (error) {
        // A concurrent transaction enrolled one of them. The savepoint undoes all statements of the batch.
        if (violatedUniqueIndex(error) !== ACTIVE_INDEX || race === MAX_RACES) throw error;
      }
    }
    return new Map();
  }

  /** @returns null, without enrollments, if the rules are invalid, for example because a custom field was deleted. */
  async enterIfValid(...entry: Parameters<Enrollments['enter']>): Promise<ReadonlyMap<number, number> | null> {
    try {
      return await this.enter(...entry);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.logger.warn({ funnel: entry[1].id, reason: error.message }, RULES_INVALID);
      return null;
    }
  }

  /** Ends active enrollments of one funnel; the caller holds their locks. */
  async leave(tx: Tx, funnel: RunningFunnel, entries: readonly LeavingEnrollment[], leave: Leave): Promise<void> {
    if (entries.length === 0) return;
    const { status, reason, now, counters } = leave;
    await ENROLLMENTS.moveLocked(tx, status === 'completed' ? 'complete' : 'cancel', idsOf(entries), {
      set: 'active_contact_id = NULL, next_step_id = NULL, due_at = NULL, completed_at = :now, exit_reason = :reason',
      params: { now, reason },
    });
    const ended = { ids: idsOf(entries), now };
    await tx.execute('UPDATE funnel_entry_data SET ended_at = :now WHERE entry_id IN (:ids)', ended);
    const contacts = await contactSnapshots(tx, contactsOf(entries));
    const events: NewEvent[] = [];
    for (const entry of entries) {
      if (entry.nextStepId !== null) counters.abandoned(entry.nextStepId);
      counters.ended(funnel.id, status, reason);
      const contact = contacts.get(entry.contactId);
      const definition = await this.funnels.definition(entry.versionId, tx);
      if (contact) events.push(endEvent(snapshotOf(funnel, definition), contact, entry, leave));
    }
    await this.outbox.appendAll(tx, events);
  }

  private async applyEntryRules(
    tx: Tx,
    { id, conditions }: RunningFunnel,
    wanted: Map<number, Candidate>,
    { now, isManual = false }: EnterOptions,
  ): Promise<void> {
    const earlier = await this.earlierEnrollments(tx, id, [...wanted.keys()], now);
    for (const contactId of wanted.keys()) {
      const known = earlier.get(contactId) ?? NEVER_ENROLLED;
      if (isManual ? known.isActive : !mayEnter(conditions.reentry, known, now)) wanted.delete(contactId);
    }
    if (isManual || conditions.filters === null || wanted.size === 0) return;
    const candidates = [...wanted.keys()].map((contactId) => ({ contactId }));
    const matching = await this.rules.among(tx, conditions.filters, candidates, now);
    for (const contactId of wanted.keys()) if (!matching.has(contactId)) wanted.delete(contactId);
  }

  private async earlierEnrollments(
    tx: Tx,
    funnelId: number,
    contactIds: readonly number[],
    now: Date,
  ): Promise<Map<number, EarlierEnrollments>> {
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
    wanted: ReadonlyMap<number, Candidate>,
    contacts: ReadonlyMap<number, ContactSnapshot>,
    { now, counters }: Turn,
  ): Promise<ReadonlyMap<number, number>> {
    const definition = await this.funnels.definition(funnel.versionId, tx);
    const { first } = definition;
    const requestOf = (contactId: number): string | null => wanted.get(contactId)?.requestId ?? currentRequestId();
    // Sorted by contact, so that concurrent transactions for the same contacts do not deadlock.
    const contactIds = [...wanted.keys()].sort((a, b) => a - b);
    const arriving = contactIds.map((contactId) => ({
      ...{ id: null, contactId, enteredAt: now },
      data: wanted.get(contactId)?.data,
    }));
    const arrivals = await this.arrivals.at(tx, funnel, first, arriving, now);
    const place = { versionId: funnel.versionId, nextStepId: first?.id ?? null, arrivedAt: now, enteredAt: now };
    const records = contactIds.map((contactId) => {
      const { dueAt, met } = arrivals.get(contactId) ?? { dueAt: now, met: false };
      const { bulkActionId = null } = wanted.get(contactId) ?? {};
      const payload = bulkActionId === null ? null : JSON.stringify({ bulk_action_id: bulkActionId });
      const entry = { funnelId: funnel.id, contactId, activeContactId: contactId, ...place };
      return { ...entry, dueAt, met, payload, requestId: requestOf(contactId) };
    });
    await tx.insertRows('funnel_entries', ...columnsAndRows(records));
    const rows = await tx.query<{ id: number; contactId: number }>(
      `SELECT id, contact_id AS contactId FROM funnel_entries
        WHERE funnel_id = :funnelId AND active_contact_id IN (:contactIds)`,
      { funnelId: funnel.id, contactIds },
    );
    const ids = new Map(rows.map(({ id, contactId }) => [contactId, id]));
    await writeTriggerData(tx, new Map([...ids].map(([contactId, id]) => [id, wanted.get(contactId)?.data ?? {}])));
    counters.entered(funnel.id, ids.size);
    if (first) counters.arrived(first.id, ids.size);
    const events = contactIds.flatMap((contactId): NewEvent[] => {
      const [id, contact] = [ids.get(contactId), contacts.get(contactId)];
      if (id === undefined || contact === undefined) return [];
      const data = {
        funnel: snapshotOf(funnel, definition),
        contact,
        funnel_subscriber: { id, status: 'active', entered_at: now.toISOString() },
      } as const;
      return [{ type: 'funnel.subscriber_added', subjectId: funnel.id, requestId: requestOf(contactId), data }];
    });
    await this.outbox.appendAll(tx, events);
    return ids;
  }
}

export async function activeIn(
  tx: Tx,
  funnelId: number,
  contacts: readonly { readonly contactId: number }[],
  lock: '' | 'FOR UPDATE' = '',
): Promise<(LeavingEnrollment & { readonly payload: string | null })[]> {
  if (contacts.length === 0) return [];
  return tx.query(
    `SELECT ${LEAVING_COLUMNS}, payload
       FROM funnel_entries WHERE funnel_id = :funnelId AND active_contact_id IN (:contactIds)
      ORDER BY active_contact_id ${lock}`,
    { funnelId, contactIds: contactsOf(contacts) },
  );
}

export function snapshotOf({ id, title, triggerName }: RunningFunnel, { version }: FunnelDefinition) {
  return { id, title, trigger_name: triggerName, version };
}

function endEvent(
  funnel: ReturnType<typeof snapshotOf>,
  contact: ContactSnapshot,
  { id, enteredAt }: LeavingEnrollment,
  { status, reason, now }: Leave,
): NewEvent {
  const data = { funnel, contact, funnel_subscriber: { id, status, entered_at: enteredAt.toISOString() }, reason };
  return status === 'completed'
    ? { type: 'funnel.subscriber_completed', subjectId: funnel.id, data: { ...data, completed_at: now.toISOString() } }
    : { type: 'funnel.subscriber_exited', subjectId: funnel.id, data: { ...data, exited_at: now.toISOString() } };
}
