import type { CampaignActivity, Membership } from './fields.js';

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

/** Opens or clicks by a human, as `h`. Mails without a first one have none at all, and need not be looked into. */
export function humanHits(kind: 'open' | 'click'): string {
  return `email_messages m JOIN email_hits h ON h.message_id = m.id AND h.kind = '${kind}' AND h.is_machine = 0
    WHERE m.contact_id = c.id AND m.first_human_${kind}_at IS NOT NULL`;
}

/** @param key the name of the parameter. */
export function eventsWithKey(key: string): string {
  return `tracked_events e WHERE e.contact_id = c.id AND e.event_key = ${key}`;
}
