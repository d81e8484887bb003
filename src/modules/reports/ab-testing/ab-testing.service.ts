import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../../platform/http/page.js';
import { type TestResult, TestResultsService } from '../../campaigns/ab-test/test-results.service.js';
import { refuseAudience } from '../audience-filter/audience-filter.js';
import { ReportCache } from '../cache/report-cache.service.js';
import { momentsOf, NO_DAYS } from '../periods/report-period.js';
import type { ReportRequest } from '../scope/report-request.js';
import { ReportScopes } from '../scope/report-scopes.service.js';
import { AbTestingQueries, type TestedCampaign } from './ab-testing.queries.js';
import type { AbTestingResponse } from './dto/ab-testing.shapes.js';
import { testedVariant } from './tested-variant.js';

/** A page of tests, with the days on which their campaigns started. */
export interface AbTestReports extends Pick<AbTestingResponse, 'meta'> {
  readonly tests: Page<AbTestingResponse['tests'][number]>;
}

const MAX_AGE_SECONDS = 900;

/** Computes the results of A/B tests of campaigns. */
@Injectable()
export class AbTestingService {
  constructor(
    private readonly queries: AbTestingQueries,
    private readonly results: TestResultsService,
    private readonly scopes: ReportScopes,
    private readonly cache: ReportCache,
  ) {}

  /** @throws AppError rest_invalid_param, for lists and tags too; invalid_date_range */
  async list(request: Pick<ReportRequest, 'period' | 'audience'>, pageRequest: PageRequest): Promise<AbTestReports> {
    refuseAudience(request.audience, 'cannot filter A/B tests');
    const period = this.scopes.optionalPeriod(request.period);
    // Not cached, so that new titles and deletions appear immediately.
    const page = await this.queries.page(
      period === null ? { start: null, end: null } : momentsOf(period, this.scopes.timeZone),
      pageRequest,
    );
    const tested = page.items.map(({ id, metric }) => ({ id, metric }));
    const { figures, freshness } = await this.cache.fetch('ab-testing', tested, MAX_AGE_SECONDS, () =>
      this.figures(tested),
    );
    const items = page.items.flatMap(({ id, title, metric }, index) => {
      const result = figures[index];
      if (!result) return [];
      const { state, winner, confidence, lift, variants } = result;
      return [
        {
          ...{ campaign_id: id, title, metric, status: state, winner, confidence, lift },
          variants: variants.map(testedVariant),
        },
      ];
    });
    return { tests: { ...page, items }, meta: { ...(period ?? NO_DAYS), ...freshness } };
  }

  /** Sequential queries, so that a long page uses one connection only. */
  private async figures(tested: readonly Pick<TestedCampaign, 'id' | 'metric'>[]): Promise<(TestResult | null)[]> {
    const results: (TestResult | null)[] = [];
    for (const { id, metric } of tested) results.push(await this.results.result(id, metric));
    return results;
  }
}
