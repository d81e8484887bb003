import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { SqlParams } from '../../../platform/sql/named-parameters.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { audienceCondition, type AudienceFilter, audienceSql } from '../audience-filter/audience-filter.js';
import type { Sums } from '../figures/figure-catalog.js';
import type { Period } from '../periods/report-period.js';
import { HALF_LIFE_DAYS, leastEngagement, POINTS, scoreOf, scoreOfPoints } from '../../rollups/engagement.js';

export interface Ranked {
  readonly id: number;
  readonly value: number;
}

export interface ActivityOfContact extends Sums {
  readonly id: number;
  /** The local day; null if all counters are back at 0. */
  readonly lastActivity: string | null;
}

/** A null period means all time. */
export interface RankingScope {
  readonly period: Period | null;
  readonly audience: AudienceFilter;
}

const ACTIVITY_EVER = namedSql(__dirname, 'activity-ever');
const ACTIVITY_EVER_OF_AUDIENCE = namedSql(__dirname, 'activity-ever-of-audience');
const ACTIVITY = namedSql(__dirname, 'activity');
const ENGAGEMENT_EVER = namedSql(__dirname, 'engagement-ever');
const ENGAGEMENT_EVER_OF_AUDIENCE = namedSql(__dirname, 'engagement-ever-of-audience');
const ENGAGEMENT = namedSql(__dirname, 'engagement');
const FIGURES = namedSql(__dirname, 'figures');
const FIGURES_EVER = namedSql(__dirname, 'figures-ever');

/** Extra rows to read, because some top contacts may be deleted. */
const SPARE = 100;

/** Ranks contacts. Of equals, the newer contact comes first, because the indexes are read backwards. */
@Injectable()
export class TopSubscribersQueries {
  constructor(private readonly db: Database) {}

  async byActivity({ period, audience }: RankingScope, limit: number): Promise<readonly Ranked[]> {
    if (period !== null)
      return this.topOfDays(`${ACTIVITY} AND ${audienceCondition(audience)}`, { ...period, ...audience }, limit);
    const highestFirst = 'ORDER BY c.activity DESC, c.contact_id DESC LIMIT :limit';
    const sql = audienceSql(audience, ACTIVITY_EVER, ACTIVITY_EVER_OF_AUDIENCE, highestFirst);
    return this.db.query<Ranked>(sql, { ...audience, limit });
  }

  /** Ranks by score, 0 to 100, with points weighted on the local day `asOf`. */
  async byEngagement({ period, audience }: RankingScope, limit: number, asOf: string): Promise<readonly Ranked[]> {
    if (period !== null) {
      const params = { ...period, ...audience, ...weights(asOf) };
      const rows = await this.topOfDays(`${ENGAGEMENT} AND ${audienceCondition(audience)}`, params, limit);
      return rows.map(({ id, value }) => ({ id, value: scoreOfPoints(value) })).filter(({ value }) => value > 0);
    }
    const least = String(leastEngagement(1, asOf));
    const highestFirst = 'ORDER BY c.engagement DESC, c.contact_id DESC LIMIT :limit';
    const sql = audienceSql(audience, ENGAGEMENT_EVER, ENGAGEMENT_EVER_OF_AUDIENCE, highestFirst);
    const rows = await this.db.query<{ id: number; value: string }>(sql, { ...audience, least, limit });
    return rows.map(({ id, value }) => ({ id, value: scoreOf(BigInt(value), asOf) }));
  }

  /** Returns activity by contact; contacts without activity are absent. */
  async activity(ids: readonly number[], period: Period | null): Promise<ActivityOfContact[]> {
    if (ids.length === 0) return [];
    return this.db.query<ActivityOfContact>(period === null ? FIGURES_EVER : FIGURES, { ids, ...period });
  }

  /** Excludes deleted contacts. Their days are still counted, so it reads some rows more than the limit. */
  private async topOfDays(sql: string, params: SqlParams, limit: number): Promise<readonly Ranked[]> {
    const ranking = `${sql} GROUP BY c.contact_id HAVING value > 0 ORDER BY value DESC, id DESC LIMIT :some`;
    for (let some = limit + SPARE; ; some *= 10) {
      const rows = await this.db.query<Ranked>(ranking, { ...params, some });
      const existing = await this.existing(rows.map(({ id }) => id));
      const found = rows.filter(({ id }) => existing.has(id)).slice(0, limit);
      if (found.length === limit || rows.length < some) return found;
    }
  }

  private async existing(ids: readonly number[]): Promise<ReadonlySet<number>> {
    if (ids.length === 0) return new Set();
    const rows = await this.db.query<{ id: number }>('SELECT id FROM contacts WHERE id IN (:ids)', { ids });
    return new Set(rows.map(({ id }) => id));
  }
}

/** Query parameters for weighting points in the database. */
export const weights = (asOf: string) => ({
  opened: POINTS.opened,
  clicked: POINTS.clicked,
  trackedEvents: POINTS.tracked_events,
  orders: POINTS.orders,
  halfLife: HALF_LIFE_DAYS,
  asOf,
});
