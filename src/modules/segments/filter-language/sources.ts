import type { CampaignActivity, Membership, PurchaseFigure } from './fields.js';

/*
 * Rows of something that a contact `c` has, each as what stands behind FROM, with a WHERE; further conditions follow with AND.
 */

export const MEMBERSHIP_COLUMN: Readonly<Record<Membership, string>> = {
  tags: 'm.tag_id',
  lists: 'm.list_id',
  companies: 'm.company_id',
};

/** What a deleted label leaves behind is cleared away later; until then it is no membership. */
export function membersOf(of: Membership): string {
  return `contact_${of} m JOIN ${of} l ON l.id = ${MEMBERSHIP_COLUMN[of]} WHERE m.contact_id = c.id`;
}

/** The same of labels that are known to exist, which saves a look at each of them. */
export function membershipsIn(of: Membership): string {
  return `contact_${of} m WHERE m.contact_id = c.id`;
}

/** A mail that bounced was sent and not received; one that was complained about has been. */
const RECEIVED = `m.state IN ('sent', 'complained')`;

const ACTIVITY: Readonly<Record<CampaignActivity, string>> = {
  opened: 'm.first_human_open_at IS NOT NULL',
  clicked: 'm.first_human_click_at IS NOT NULL',
  received: RECEIVED,
  not_opened: `${RECEIVED} AND m.first_human_open_at IS NULL`,
  not_clicked: `${RECEIVED} AND m.first_human_click_at IS NULL`,
};

/** Mails of campaigns, as `m`. */
export function mailsWith(activity: CampaignActivity): string {
  return `email_messages m WHERE m.contact_id = c.id AND m.source_type = 'campaign' AND ${ACTIVITY[activity]}`;
}

/**
 * Opens or clicks by a human, as `h`. Mails without a first one have none at all, and need not be looked into. Of opens,
 * also the click that a mail without a pixel counts as opened by.
 */
export function humanHits(kind: 'open' | 'click'): string {
  const is = kind === 'click' ? `h.kind = 'click'` : `(h.kind = 'open' OR h.occurred_at = m.first_human_open_at)`;
  return `email_messages m JOIN email_hits h ON h.message_id = m.id AND ${is} AND h.is_machine = 0
    WHERE m.contact_id = c.id AND m.first_human_${kind}_at IS NOT NULL`;
}

/** @param key the name of the parameter. */
export function eventsWithKey(key: string): string {
  return `tracked_events e WHERE e.contact_id = c.id AND e.event_key = ${key}`;
}

/** What was bought, a row for each currency, as `p`. Whoever never ordered has none. */
export const PURCHASES = 'contact_commerce p WHERE p.contact_id = c.id AND p.orders_count > 0';

/** Of one currency, except for the number of orders, which of all currencies can be added up. */
export const PURCHASED: Readonly<Record<PurchaseFigure, string>> = {
  orders_count: `(SELECT SUM(p.orders_count) FROM ${PURCHASES})`,
  total_spent: 'p.total_spent',
  average_order_value: '(p.total_spent / p.orders_count)',
  refunded_total: 'p.refunded_total',
};

/** What was paid for was bought, also where money of it was given back. */
const BOUGHT = `o.contact_id = c.id AND o.status IN ('completed', 'refunded')`;

/** Orders, as `o`. */
export const BOUGHT_ORDERS = `orders o WHERE ${BOUGHT}`;

/** Each piece of them that the shop has an id for, as `i`. */
export const PRODUCT_COLUMN = 'i.external_id COLLATE utf8mb4_bin';
export const BOUGHT_PRODUCTS = `orders o
  JOIN JSON_TABLE(o.items, '$[*]' COLUMNS (external_id VARCHAR(190) PATH '$.external_id')) i
 WHERE ${BOUGHT} AND i.external_id IS NOT NULL`;
