import type { EventName } from '../../../events/domain-events.js';

/** Where items of one type are found. */
interface Source {
  /** Tables and conditions, as far as they do not depend on the page. */
  readonly from: string;
  /** When it happened, and the id of the row: the order within the source. */
  readonly at: string;
  readonly id: string;
}

const logged = (type: EventName): Source => ({
  from: `domain_events e WHERE e.type = '${type}' AND e.subject_id = :contactId`,
  at: 'e.occurred_at',
  id: 'e.id',
});

const mail = (condition: string, at: string): Source => ({
  from: `email_messages m WHERE m.contact_id = :contactId AND ${condition}`,
  at,
  id: 'm.id',
});

const way = (condition: string, at: string): Source => ({
  from: `funnel_entries f WHERE f.contact_id = :contactId AND ${condition}`,
  at,
  id: 'f.id',
});

/**
 * Every type of item, with its source. Among items of the same millisecond this is their order, the first one on top: what
 * was caused stands above its cause.
 *
 * Event log, notes and orders have an index that holds exactly this order, so a page reads no more of them than it shows. The
 * mails of one contact are few, and so are its refunds and its ways through funnels; they are read by its index and sorted.
 */
export const TIMELINE_SOURCES = {
  funnel_exited: way(`f.status = 'cancelled'`, 'f.completed_at'),
  funnel_completed: way(`f.status = 'completed'`, 'f.completed_at'),
  // What refunds leave of a refunded order may be nothing.
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
  email_opened: mail('m.first_human_open_at IS NOT NULL', 'm.first_human_open_at'),
  email_sent: mail(`m.state IN ('sent', 'bounced', 'complained')`, 'm.settled_at'),
  funnel_entered: way('TRUE', 'f.entered_at'),
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

/**
 * The newest :limit places of the feed below (:before, :beforeType, :beforeId), as type, id and moment. Each source gives at
 * most a page of its own; the page is the newest of them all.
 */
export const TIMELINE_PLACES = `${TIMELINE_TYPES.map((type, order) => {
  const { from, at, id } = TIMELINE_SOURCES[type];
  // The plain comparison is what the index is read by; the rest decides between items of the same moment.
  return `(SELECT '${type}' AS type, ${order} AS place, ${id} AS id, ${at} AS occurred_at
             FROM ${from} AND ${at} <= :before
              AND (${at} < :before OR ${order} > :beforeType OR (${order} = :beforeType AND ${id} < :beforeId))
            ORDER BY ${at} DESC, ${id} DESC
            LIMIT :limit)`;
}).join('\nUNION ALL\n')}
ORDER BY occurred_at DESC, place, id DESC
LIMIT :limit`;
