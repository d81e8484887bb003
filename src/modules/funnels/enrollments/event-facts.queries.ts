import type { LabelSnapshot } from '../../../events/contact.events.js';
import type { DomainEventMap } from '../../../events/domain-events.js';
import type { Tx } from '../../../platform/database/database.js';
import { likeStartsWith } from '../../../platform/sql/like.js';
import { fromJson } from '../../../platform/values/json.js';
import type { TriggerData } from '../../mail-content/trigger-data.js';
import type { EventMatch } from '../definition/event-match.js';
import { contactsOf, recipientKey } from './enrollment-rows.js';

const TRACKED_EVENTS_SQL = `SELECT subject_id AS contactId, data, occurred_at AS at FROM domain_events
  WHERE type = 'contact.event_tracked' AND subject_id IN (:contactIds) AND occurred_at > :from`;

/** One SELECT per event type, so that MySQL starts from the few orders of a contact instead of scanning all events. */
const ORDER_EVENTS_SQL = ['commerce.order_created', 'commerce.order_completed']
  .map(
    (type) =>
      `SELECT o.contact_id AS contactId, e.data, e.occurred_at AS at
         FROM orders o JOIN domain_events e ON e.type = '${type}' AND e.subject_id = o.id AND e.occurred_at > :from
        WHERE o.contact_id IN (:contactIds)`,
  )
  .join(' UNION ALL ');

export interface WaitingEnrollment {
  /** Null for a new enrollment, which has no emails yet. */
  readonly id: number | null;
  readonly contactId: number;
  readonly enteredAt: Date;
  /** Of a new enrollment; that of others is stored. */
  readonly data?: TriggerData | undefined;
}

type Enrollments = readonly WaitingEnrollment[];
type DataByContact = ReadonlyMap<number, TriggerData>;

/**
 * Finds awaited events that happened before the enrollment arrived at the step. The caller holds the lock of the enrollment;
 * `AwaitedEvents` takes the same lock for later events, so that no event is missed.
 * @returns the data of the event by the id of the contact, for those for whom it has happened.
 */
export async function happened(
  tx: Tx,
  funnelId: number,
  match: EventMatch,
  enrollments: Enrollments,
): Promise<DataByContact> {
  if (enrollments.length === 0) return new Map();
  switch (match.event) {
    case 'list_applied':
      return membersOf(tx, 'list', match.lists ?? [], enrollments);
    case 'tag_applied':
      return membersOf(tx, 'tag', match.tags ?? [], enrollments);
    case 'event_tracked':
      return tracked(tx, match.event_key ?? null, enrollments);
    case 'email_opened':
    case 'link_clicked':
      return touched(tx, funnelId, match, enrollments);
    case 'order_received':
      return ordered(tx, match.min_total ?? 0, enrollments);
  }
}

async function membersOf(tx: Tx, kind: 'list' | 'tag', ids: readonly number[], those: Enrollments) {
  const column = `${kind}_id`;
  const rows = await tx.query<LabelSnapshot & { contactId: number }>(
    // Joins the label because memberships of deleted labels are removed later.
    `SELECT m.contact_id AS contactId, l.id, l.title, l.slug FROM contact_${kind}s m JOIN ${kind}s l ON l.id = m.${column}
      WHERE m.contact_id IN (:contactIds) ${ids.length === 0 ? '' : `AND m.${column} IN (:ids)`}`,
    { ids, contactIds: contactsOf(those) },
  );
  return new Map(rows.map(({ contactId, ...label }) => [contactId, { [kind]: label }]));
}

/** Counts events since the enrollment. `updated_at` has whole seconds; the event log decides about the same second. */
async function tracked(tx: Tx, eventKey: string | null, those: Enrollments): Promise<DataByContact> {
  const ofKey = eventKey === null ? '' : 'AND event_key = :eventKey';
  const rows = await tx.query<{ contactId: number; at: Date }>(
    `SELECT contact_id AS contactId, MAX(updated_at) AS at FROM tracked_events
      WHERE contact_id IN (:contactIds) ${ofKey} GROUP BY contact_id`,
    { eventKey, contactIds: contactsOf(those) },
  );
  const at = new Map(rows.map((row) => [row.contactId, row.at.getTime()]));
  const second = ({ enteredAt }: WaitingEnrollment): number => Math.floor(enteredAt.getTime() / 1_000) * 1_000;
  const since = those.filter((one) => (at.get(one.contactId) ?? 0) > second(one));
  const unclear = those.filter((one) => at.get(one.contactId) === second(one));
  // Excludes the event that started the enrollment.
  const logged = await loggedSince(tx, TRACKED_EVENTS_SQL, unclear);
  const keyOf = (data: unknown): string => (data as DomainEventMap['contact.event_tracked']).event.event_key;
  const later = logged.filter(({ data }) => eventKey === null || keyOf(data) === eventKey);
  const contactIds = contactsOf([...since, ...later]);
  if (contactIds.length === 0) return new Map();
  const events = await tx.query<{ contactId: number; data: string | null }>(
    `SELECT contact_id AS contactId, event_key AS \`key\`, title, value, data, counter FROM tracked_events
      WHERE contact_id IN (:contactIds) ${ofKey} ORDER BY updated_at, id`,
    { eventKey, contactIds },
  );
  // The last one of each contact.
  return new Map(
    events.map(({ contactId, data, ...event }) => [contactId, { event: { ...event, data: fromJson(data) } }]),
  );
}

/** Reads the event log, because an order row has neither the time of completion nor the total at that time. */
async function ordered(tx: Tx, minTotal: number, those: Enrollments): Promise<DataByContact> {
  const logged = await loggedSince(tx, ORDER_EVENTS_SQL, those);
  const orders = logged.map(({ contactId, data }) => {
    const { order } = data as DomainEventMap['commerce.order_created'];
    return [contactId, { order }] as const;
  });
  return new Map(orders.filter(([, { order }]) => order.total >= minTotal));
}

/** Returns events of the log that are later than the enrollment of their contact. */
async function loggedSince(
  tx: Tx,
  sql: string,
  those: Enrollments,
): Promise<{ readonly contactId: number; readonly data: unknown }[]> {
  if (those.length === 0) return [];
  const enteredAt = new Map(those.map((one) => [one.contactId, one.enteredAt]));
  const rows = await tx.query<{ contactId: number; data: string; at: Date }>(sql, {
    contactIds: contactsOf(those),
    from: new Date(Math.min(...those.map((one) => one.enteredAt.getTime()))),
  });
  return rows
    .filter(({ contactId, at }) => at > (enteredAt.get(contactId) ?? at))
    .map(({ contactId, data }) => ({ contactId, data: JSON.parse(data) as unknown }));
}

async function touched(
  tx: Tx,
  funnelId: number,
  { event, sequence_id: stepId, url }: EventMatch,
  those: Enrollments,
): Promise<DataByContact> {
  const entryIds = new Map(those.flatMap(({ contactId, id }) => (id === null ? [] : [[contactId, id]])));
  if (entryIds.size === 0) return new Map();
  const column = event === 'email_opened' ? 'first_human_open_at' : 'first_human_click_at';
  const link = `AND EXISTS (SELECT 1 FROM email_hits h JOIN email_links l ON l.id = h.link_id
    WHERE h.message_id = m.id AND h.kind = 'click' AND h.is_machine = 0 AND l.url LIKE :url)`;
  const rows = await tx.query<{ contactId: number; key: string }>(
    `SELECT m.contact_id AS contactId, m.recipient_key AS \`key\` FROM email_messages m
      WHERE m.contact_id IN (:contactIds) AND m.source_type = 'funnel' AND m.source_id = :funnelId
        AND m.${column} IS NOT NULL ${event === 'link_clicked' && url ? link : ''}`,
    { funnelId, contactIds: [...entryIds.keys()], url: likeStartsWith(url ?? '') },
  );
  const found = rows.filter(({ contactId, key }) => {
    const entryId = entryIds.get(contactId) ?? 0;
    return stepId ? key === recipientKey(entryId, stepId) : key.startsWith(recipientKey(entryId, ''));
  });
  return new Map(contactsOf(found).map((contactId) => [contactId, {}]));
}
