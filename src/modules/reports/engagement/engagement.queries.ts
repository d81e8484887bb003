import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { audienceCondition, audienceSql } from '../audience-filter/audience-filter.js';
import { leastEngagement, POINTS_TO_HALF } from '../../rollups/engagement.js';
import { type RankingScope, weights } from '../top-subscribers/top-subscribers.queries.js';
import type { ScoreCount } from './score-distribution.js';

const ONE_SCORE = namedSql(__dirname, 'one-score');
const SCORES_OF_AUDIENCE = namedSql(__dirname, 'scores-of-audience');
const SCORES_OF_DAYS = namedSql(__dirname, 'scores-of-days');

/** All scores except 0. */
const SCORES = Array.from({ length: 100 }, (_, index) => index + 1);
/** Greater than any value of the column. */
const BEYOND = '9'.repeat(65);

const SCORES_OF_ALL = SCORES.map((score) =>
  ONE_SCORE.replaceAll('{score}', String(score)).replaceAll('{next}', String(score + 1)),
).join(' UNION ALL ');
const LIMITS = SCORES.map((score) => `CAST(:least${score} AS DECIMAL(65, 0))`).join(', ');

@Injectable()
export class EngagementQueries {
  constructor(private readonly db: Database) {}

  /** Contacts by score, except for 0, with points weighted on the local day `asOf`. */
  async scores({ period, audience }: RankingScope, asOf: string): Promise<ScoreCount[]> {
    if (period !== null) {
      const sql = SCORES_OF_DAYS.replaceAll('{audience}', audienceCondition(audience));
      const params = { ...period, ...audience, ...weights(asOf), pointsToHalf: POINTS_TO_HALF };
      return this.db.query<ScoreCount>(sql, params);
    }
    const limits = Object.fromEntries(SCORES.map((score) => [`least${score}`, String(leastEngagement(score, asOf))]));
    const params = { ...limits, least101: BEYOND, ...audience };
    const ofAudience = SCORES_OF_AUDIENCE.replaceAll('{limits}', LIMITS);
    return this.db.query<ScoreCount>(audienceSql(audience, SCORES_OF_ALL, ofAudience, 'GROUP BY score'), params);
  }
}
