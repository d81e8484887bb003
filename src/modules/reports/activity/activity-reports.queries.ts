import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { type AudienceFilter, audienceSql } from '../audience-filter/audience-filter.js';
import type { OpenClickFigures } from '../figures/figures.js';
import { momentsOf, type Period } from '../periods/report-period.js';
import { RECENT_EVENTS, type RecentEvent } from './recent-activity.js';

export interface ActivityFigures extends OpenClickFigures {
  readonly sent: number;
  readonly unsubscribes: number;
  readonly events: number;
  readonly orders: number;
}

const DAYS = namedSql(__dirname, 'days');
const DAYS_OF_AUDIENCE = namedSql(__dirname, 'days-of-audience');
const HOURS = namedSql(__dirname, 'hours');
const RECENT = namedSql(__dirname, 'recent');
const RECENT_OF_AUDIENCE = namedSql(__dirname, 'recent-of-audience');

const RECENT_LIMIT = 20;
/** Number of events at the end of the log that are scanned, without and with an audience. */
const WINDOW = 50_000;
const CANDIDATES = 2_000;

@Injectable()
export class ActivityReportsQueries {
  constructor(private readonly db: Database) {}

  async days(period: Period, audience: AudienceFilter): Promise<(ActivityFigures & { readonly day: string })[]> {
    const sql = audienceSql(audience, DAYS, DAYS_OF_AUDIENCE, 'GROUP BY c.day');
    return this.db.query(sql, { ...period, ...audience });
  }

  /** For all contacts only: activity of an audience is not counted by hour. */
  async hours(period: Period, timeZone: string): Promise<(ActivityFigures & { readonly hour: Date })[]> {
    return this.db.query(HOURS, momentsOf(period, timeZone));
  }

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
