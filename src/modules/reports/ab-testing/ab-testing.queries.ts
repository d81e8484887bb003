import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { offsetOf, type Page, type PageRequest } from '../../../platform/http/page.js';
import { namedSql } from '../../../platform/sql/named-sql.js';

export interface TestedCampaign {
  readonly id: number;
  readonly title: string;
  readonly metric: 'opens' | 'clicks' | 'revenue';
}

/** The period in which the campaigns started, in UTC with an exclusive end; null for any time. */
export interface StartPeriod {
  readonly start: string | null;
  readonly end: string | null;
}

const TESTS = namedSql(__dirname, 'tests');
const TEST_COUNT = namedSql(__dirname, 'test-count');

@Injectable()
export class AbTestingQueries {
  constructor(private readonly db: Database) {}

  /** Returns campaigns whose test has started, newest first. */
  async page(started: StartPeriod, request: PageRequest): Promise<Page<TestedCampaign>> {
    const slice = { limit: request.perPage, offset: offsetOf(request) };
    const items = await this.db.query<TestedCampaign>(TESTS, { ...started, ...slice });
    const [count] = await this.db.query<{ total: number }>(TEST_COUNT, { ...started });
    return { items, total: count?.total ?? 0, request };
  }
}
