import { IS_TRACKED } from '../../../events/email-state.js';
import type { CampaignActivity, Membership, Place, PurchaseFigure } from './fields.js';

// Related rows of a contact `c`, as SQL for FROM with a WHERE; further conditions follow with AND.

export const MEMBERSHIP_COLUMN: Readonly<Record<Membership, string>> = {
  tags: 'm.tag_id',
  lists: 'm.list_id',
  companies: 'm.company_id',
};

/** @param known whether the labels are known to exist, which saves a join; memberships of deleted ones are removed later. */
export function membersOf({ of, state }: Extract<Place, { in: 'membership' }>, known = false): string {
  if (known && state === null) return `contact_${of} m WHERE m.contact_id = c.id`;
  const left = `list_subscriptions m JOIN lists l ON l.id = m.list_id AND l.is_subscription = 1 AND m.state = '${state}'`;
  const table = state === null ? `contact_${of} m JOIN ${of} l ON l.id = ${MEMBERSHIP_COLUMN[of]}` : left;
  return `${table} WHERE m.contact_id = c.id`;
}

/** A bounced email was sent but not received; one with a complaint was received. */
const RECEIVED = `m.state IN ('sent', 'complained')`;

const ACTIVITY: Readonly<Record<CampaignActivity, string>> = {
  opened: 'm.first_human_open_at IS NOT NULL',
  clicked: 'm.first_human_click_at IS NOT NULL',
  received: RECEIVED,
  not_opened: `${RECEIVED} AND m.first_human_open_at IS NULL AND ${IS_TRACKED}`,
  not_clicked: `${RECEIVED} AND m.first_human_click_at IS NULL AND ${IS_TRACKED}`,
};

/** Selects campaign emails as `m`. */
export function emailsWith(activity: CampaignActivity): string {
  return `email_messages m WHERE m.contact_id = c.id AND m.source_type = 'campaign' AND ${ACTIVITY[activity]}`;
}

/** Selects human opens or clicks as `h`. Opens include the click that counts as an open without a pixel. */
export function humanTrackingEvents(kind: 'open' | 'click'): string {
  const is = kind === 'click' ? `h.kind = 'click'` : `(h.kind = 'open' OR h.occurred_at = m.first_human_open_at)`;
  return `email_messages m JOIN email_hits h ON h.message_id = m.id AND ${is} AND h.is_machine = 0
    WHERE m.contact_id = c.id AND m.first_human_${kind}_at IS NOT NULL`;
}

/** @param key the parameter name. */
export function eventsWithKey(key: string): string {
  return `tracked_events e WHERE e.contact_id = c.id AND e.event_key = ${key}`;
}

/** Selects order totals per currency as `p`; contacts without orders have none. */
export const PURCHASES = 'contact_commerce p WHERE p.contact_id = c.id AND p.orders_count > 0';

/** Per currency, except for the number of orders, which is summed. */
export const PURCHASED: Readonly<Record<PurchaseFigure, string>> = {
  orders_count: `(SELECT SUM(p.orders_count) FROM ${PURCHASES})`,
  total_spent: 'p.total_spent',
  average_order_value: '(p.total_spent / p.orders_count)',
  refunded_total: 'p.refunded_total',
};

/** Paid orders, including refunded ones. */
const BOUGHT = `o.contact_id = c.id AND o.status IN ('completed', 'refunded')`;

export const BOUGHT_ORDERS = `orders o WHERE ${BOUGHT}`;

/** Selects the items with a product id as `i`. */
export const PRODUCT_COLUMN = 'i.external_id COLLATE utf8mb4_bin';
export const BOUGHT_PRODUCTS = `orders o
  JOIN JSON_TABLE(o.items, '$[*]' COLUMNS (external_id VARCHAR(190) PATH '$.external_id')) i
 WHERE ${BOUGHT} AND i.external_id IS NOT NULL`;
