import { Injectable } from '@nestjs/common';
import type { LabelSnapshot } from '../../../events/contact.events.js';
import type { DomainEventMap } from '../../../events/domain-events.js';
import type { Tx } from '../../../platform/database/database.js';
import { likeStartsWith } from '../../../platform/sql/like.js';
import { fromJson } from '../../../platform/values/json.js';
import type { TriggerData } from '../../mail-content/trigger-data.js';
import type { EventMatch } from '../definition/event-match.js';
import { recipientKey } from './recipient-key.js';

const ORDER_EVENTS = ['commerce.order_created', 'commerce.order_completed'] as const;
type OrderEvent = (typeof ORDER_EVENTS)[number];

/** One SELECT per event type, so that MySQL starts from the few orders of a contact instead of scanning all events. */
const ORDER_EVENTS_SQL = ORDER_EVENTS.map(
  (type) =>
    `SELECT o.contact_id AS contactId, e.data, e.occurred_at AS at
       FROM orders o JOIN domain_events e ON e.type = '${type}' AND e.subject_id = o.id AND e.occurred_at > :from
      WHERE o.contact_id IN (:contactIds)`,
).join(' UNION ALL ');

export interface WaitingEnrollment {
  /** Null for a new enrollment, which has no emails yet. */
  readonly id: number | null;
  readonly contactId: number;
  readonly enteredAt: Date;
  /** Of a new enrollment; that of others is stored. */
  readonly data?: TriggerData | undefined;
}

/**
 * Finds awaited events that happened before the enrollment arrived at the step. The caller holds the lock of the enrollment;
 * `AwaitedEvents` takes the same lock for later events, so that no event is missed.
 */
@Injectable()
export class EventFacts {
  /** @returns the data of the event by the id of the contact, for those for whom it has happened. */
  async happened(
    tx: Tx,
    funnelId: number,
    match: EventMatch,
    enrollments: readonly WaitingEnrollment[],
  ): Promise<ReadonlyMap<number, TriggerData>> {
    if (enrollments.length === 0) return new Map();
    switch (match.event) {
      case 'list_applied':
        return this.members(tx, 'list', match.lists ?? [], enrollments);
      case 'tag_applied':
        return this.members(tx, 'tag', match.tags ?? [], enrollments);
      case 'event_tracked':
        return this.tracked(tx, match.event_key ?? null, enrollments);
      case 'email_opened':
      case 'link_clicked':
        return this.touched(tx, funnelId, match, enrollments);
      case 'order_received':
        return this.ordered(tx, match.min_total ?? 0, enrollments);
    }
  }

  private async members(
    tx: Tx,
    kind: 'list' | 'tag',
    ids: readonly number[],
    enrollments: readonly WaitingEnrollment[],
  ): Promise<Map<number, TriggerData>> {
    const column = `${kind}_id`;
    const rows = await tx.query<LabelSnapshot & { contactId: number }>(
      // Joins the label because memberships of deleted labels are removed later.
      `SELECT m.contact_id AS contactId, l.id, l.title, l.slug FROM contact_${kind}s m JOIN ${kind}s l ON l.id = m.${column}
        WHERE m.contact_id IN (:contactIds) ${ids.length === 0 ? '' : `AND m.${column} IN (:ids)`}`,
      { ...(ids.length === 0 ? {} : { ids }), contactIds: enrollments.map(({ contactId }) => contactId) },
    );
    return new Map(rows.map(({ contactId, ...label }) => [contactId, { [kind]: label }]));
  }

  /** Counts events since the enrollment. `updated_at` has whole seconds; the event log decides about the same second. */
  private async tracked(
    tx: Tx,
    eventKey: string | null,
    enrollments: readonly WaitingEnrollment[],
  ): Promise<Map<number, TriggerData>> {
    const rows = await tx.query<{ contactId: number; at: Date }>(
      `SELECT contact_id AS contactId, MAX(updated_at) AS at FROM tracked_events
        WHERE contact_id IN (:contactIds) ${eventKey === null ? '' : 'AND event_key = :eventKey'} GROUP BY contact_id`,
      { ...(eventKey === null ? {} : { eventKey }), contactIds: enrollments.map(({ contactId }) => contactId) },
    );
    const at = new Map(rows.map((row) => [row.contactId, row.at.getTime()]));
    const second = ({ enteredAt }: WaitingEnrollment): number => Math.floor(enteredAt.getTime() / 1_000) * 1_000;
    const since = enrollments.filter((one) => (at.get(one.contactId) ?? 0) > second(one));
    const unclear = enrollments.filter((one) => at.get(one.contactId) === second(one));
    const later = await this.trackedLater(tx, eventKey, unclear);
    const contactIds = [...since.map(({ contactId }) => contactId), ...later];
    if (contactIds.length === 0) return new Map();
    const events = await tx.query<{ contactId: number; data: string | null }>(
      `SELECT contact_id AS contactId, event_key AS \`key\`, title, value, data, counter FROM tracked_events
        WHERE contact_id IN (:contactIds) ${eventKey === null ? '' : 'AND event_key = :eventKey'} ORDER BY updated_at, id`,
      { ...(eventKey === null ? {} : { eventKey }), contactIds },
    );
    // The last one of each contact.
    return new Map(
      events.map(({ contactId, data, ...event }) => [contactId, { event: { ...event, data: fromJson(data) } }]),
    );
  }

  /** Excludes the event that started the enrollment. */
  private async trackedLater(
    tx: Tx,
    eventKey: string | null,
    enrollments: readonly WaitingEnrollment[],
  ): Promise<number[]> {
    if (enrollments.length === 0) return [];
    const rows = await tx.query<{ contactId: number; data: string; at: Date }>(
      `SELECT subject_id AS contactId, data, occurred_at AS at FROM domain_events
        WHERE type = 'contact.event_tracked' AND subject_id IN (:contactIds) AND occurred_at > :from`,
      {
        contactIds: enrollments.map(({ contactId }) => contactId),
        from: new Date(Math.min(...enrollments.map(({ enteredAt }) => enteredAt.getTime()))),
      },
    );
    const enteredAt = new Map(enrollments.map((one) => [one.contactId, one.enteredAt]));
    return rows.flatMap(({ contactId, data, at }) => {
      const { event } = JSON.parse(data) as DomainEventMap['contact.event_tracked'];
      const isIt = eventKey === null || event.event_key === eventKey;
      return isIt && at > (enteredAt.get(contactId) ?? at) ? [contactId] : [];
    });
  }

  /** Reads the event log, because an order row has neither the time of completion nor the total at that time. */
  private async ordered(
    tx: Tx,
    minTotal: number,
    enrollments: readonly WaitingEnrollment[],
  ): Promise<Map<number, TriggerData>> {
    const rows = await tx.query<{ contactId: number; data: string; at: Date }>(ORDER_EVENTS_SQL, {
      contactIds: enrollments.map(({ contactId }) => contactId),
      from: new Date(Math.min(...enrollments.map(({ enteredAt }) => enteredAt.getTime()))),
    });
    const enteredAt = new Map(enrollments.map((one) => [one.contactId, one.enteredAt]));
    const enough = rows.flatMap(({ contactId, data, at }): [number, TriggerData][] => {
      const { order } = JSON.parse(data) as DomainEventMap[OrderEvent];
      return at > (enteredAt.get(contactId) ?? at) && order.total >= minTotal ? [[contactId, { order }]] : [];
    });
    return new Map(enough);
  }

  private async touched(
    tx: Tx,
    funnelId: number,
    { event, sequence_id: stepId, url }: EventMatch,
    enrollments: readonly WaitingEnrollment[],
  ): Promise<Map<number, TriggerData>> {
    const entries = enrollments.filter(({ id }) => id !== null);
    if (entries.length === 0) return new Map();
    const column = event === 'email_opened' ? 'first_human_open_at' : 'first_human_click_at';
    const follows = event === 'link_clicked' && url !== null && url !== undefined && url !== '';
    const link = `EXISTS (SELECT 1 FROM email_hits h JOIN email_links l ON l.id = h.link_id
      WHERE h.message_id = m.id AND h.kind = 'click' AND h.is_machine = 0 AND l.url LIKE :url)`;
    const rows = await tx.query<{ contactId: number; key: string }>(
      `SELECT m.contact_id AS contactId, m.recipient_key AS \`key\` FROM email_messages m
        WHERE m.contact_id IN (:contactIds) AND m.source_type = 'funnel' AND m.source_id = :funnelId
          AND m.${column} IS NOT NULL ${follows ? `AND ${link}` : ''}`,
      {
        funnelId,
        contactIds: entries.map(({ contactId }) => contactId),
        ...(follows ? { url: likeStartsWith(url) } : {}),
      },
    );
    const enrollmentOf = new Map(entries.map(({ contactId, id }) => [contactId, id]));
    return new Map(
      rows
        .filter(({ contactId, key }) => {
          const entryId = enrollmentOf.get(contactId) ?? 0;
          return stepId ? key === recipientKey(entryId, stepId) : key.startsWith(recipientKey(entryId, ''));
        })
        .map(({ contactId }) => [contactId, {}]),
    );
  }
}
