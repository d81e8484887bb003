import { Injectable } from '@nestjs/common';
import type { LocalTime } from '../../../platform/clock/local-time.js';
import { sqlTimestamp } from '../../../platform/clock/timestamps.js';
import { Database } from '../../../platform/database/database.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { type AudienceFilter, audienceSql } from '../audience-filter/audience-filter.js';
import { momentsOf, type Period } from '../periods/report-period.js';
import { WallClock } from '../periods/wall-clock.js';

export interface GrowthFigures {
  readonly newSubscribed: number;
  readonly leftSubscribed: number;
  readonly unsubscribed: number;
  readonly bounced: number;
  readonly complained: number;
}

export interface GrowthAt extends GrowthFigures {
  readonly at: LocalTime;
}

const DAYS = namedSql(__dirname, 'days');
const HOURS = namedSql(__dirname, 'hours');
const HOURS_OF_AUDIENCE = namedSql(__dirname, 'hours-of-audience');
const NET_SINCE = namedSql(__dirname, 'net-since');
const NET_SINCE_OF_AUDIENCE = namedSql(__dirname, 'net-since-of-audience');

@Injectable()
export class GrowthReportsQueries {
  constructor(private readonly db: Database) {}

  /** By day, for all contacts. */
  async byDay(period: Period): Promise<GrowthAt[]> {
    const rows = await this.db.query<GrowthFigures & { readonly day: string }>(DAYS, { ...period });
    return rows.map(({ day, ...figures }) => ({ at: { day, hour: '' }, ...figures }));
  }

  async byHour(period: Period, audience: AudienceFilter, timeZone: string): Promise<GrowthAt[]> {
    const sql = audienceSql(audience, HOURS, HOURS_OF_AUDIENCE, 'GROUP BY c.hour');
    const rows = await this.db.query<GrowthFigures & { readonly hour: Date }>(sql, {
      ...momentsOf(period, timeZone),
      ...audience,
    });
    const clock = new WallClock(timeZone);
    return rows.map(({ hour, ...figures }) => ({
      at: { day: clock.show(hour.getTime()).slice(0, 10), hour: sqlTimestamp(hour) },
      ...figures,
    }));
  }

  /** Returns the net growth since the end of a period. */
  async netSince(period: Period, audience: AudienceFilter, timeZone: string): Promise<number> {
    const sql = audienceSql(audience, NET_SINCE, NET_SINCE_OF_AUDIENCE);
    const { end } = momentsOf(period, timeZone);
    const [row] = await this.db.query<{ net: number }>(sql, { to: period.to, end, ...audience });
    return row?.net ?? 0;
  }
}
