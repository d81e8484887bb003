import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { type AudienceFilter, audienceSql } from '../audience-filter/audience-filter.js';
import { momentsOf, type Period } from '../periods/report-period.js';

const NET_SINCE = namedSql(__dirname, 'net-since');
const NET_SINCE_OF_AUDIENCE = namedSql(__dirname, 'net-since-of-audience');

@Injectable()
export class GrowthReportsQueries {
  constructor(private readonly db: Database) {}

  /** Returns the net growth since the end of a period. */
  async netSince(period: Period, audience: AudienceFilter, timeZone: string): Promise<number> {
    const sql = audienceSql(audience, NET_SINCE, NET_SINCE_OF_AUDIENCE);
    const { end } = momentsOf(period, timeZone);
    const [row] = await this.db.query<{ net: number }>(sql, { to: period.to, end, ...audience });
    return row?.net ?? 0;
  }
}
