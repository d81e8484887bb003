import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { invalidParams } from '../../../platform/errors/app-error.js';
import type { Page, PageRequest } from '../../../platform/http/page.js';
import { type TestResult, TestResultsService } from '../../campaigns/ab-test/test-results.service.js';
import { type Measured, ReportCache } from '../freshness/report-cache.service.js';
import { askedPeriod } from '../periods/asked-period.js';
import { localDay, shiftDay } from '../periods/local-day.js';
import { startOfDay } from '../periods/local-time.js';
import type { Period } from '../periods/report-period.js';
import type { ReportQuestion } from '../report-question.js';
import { AbTestingQueries, type TestedCampaign } from './ab-testing.queries.js';

/** Rates are percent of what was delivered, one decimal; people only. */
export interface TestReport extends TestResult {
  readonly campaignId: number;
  readonly title: string;
  readonly metric: TestedCampaign['metric'];
}

export interface TestReports {
  readonly page: Page<TestReport>;
  /** The days on which the campaigns began; null for all time. */
  readonly period: Period | null;
  readonly timeZone: string;
  readonly measured: Measured<unknown>;
}

const MAX_AGE_SECONDS = 900;

/** How the A/B tests of campaigns went. */
@Injectable()
export class AbTestingService {
  constructor(
    private readonly queries: AbTestingQueries,
    private readonly results: TestResultsService,
    private readonly measurements: ReportCache,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws AppError rest_invalid_param, for lists and tags too; invalid_date_range */
  async list(question: Pick<ReportQuestion, 'period' | 'members'>, request: PageRequest): Promise<TestReports> {
    const { timeZone } = this.config;
    refuse(question.members);
    const period = askedPeriod(question.period, localDay(this.clock.now(), timeZone));
    // Titles and deletions are seen at once.
    const page = await this.queries.page(
      {
        from: period === null ? null : startOfDay(period.from, timeZone),
        before: period === null ? null : startOfDay(shiftDay(period.to, 1), timeZone),
      },
      request,
    );
    const tested = page.items.map(({ id, metric }) => ({ id, metric }));
    const measured = await this.measurements.measure('ab-testing', tested, MAX_AGE_SECONDS, () => this.figures(tested));
    const items = page.items.flatMap(({ id, title, metric }, index) => {
      const result = measured.figures[index];
      return result ? [{ campaignId: id, title, metric, ...result }] : [];
    });
    return { page: { ...page, items }, period, timeZone, measured };
  }

  /** One by one, so that a long page keeps one connection and not all. */
  private async figures(tested: readonly Pick<TestedCampaign, 'id' | 'metric'>[]): Promise<(TestResult | null)[]> {
    const results: (TestResult | null)[] = [];
    for (const { id, metric } of tested) results.push(await this.results.result(id, metric));
    return results;
  }
}

/** The figures of a variant are not counted by contact. */
function refuse({ lists, tags }: ReportQuestion['members']): void {
  const reason = 'cannot narrow down A/B tests';
  const faults = {
    ...(lists.length > 0 ? { lists: reason } : {}),
    ...(tags.length > 0 ? { tags: reason } : {}),
  };
  if (Object.keys(faults).length > 0) throw invalidParams(faults);
}
