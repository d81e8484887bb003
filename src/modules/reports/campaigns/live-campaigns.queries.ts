import { Injectable } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import { Database } from '../../../platform/database/database.js';

const SHOWN = [
  'email.sent',
  'email.opened',
  'email.clicked',
  'email.bounced',
  'email.spam_complaint',
  'email.unsubscribed',
  'email.failed',
] as const;

/** An event about an email of a campaign. */
export type EmailEvent = {
  [Name in (typeof SHOWN)[number]]: {
    readonly id: number;
    readonly type: Name;
    readonly data: StoredEvent<Name>['data'];
  };
}[(typeof SHOWN)[number]];

/** Reads the newest of each type by index, then the latest of these, so that no rows of other campaigns are read. Opens and clicks are stored later than they happen. */
const LAST_EVENTS = `SELECT e.id, e.type, e.data
  FROM (${SHOWN.map(
    (type) =>
      `(SELECT id FROM domain_events WHERE campaign_id = :campaignId AND type = '${type}' ORDER BY id DESC LIMIT :most)`,
  ).join(' UNION ALL ')}) newest
  JOIN domain_events e ON e.id = newest.id
 ORDER BY e.occurred_at DESC, e.id DESC LIMIT :most`;

@Injectable()
export class LiveCampaignsQueries {
  constructor(private readonly db: Database) {}

  /** Returns the latest events about emails of a campaign, newest first. */
  async lastEvents(campaignId: number, most: number): Promise<EmailEvent[]> {
    const rows = await this.db.query<Omit<EmailEvent, 'data'> & { readonly data: string }>(LAST_EVENTS, {
      campaignId,
      most,
    });
    return rows.map(({ data, ...row }) => ({ ...row, data: JSON.parse(data) as unknown }) as EmailEvent);
  }
}
