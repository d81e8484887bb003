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

/** What happened to a mail of a campaign, as the log has it. */
export type MailFact = {
  [Name in (typeof SHOWN)[number]]: {
    readonly id: number;
    readonly type: Name;
    readonly data: StoredEvent<Name>['data'];
  };
}[(typeof SHOWN)[number]];

interface StoredFact {
  readonly id: number;
  readonly type: MailFact['type'];
  readonly data: string;
}

/** The newest of each kind by the index, and of these the newest: nothing of other campaigns is read. */
const LAST_FACTS = `SELECT e.id, e.type, e.data
  FROM (${SHOWN.map(
    (type) =>
      `(SELECT id FROM domain_events WHERE campaign_id = :campaignId AND type = '${type}' ORDER BY id DESC LIMIT :most)`,
  ).join(' UNION ALL ')} ORDER BY id DESC LIMIT :most) newest
  JOIN domain_events e ON e.id = newest.id
 ORDER BY e.id DESC`;

@Injectable()
export class LiveCampaignsQueries {
  constructor(private readonly db: Database) {}

  /** What happened last to the mails of a campaign, the newest first. */
  async lastFacts(campaignId: number, most: number): Promise<MailFact[]> {
    const rows = await this.db.query<StoredFact>(LAST_FACTS, { campaignId, most });
    return rows.map(({ data, ...row }) => ({ ...row, data: JSON.parse(data) as unknown }) as MailFact);
  }

  /** The links as they were written: with merge tags, and without what a reader's own values made of them. */
  async links(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.db.query<{ id: number; url: string }>(
      'SELECT id, url FROM email_links WHERE id IN (:ids)',
      {
        ids,
      },
    );
    return new Map(rows.map(({ id, url }) => [id, url]));
  }
}
