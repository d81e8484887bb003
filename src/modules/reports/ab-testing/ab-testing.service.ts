import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { newestFirst } from '../../../platform/http/keyset.js';
import type { Page, PageRequest } from '../../../platform/http/page.js';
import { type TestResult, TestResultsService } from '../../campaigns/ab-test/test-results.service.js';
import { refuseAudience } from '../audience-filter/audience-filter.js';
import { ReportCache } from '../cache/report-cache.service.js';
import { momentsOf, NO_DAYS, type Period } from '../periods/report-period.js';
import { type ReportRequest, ReportScopes } from '../scope/report-scopes.service.js';
import { type AbTestingResponse, testedVariantOf } from './dto/ab-testing.shapes.js';

interface AbTestReports extends Pick<AbTestingResponse, 'meta'> {
  readonly tests: Page<AbTestingResponse['tests'][number]>;
}

interface TestedCampaign {
  readonly id: number;
  readonly title: string;
  readonly metric: 'opens' | 'clicks' | 'revenue';
}

const MAX_AGE_SECONDS = 900;

@Injectable()
export class AbTestingService {
  constructor(
    private readonly db: Database,
    private readonly results: TestResultsService,
    private readonly scopes: ReportScopes,
    private readonly cache: ReportCache,
  ) {}

  async list(request: Pick<ReportRequest, 'period' | 'audience'>, pageRequest: PageRequest): Promise<AbTestReports> {
    refuseAudience(request.audience, 'cannot filter A/B tests');
    const period = this.scopes.optionalPeriod(request.period);
    // Not cached, so that new titles and deletions appear immediately.
    const page = await this.started(period, pageRequest);
    const tested = page.items.map(({ id, metric }) => ({ id, metric }));
    const { figures, freshness } = await this.cache.fetch('ab-testing', tested, MAX_AGE_SECONDS, () =>
      this.figures(tested),
    );
    const items = page.items.flatMap(({ id, title, metric }, index) => {
      const result = figures[index];
      if (!result) return [];
      const { state: status, winner, confidence, lift, variants } = result;
      const about = { campaign_id: id, title, metric, status, winner, confidence, lift };
      return [{ ...about, variants: variants.map(testedVariantOf) }];
    });
    return { tests: { ...page, items }, meta: { ...(period ?? NO_DAYS), ...freshness } };
  }

  /** Returns campaigns whose test has started. @param period in which the campaigns started; null for any time. */
  private async started(period: Period | null, request: PageRequest): Promise<Page<TestedCampaign>> {
    const moments = period && momentsOf(period, this.scopes.timeZone);
    const where = [
      'r.deleted_at IS NULL',
      'EXISTS (SELECT 1 FROM campaign_experiments e WHERE e.campaign_id = r.id)',
      ...(moments ? ['r.started_at >= :start AND r.started_at < :end'] : []),
    ];
    const columns = `r.id, r.title, JSON_UNQUOTE(JSON_EXTRACT(r.settings, '$.ab_test.metric')) AS metric`;
    return newestFirst(this.db, { columns, from: 'campaigns', where, params: { ...moments } }, request);
  }

  /** Sequential queries, so that a long page uses one connection only. */
  private async figures(tested: readonly Pick<TestedCampaign, 'id' | 'metric'>[]): Promise<(TestResult | null)[]> {
    const results: (TestResult | null)[] = [];
    for (const { id, metric } of tested) results.push(await this.results.result(id, metric));
    return results;
  }
}
