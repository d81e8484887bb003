import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { SqlParams } from '../../../platform/sql/named-parameters.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { areMembers, isEverybody, type Members } from '../members/members.js';
import type { Period } from '../periods/report-period.js';
import { HALF_LIFE_DAYS, leastEngagement, POINTS, scoreOf, scoreOfPoints } from '../rollups/engagement.js';

export interface Ranked {
  readonly id: number;
  readonly value: number;
}

export interface Deeds {
  readonly id: number;
  readonly opens: number;
  readonly clicks: number;
  /** The local day; null when nothing is left of what was counted. */
  readonly lastActivity: string | null;
}

/** Of whom, and of which days: all of them when the period is null. */
export interface RankingScope {
  readonly period: Period | null;
  readonly members: Members;
}

const ACTIVITY_EVER = namedSql(__dirname, 'activity-ever');
const ACTIVITY_EVER_OF_MEMBERS = namedSql(__dirname, 'activity-ever-of-members');
const ACTIVITY = namedSql(__dirname, 'activity');
const ENGAGEMENT_EVER = namedSql(__dirname, 'engagement-ever');
const ENGAGEMENT_EVER_OF_MEMBERS = namedSql(__dirname, 'engagement-ever-of-members');
const ENGAGEMENT = namedSql(__dirname, 'engagement');
const FIGURES = namedSql(__dirname, 'figures');
const FIGURES_EVER = namedSql(__dirname, 'figures-ever');

/** How many of the best may be gone before a ranking is asked for again. */
const SPARE = 100;

/** Who did most. Of equals the younger contact comes first, because the indexes are read backwards. */
@Injectable()
export class TopSubscribersQueries {
  constructor(private readonly db: Database) {}

  /** By how many mails they opened and clicked, what they did elsewhere and ordered. */
  async byActivity({ period, members }: RankingScope, limit: number): Promise<readonly Ranked[]> {
    const who = areMembers(members, 'c.contact_id');
    if (period !== null) return this.bestOfDays(`${ACTIVITY} AND ${who}`, { ...period, ...members }, limit);
    if (isEverybody(members)) return this.db.query<Ranked>(ACTIVITY_EVER, { limit });
    const sql = `${ACTIVITY_EVER_OF_MEMBERS} AND ${who} ORDER BY c.activity DESC, c.contact_id DESC LIMIT :limit`;
    return this.db.query<Ranked>(sql, { ...members, limit });
  }

  /**
   * By score, 0 to 100.
   * @param asOf the local day on which points are weighed.
   */
  async byEngagement({ period, members }: RankingScope, limit: number, asOf: string): Promise<readonly Ranked[]> {
    const who = areMembers(members, 'c.contact_id');
    if (period !== null) {
      const params = { ...period, ...members, ...weights(asOf) };
      const rows = await this.bestOfDays(`${ENGAGEMENT} AND ${who}`, params, limit);
      return rows.map(({ id, value }) => ({ id, value: scoreOfPoints(value) })).filter(({ value }) => value > 0);
    }
    const least = String(leastEngagement(1, asOf));
    const rows = await this.db.query<{ id: number; value: string }>(
      isEverybody(members)
        ? ENGAGEMENT_EVER
        : `${ENGAGEMENT_EVER_OF_MEMBERS} AND ${who} ORDER BY c.engagement DESC, c.contact_id DESC LIMIT :limit`,
      { ...members, least, limit },
    );
    return rows.map(({ id, value }) => ({ id, value: scoreOf(BigInt(value), asOf) }));
  }

  /** What single contacts did; who did nothing is left out. */
  async deeds(ids: readonly number[], period: Period | null): Promise<Deeds[]> {
    if (ids.length === 0) return [];
    return this.db.query<Deeds>(period === null ? FIGURES_EVER : FIGURES, { ids, ...period });
  }

  /** Those who are still there, of sums of days that know also who is gone. Few of the best are, so a few more are asked for. */
  private async bestOfDays(sql: string, params: SqlParams, limit: number): Promise<readonly Ranked[]> {
    const ranking = `${sql} GROUP BY c.contact_id HAVING value > 0 ORDER BY value DESC, id DESC LIMIT :some`;
    for (let some = limit + SPARE; ; some *= 10) {
      const rows = await this.db.query<Ranked>(ranking, { ...params, some });
      const living = await this.living(rows.map(({ id }) => id));
      const found = rows.filter(({ id }) => living.has(id)).slice(0, limit);
      if (found.length === limit || rows.length < some) return found;
    }
  }

  private async living(ids: readonly number[]): Promise<ReadonlySet<number>> {
    if (ids.length === 0) return new Set();
    const rows = await this.db.query<{ id: number }>('SELECT id FROM contacts WHERE id IN (:ids)', { ids });
    return new Set(rows.map(({ id }) => id));
  }
}

/** The parameters of points that are weighed by the database. */
export const weights = (asOf: string) => ({
  opened: POINTS.opened,
  clicked: POINTS.clicked,
  trackedEvents: POINTS.tracked_events,
  orders: POINTS.orders,
  halfLife: HALF_LIFE_DAYS,
  asOf,
});
