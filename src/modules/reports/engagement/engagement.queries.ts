import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { areMembers, isEverybody, type Members } from '../members/members.js';
import { leastEngagement, POINTS_TO_HALF } from '../rollups/engagement.js';
import { type RankingScope, weights } from '../top-subscribers/top-subscribers.queries.js';
import type { ScoreCount } from './score-distribution.js';

const ONE_SCORE = namedSql(__dirname, 'one-score');
const SCORES_OF_MEMBERS = namedSql(__dirname, 'scores-of-members');
const SCORES_OF_DAYS = namedSql(__dirname, 'scores-of-days');

/** All that are not 0. */
const SCORES = Array.from({ length: 100 }, (_, index) => index + 1);
/** Above all that the column holds. */
const BEYOND = '9'.repeat(65);

const SCORES_OF_EVERYBODY = SCORES.map((score) =>
  ONE_SCORE.replaceAll('{score}', String(score)).replaceAll('{next}', String(score + 1)),
).join(' UNION ALL ');
const LIMITS = SCORES.map((score) => `CAST(:least${score} AS DECIMAL(65, 0))`).join(', ');

@Injectable()
export class EngagementQueries {
  constructor(private readonly db: Database) {}

  /**
   * How many contacts have each score but 0.
   * @param asOf the local day on which points are weighed.
   */
  async scores({ period, members }: RankingScope, asOf: string): Promise<ScoreCount[]> {
    const who = areMembers(members, 'c.contact_id');
    if (period !== null) {
      const sql = SCORES_OF_DAYS.replaceAll('{members}', who);
      const params = { ...period, ...members, ...weights(asOf), pointsToHalf: POINTS_TO_HALF };
      return this.db.query<ScoreCount>(sql, params);
    }
    const limits = Object.fromEntries(SCORES.map((score) => [`least${score}`, String(leastEngagement(score, asOf))]));
    const params = { ...limits, least101: BEYOND, ...members };
    if (isEverybody(members)) return this.db.query<ScoreCount>(SCORES_OF_EVERYBODY, params);
    const sql = `${SCORES_OF_MEMBERS.replaceAll('{limits}', LIMITS)} AND ${who} GROUP BY score`;
    return this.db.query<ScoreCount>(sql, params);
  }

  /** How many contacts there are, whatever their status. */
  async contacts(members: Members): Promise<number> {
    const sql = isEverybody(members)
      ? 'SELECT COALESCE(SUM(total), 0) AS total FROM contact_counters'
      : `SELECT COUNT(*) AS total FROM contacts c WHERE ${areMembers(members, 'c.id')}`;
    const [row] = await this.db.query<{ total: number }>(sql, { ...members });
    return row?.total ?? 0;
  }
}
