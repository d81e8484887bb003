import { Inject, Query } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { localDay } from '../../../platform/clock/local-day.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { OneOf } from '../../../platform/http/dto-fields.js';
import { UsesRateLimit } from '../../../platform/rate-limit/rate-limit.guard.js';
import { comparedPeriod, resolvePeriod } from '../../reports/periods/report-period.js';
import { DigestSources } from '../../scheduled-reports/digests/digest-sources.js';
import { reportContent } from '../../scheduled-reports/email/report-content.js';
import { ConsoleController, ConsoleView } from '../http/console-view.js';
import { CONSOLE_PATH } from '../http/sections.js';
import type { Page } from '../pages/layout.js';
import { overviewPage, RANGES } from './overview.page.js';

class OverviewDto {
  @OneOf(RANGES) range?: (typeof RANGES)[number];
}

const SETTINGS = { currency: null, campaignId: null, funnelId: null };
const EVERYONE = { lists: [], tags: [] };

/** Shows the report that scheduled reports send by email, with the growth of subscribers. */
@ConsoleController(CONSOLE_PATH)
@UsesRateLimit('reports')
export class OverviewConsoleController {
  constructor(
    private readonly sources: DigestSources,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  @ConsoleView('overview')
  async show(@Query() { range = '30_days' }: OverviewDto): Promise<Page> {
    const { timeZone } = this.config;
    const today = localDay(this.clock.now(), timeZone);
    const period = resolvePeriod({ dateRange: range, startDate: undefined, endDate: undefined }, today);
    const comparedWith = comparedPeriod(period, 'previous_period') ?? period;
    const request = { period, audience: EVERYONE, settings: SETTINGS };
    const source = this.sources.of('overview');
    const [figures, growth, before] = await Promise.all([
      source.build(request, false),
      this.sources.of('subscriber-growth').build(request, false),
      source.build({ ...request, period: comparedWith }, true),
    ]);
    const report = reportContent({
      title: 'Overview',
      name: source.name,
      period,
      comparedWith,
      figures: { ...figures, charts: [...figures.charts, ...growth.charts] },
      before: new Map(before.headlines.map(({ label, value }) => [label, value])),
      timeZone,
      businessName: '',
      lateSince: null,
      isFiltered: false,
    });
    return overviewPage(report, range, timeZone);
  }
}
