import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { idsOf } from '../../../platform/ids/ids.js';
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

const EVER = namedSql(__dirname, 'ever');
const EVER_OF_AUDIENCE = namedSql(__dirname, 'ever-of-audience');
const DAYS = namedSql(__dirname, 'days');
const FIGURES = namedSql(__dirname, 'figures');
const FIGURES_EVER = namedSql(__dirname, 'figures-ever');

/** Extra rows to read, because some top contacts may be deleted. */
const SPARE = 100;

/** Ranks contacts. Of equals, the newer contact comes first, because the indexes are read backwards. */
@Injectable()
export class TopSubscribersQueries {
  constructor(private readonly db: Database) {}

  async byActivity(scope: RankingScope, limit: number): Promise<readonly Ranked[]> {
    if (scope.period !== null)
      return this.topOfDays('', scope, { opened: 1, clicked: 1, trackedEvents: 1, orders: 1 }, limit);
    const rows = await this.topEver('activity', scope, '1', limit);
    return rows.map(({ id, value }) => ({ id, value: Number(value) }));
  }

  /** Ranks by score, 0 to 100, with points weighted on the local day `asOf`. */
  async byEngagement(scope: RankingScope, limit: number, asOf: string): Promise<readonly Ranked[]> {
    if (scope.period !== null) {
      const weighted = ' * POW(2, (DATEDIFF(c.day, :asOf) + 0e0) / :halfLife)';
      const rows = await this.topOfDays(weighted, scope, weights(asOf), limit);
      return rows.map(({ id, value }) => ({ id, value: scoreOfPoints(value) })).filter(({ value }) => value > 0);
    }
    const rows = await this.topEver('engagement', scope, String(leastEngagement(1, asOf)), limit);
    return rows.map(({ id, value }) => ({ id, value: scoreOf(BigInt(value), asOf) }));
  }

  /** Returns activity by contact; contacts without activity are absent. */
  async activity(ids: readonly number[], period: Period | null): Promise<ActivityOfContact[]> {
    if (ids.length === 0) return [];
    return this.db.query<ActivityOfContact>(period === null ? FIGURES_EVER : FIGURES, { ids, ...period });
  }

  private async topEver(total: 'activity' | 'engagement', { audience }: RankingScope, least: string, limit: number) {
    const highestFirst = 'ORDER BY c.{total} DESC, c.contact_id DESC LIMIT :limit';
    const sql = audienceSql(audience, EVER, EVER_OF_AUDIENCE, highestFirst).replaceAll('{total}', total);
    return this.db.query<{ id: number; value: string }>(sql, { ...audience, least, limit });
  }

  /** Excludes deleted contacts. Their days are still counted, so it reads some rows more than the limit. */
  private async topOfDays(weighted: string, { period, audience }: RankingScope, params: SqlParams, limit: number) {
    const ranking = `${DAYS.replace('{weighted}', weighted)} AND ${audienceCondition(audience)}
      GROUP BY c.contact_id HAVING value > 0 ORDER BY value DESC, id DESC LIMIT :some`;
    for (let some = limit + SPARE; ; some *= 10) {
      const rows = await this.db.query<Ranked>(ranking, { ...period, ...audience, ...params, some });
      if (rows.length === 0) return [];
      const sql = 'SELECT id FROM contacts WHERE id IN (:ids)';
      const existing = new Set(idsOf(await this.db.query<{ id: number }>(sql, { ids: idsOf(rows) })));
      const found = rows.filter(({ id }) => existing.has(id)).slice(0, limit);
      if (found.length === limit || rows.length < some) return found;
    }
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
