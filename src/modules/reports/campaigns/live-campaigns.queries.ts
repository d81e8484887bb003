import { Injectable } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import { Database } from '../../../platform/database/database.js';
import { sqlFile } from '../../../platform/sql/sql-file.js';

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

const LAST_FACTS = sqlFile(__dirname, 'sql/last-facts.sql');
const LAST_FACT_BEFORE = sqlFile(__dirname, 'sql/last-fact-before.sql');

/** The log has no index by campaign. So many of its rows are looked through at most, from each of two places. */
const LOOKED_THROUGH = 2_000;

@Injectable()
export class LiveCampaignsQueries {
  constructor(private readonly db: Database) {}

  /**
   * What happened last to the mails of a campaign, the newest first: among the newest facts of the whole system and,
   * where these are about others, among those before a moment.
   * @param quietSince nothing is known to have happened to the campaign since; UTC, `YYYY-MM-DD HH:MM:SS`.
   */
  async lastFacts(campaignId: number, quietSince: string, most: number): Promise<MailFact[]> {
    const [place] = await this.db.query<{ newest: number | null; newestBefore: number | null }>(LAST_FACT_BEFORE, {
      moment: quietSince,
    });
    if (place?.newest == null) return [];
    const facts = await this.factsUpTo(campaignId, place.newest, most);
    if (facts.length === most || place.newestBefore === null) return facts;
    const older = Math.min(place.newestBefore, place.newest - LOOKED_THROUGH);
    return [...facts, ...(await this.factsUpTo(campaignId, older, most - facts.length))];
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

  private async factsUpTo(campaignId: number, last: number, most: number): Promise<MailFact[]> {
    if (last < 1) return [];
    const rows = await this.db.query<StoredFact>(LAST_FACTS, {
      campaignId,
      // Ids have no sign, and a range that begins below nothing is none to the server: it would read the whole table.
      first: Math.max(1, last - LOOKED_THROUGH + 1),
      last,
      types: SHOWN,
      most,
    });
    return rows.map(({ data, ...row }) => ({ ...row, data: JSON.parse(data) as unknown }) as MailFact);
  }
}
