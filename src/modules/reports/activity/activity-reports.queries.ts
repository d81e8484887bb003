import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { type AudienceFilter, audienceSql } from '../audience-filter/audience-filter.js';
import { RECENT_EVENTS, type RecentEvent } from './recent-activity.js';

const RECENT = namedSql(__dirname, 'recent');
const RECENT_OF_AUDIENCE = namedSql(__dirname, 'recent-of-audience');

const RECENT_LIMIT = 20;
/** Number of events at the end of the log that are scanned, without and with an audience. */
const WINDOW = 50_000;
const CANDIDATES = 2_000;

@Injectable()
export class ActivityReportsQueries {
  constructor(private readonly db: Database) {}

  /** Newest first. */
  async recent(audience: AudienceFilter): Promise<RecentEvent[]> {
    const sql = audienceSql(audience, RECENT, RECENT_OF_AUDIENCE, 'ORDER BY c.id DESC LIMIT :limit');
    const params = { types: Object.keys(RECENT_EVENTS), window: WINDOW, limit: RECENT_LIMIT, candidates: CANDIDATES };
    const rows = await this.db.query<Omit<RecentEvent, 'data'> & { readonly data: string }>(sql, {
      ...params,
      ...audience,
    });
    return rows.map((row) => ({ ...row, data: JSON.parse(row.data) as unknown }) as RecentEvent);
  }
}
