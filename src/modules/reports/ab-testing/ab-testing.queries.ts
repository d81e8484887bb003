import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { offsetOf, type Page, type PageRequest } from '../../../platform/http/page.js';
import { namedSql } from '../../../platform/sql/named-sql.js';

export interface TestedCampaign {
  readonly id: number;
  readonly title: string;
  readonly metric: 'opens' | 'clicks' | 'revenue';
}

/** When the campaigns began, UTC, the end not included; null for any time. */
export interface Begun {
  readonly from: string | null;
  readonly before: string | null;
}

const TESTS = namedSql(__dirname, 'tests');
const TEST_COUNT = namedSql(__dirname, 'test-count');

@Injectable()
export class AbTestingQueries {
  constructor(private readonly db: Database) {}

  /** Campaigns with a test that has begun, the newest first. */
  async page(begun: Begun, request: PageRequest): Promise<Page<TestedCampaign>> {
    const slice = { limit: request.perPage, offset: offsetOf(request) };
    const items = await this.db.query<TestedCampaign>(TESTS, { ...begun, ...slice });
    const [count] = await this.db.query<{ total: number }>(TEST_COUNT, { ...begun });
    return { items, total: count?.total ?? 0, request };
  }
}
