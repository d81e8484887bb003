import { Injectable } from '@nestjs/common';
import type { DomainEventMap } from '../../../events/domain-events.js';
import type { Tx } from '../../../platform/database/database.js';
import { likeStartsWith } from '../../../platform/sql/like.js';
import type { SqlParams } from '../../../platform/sql/named-parameters.js';
import type { EventMatch } from '../definition/event-match.js';
import { recipientKey } from './recipient-key.js';

const ORDER_TOLD = ['commerce.order_created', 'commerce.order_completed'] as const;
type OrderTold = (typeof ORDER_TOLD)[number];

/** Each kind by itself: then the server looks up the few orders of a contact, and does not walk through all events. */
const ORDERS_TOLD = ORDER_TOLD.map(
  (type) =>
    `SELECT o.contact_id AS contactId, e.data, e.occurred_at AS at
       FROM orders o JOIN domain_events e ON e.type = '${type}' AND e.subject_id = o.id AND e.occurred_at > :from
      WHERE o.contact_id IN (:contactIds)`,
).join(' UNION ALL ');

/** Somebody of whom it is asked whether something has happened. */
export interface Asked {
  readonly contactId: number;
  /** Null for who is only just coming in: no mail of the funnel can have been touched. */
  readonly entryId: number | null;
  readonly enteredAt: Date;
}

/**
 * Whether what a step waits for has happened before anybody waited. Whoever comes to such a step looks here while his entry
 * is locked; what happens later is told by the relay, which waits for that lock: nothing falls in between.
 */
@Injectable()
export class EventFacts {
  /** @returns the contacts for whom it has. */
  async happened(tx: Tx, funnelId: number, match: EventMatch, asked: readonly Asked[]): Promise<ReadonlySet<number>> {
    if (asked.length === 0) return new Set();
    switch (match.event) {
      case 'list_applied':
        return this.members(tx, 'list', match.lists ?? [], asked);
      case 'tag_applied':
        return this.members(tx, 'tag', match.tags ?? [], asked);
      case 'event_tracked':
        return this.tracked(tx, match.event_key ?? null, asked);
      case 'email_opened':
      case 'link_clicked':
        return this.touched(tx, funnelId, match, asked);
      case 'order_received':
        return this.ordered(tx, match.min_total ?? 0, asked);
    }
  }

  private async members(
    tx: Tx,
    kind: 'list' | 'tag',
    ids: readonly number[],
    asked: readonly Asked[],
  ): Promise<Set<number>> {
    const column = `${kind}_id`;
    return contactsIn(
      tx,
      // The label itself is asked for because memberships of deleted ones are cleared away later.
      `SELECT DISTINCT m.contact_id AS contactId FROM contact_${kind}s m JOIN ${kind}s l ON l.id = m.${column}
        WHERE m.contact_id IN (:contactIds) ${ids.length === 0 ? '' : `AND m.${column} IN (:ids)`}`,
      { ...(ids.length === 0 ? {} : { ids }), contactIds: asked.map(({ contactId }) => contactId) },
    );
  }

  /** Since the contact came in. The column has no fractions of a second, so what is of the same one is asked of the events. */
  private async tracked(tx: Tx, eventKey: string | null, asked: readonly Asked[]): Promise<Set<number>> {
    const rows = await tx.query<{ contactId: number; at: Date }>(
      `SELECT contact_id AS contactId, MAX(updated_at) AS at FROM tracked_events
        WHERE contact_id IN (:contactIds) ${eventKey === null ? '' : 'AND event_key = :eventKey'} GROUP BY contact_id`,
      { ...(eventKey === null ? {} : { eventKey }), contactIds: asked.map(({ contactId }) => contactId) },
    );
    const at = new Map(rows.map((row) => [row.contactId, row.at.getTime()]));
    const second = ({ enteredAt }: Asked): number => Math.floor(enteredAt.getTime() / 1_000) * 1_000;
    const since = asked.filter((one) => (at.get(one.contactId) ?? 0) > second(one));
    const unclear = asked.filter((one) => at.get(one.contactId) === second(one));
    const later = await this.trackedLater(tx, eventKey, unclear);
    return new Set([...since.map(({ contactId }) => contactId), ...later]);
  }

  /** Or the event that let somebody in would be what he waits for next. */
  private async trackedLater(tx: Tx, eventKey: string | null, asked: readonly Asked[]): Promise<number[]> {
    if (asked.length === 0) return [];
    const rows = await tx.query<{ contactId: number; data: string; at: Date }>(
      `SELECT subject_id AS contactId, data, occurred_at AS at FROM domain_events
        WHERE type = 'contact.event_tracked' AND subject_id IN (:contactIds) AND occurred_at > :from`,
      {
        contactIds: asked.map(({ contactId }) => contactId),
        from: new Date(Math.min(...asked.map(({ enteredAt }) => enteredAt.getTime()))),
      },
    );
    const enteredAt = new Map(asked.map((one) => [one.contactId, one.enteredAt]));
    return rows.flatMap(({ contactId, data, at }) => {
      const { event } = JSON.parse(data) as DomainEventMap['contact.event_tracked'];
      const isIt = eventKey === null || event.event_key === eventKey;
      return isIt && at > (enteredAt.get(contactId) ?? at) ? [contactId] : [];
    });
  }

  /**
   * Told of since the contact came in, as the events have it: the order itself knows neither when it was completed nor what
   * its total was then. Whatever let somebody in is older than his entry.
   */
  private async ordered(tx: Tx, minTotal: number, asked: readonly Asked[]): Promise<Set<number>> {
    const rows = await tx.query<{ contactId: number; data: string; at: Date }>(ORDERS_TOLD, {
      contactIds: asked.map(({ contactId }) => contactId),
      from: new Date(Math.min(...asked.map(({ enteredAt }) => enteredAt.getTime()))),
    });
    const enteredAt = new Map(asked.map((one) => [one.contactId, one.enteredAt]));
    const enough = rows.filter(({ contactId, data, at }) => {
      const { order } = JSON.parse(data) as DomainEventMap[OrderTold];
      return at > (enteredAt.get(contactId) ?? at) && order.total >= minTotal;
    });
    return new Set(enough.map(({ contactId }) => contactId));
  }

  private async touched(
    tx: Tx,
    funnelId: number,
    { event, sequence_id: stepId, url }: EventMatch,
    asked: readonly Asked[],
  ): Promise<Set<number>> {
    const entries = asked.filter(({ entryId }) => entryId !== null);
    if (entries.length === 0) return new Set();
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
    const entryOf = new Map(entries.map(({ contactId, entryId }) => [contactId, entryId]));
    return new Set(
      rows
        .filter(({ contactId, key }) => {
          const entryId = entryOf.get(contactId) ?? 0;
          return stepId ? key === recipientKey(entryId, stepId) : key.startsWith(recipientKey(entryId, ''));
        })
        .map(({ contactId }) => contactId),
    );
  }
}

async function contactsIn(tx: Tx, sql: string, params: SqlParams): Promise<Set<number>> {
  const rows = await tx.query<{ contactId: number }>(sql, params);
  return new Set(rows.map(({ contactId }) => contactId));
}
