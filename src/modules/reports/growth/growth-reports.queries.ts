import { Injectable } from '@nestjs/common';
import { sqlTimestamp } from '../../../platform/clock/timestamps.js';
import { Database } from '../../../platform/database/database.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { areMembers, isEverybody, type Members } from '../members/members.js';
import { shiftDay } from '../periods/local-day.js';
import { type LocalTime, startOfDay } from '../periods/local-time.js';
import type { Period } from '../periods/report-period.js';
import { WallClock } from '../periods/wall-clock.js';

/** What became of contacts. */
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
const HOURS_OF_MEMBERS = namedSql(__dirname, 'hours-of-members');
const NET_SINCE = namedSql(__dirname, 'net-since');
const NET_SINCE_OF_MEMBERS = namedSql(__dirname, 'net-since-of-members');

@Injectable()
export class GrowthReportsQueries {
  constructor(private readonly db: Database) {}

  /** Of everybody by day, which has no hour. */
  async byDay({ from, to }: Period): Promise<GrowthAt[]> {
    const rows = await this.db.query<GrowthFigures & { readonly day: string }>(DAYS, { from, to });
    return rows.map(({ day, ...figures }) => ({ at: { day, hour: '' }, ...figures }));
  }

  async byHour({ from, to }: Period, members: Members, timeZone: string): Promise<GrowthAt[]> {
    const sql = isEverybody(members)
      ? HOURS
      : `${HOURS_OF_MEMBERS} AND ${areMembers(members, 'c.contact_id')} GROUP BY c.hour`;
    const rows = await this.db.query<GrowthFigures & { readonly hour: Date }>(sql, {
      start: startOfDay(from, timeZone),
      end: startOfDay(shiftDay(to, 1), timeZone),
      ...members,
    });
    const clock = new WallClock(timeZone);
    return rows.map(({ hour, ...figures }) => ({
      at: { day: clock.show(hour.getTime()).slice(0, 10), hour: sqlTimestamp(hour) },
      ...figures,
    }));
  }

  /** By how many subscribed contacts there are more since a local day ended. */
  async netSince(to: string, members: Members, timeZone: string): Promise<number> {
    const sql = isEverybody(members) ? NET_SINCE : `${NET_SINCE_OF_MEMBERS} AND ${areMembers(members, 'c.contact_id')}`;
    const [row] = await this.db.query<{ net: number }>(sql, {
      to,
      end: startOfDay(shiftDay(to, 1), timeZone),
      ...members,
    });
    return row?.net ?? 0;
  }
}
