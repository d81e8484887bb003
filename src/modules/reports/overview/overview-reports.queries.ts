import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { type AudienceFilter, audienceSql } from '../audience-filter/audience-filter.js';

const SUBSCRIBERS = namedSql(__dirname, 'subscribers');
const SUBSCRIBERS_OF_AUDIENCE = namedSql(__dirname, 'subscribers-of-audience');

@Injectable()
export class OverviewReportsQueries {
  constructor(private readonly db: Database) {}

  /** Returns the current number of subscribed contacts. */
  async subscribers(audience: AudienceFilter): Promise<number> {
    const sql = audienceSql(audience, SUBSCRIBERS, SUBSCRIBERS_OF_AUDIENCE);
    const [row] = await this.db.query<{ total: number }>(sql, { ...audience });
    return row?.total ?? 0;
  }
}
