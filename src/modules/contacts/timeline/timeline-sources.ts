import type { EventName } from '../../../events/domain-events.js';

interface Source {
  readonly from: string;
  /** Time and row id: the order within the source. */
  readonly at: string;
  readonly id: string;
}

const logged = (type: EventName): Source => ({
  from: `domain_events e WHERE e.type = '${type}' AND e.subject_id = :contactId`,
  at: 'e.occurred_at',
  id: 'e.id',
});

const email = (condition: string, at: string): Source => ({
  from: `email_messages m WHERE m.contact_id = :contactId AND ${condition}`,
  at,
  id: 'm.id',
});

const enrollment = (condition: string, at: string): Source => ({
  from: `funnel_entries f WHERE f.contact_id = :contactId AND ${condition}`,
  at,
  id: 'f.id',
});

/**
 * All item types with their sources. Items of the same millisecond have this order from top to bottom: effects above causes.
 *
 * Event log, notes, and orders have an index in this order, so a page reads only its own rows. Emails, refunds, and enrollments
 * of one contact are few; they are read by contact and sorted.
 */
const TIMELINE_SOURCES = {
  funnel_exited: enrollment(`f.status = 'cancelled'`, 'f.completed_at'),
  funnel_completed: enrollment(`f.status = 'completed'`, 'f.completed_at'),
  // A refund can be 0 if earlier refunds already cover the order.
  order_refunded: {
    from: 'orders o JOIN order_refunds r ON r.order_id = o.id AND r.amount > 0 WHERE o.contact_id = :contactId',
    at: 'r.refunded_at',
    id: 'r.id',
  },
  order_placed: { from: 'orders o WHERE o.contact_id = :contactId', at: 'o.ordered_at', id: 'o.id' },
  email_clicked: {
    from: `email_messages m JOIN email_hits h ON h.message_id = m.id AND h.kind = 'click' AND h.is_machine = 0
            WHERE m.contact_id = :contactId AND m.human_clicks > 0`,
    at: 'h.occurred_at',
    id: 'h.id',
  },
  email_opened: email('m.first_human_open_at IS NOT NULL', 'm.first_human_open_at'),
  email_complained: email('m.complained_at IS NOT NULL', 'm.complained_at'),
  email_bounced: email('m.bounced_at IS NOT NULL', 'm.bounced_at'),
  email_sent: email(`m.state IN ('sent', 'bounced', 'complained')`, 'm.settled_at'),
  funnel_entered: enrollment('TRUE', 'f.entered_at'),
  event_tracked: logged('contact.event_tracked'),
  note: {
    from: `notes n WHERE n.subject_type = 'contact' AND n.subject_id = :contactId`,
    at: 'n.created_at',
    id: 'n.id',
  },
  tag_removed: logged('contact.tag_removed'),
  tag_added: logged('contact.tag_added'),
  list_removed: logged('contact.list_removed'),
  list_added: logged('contact.list_added'),
  status_changed: logged('contact.status_changed'),
  created: logged('contact.created'),
} as const satisfies Readonly<Record<string, Source>>;

export type TimelineType = keyof typeof TIMELINE_SOURCES;
export const TIMELINE_TYPES = Object.keys(TIMELINE_SOURCES) as TimelineType[];

/** Selects the newest :limit items after (:before, :beforeType, :beforeId); of each source at most one page. */
export const TIMELINE_PLACES = `${TIMELINE_TYPES.map((type, order) => {
  const { from, at, id } = TIMELINE_SOURCES[type];
  // The simple comparison uses the index; the rest orders items of the same time.
  return `(SELECT '${type}' AS type, ${order} AS place, ${id} AS id, ${at} AS occurred_at
             FROM ${from} AND ${at} <= :before
              AND (${at} < :before OR ${order} > :beforeType OR (${order} = :beforeType AND ${id} < :beforeId))
            ORDER BY ${at} DESC, ${id} DESC
            LIMIT :limit)`;
}).join('\nUNION ALL\n')}
ORDER BY occurred_at DESC, place, id DESC
LIMIT :limit`;
