import { Inject, Query } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { localDay } from '../../../platform/clock/local-time.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { html } from '../../../platform/html/html.js';
import { UsesRateLimit } from '../../../platform/rate-limit/rate-limit.guard.js';
import { comparedPeriod, resolvePeriod } from '../../reports/periods/report-period.js';
import { DigestSources } from '../../reports/digests/digest-sources.js';
import { type ReportContent, reportContent } from '../../scheduled-reports/email/report-content.js';
import { ConsoleController, ConsoleView } from '../http/console-view.js';
import { SECTIONS, type Page } from '../pages/layout.js';
import * as ui from '../pages/ui.js';
import { RANGES, OverviewDto } from './overview.dto.js';

const SETTINGS = { currency: null, campaignId: null, funnelId: null };

/** Shows the report that scheduled reports send by email, with the growth of subscribers. */
@ConsoleController(SECTIONS.overview.path)
@UsesRateLimit('reports')
export class OverviewConsole {
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
    const request = { period, audience: { lists: [], tags: [] }, settings: SETTINGS };
    const [source, growths] = [this.sources.of('overview'), this.sources.of('subscriber-growth')];
    const [figures, growth, earlier] = await Promise.all([
      source.build(request, false),
      growths.build(request, false),
      source.build({ ...request, period: comparedWith }, true),
    ]);
    const report = reportContent({
      ...{ title: SECTIONS.overview.title, name: source.name, period, comparedWith, timeZone },
      ...{ businessName: '', lateSince: null, isFiltered: false },
      figures: { ...figures, charts: [...figures.charts, ...growth.charts] },
      before: new Map(earlier.headlines.map(({ label, value }) => [label, value])),
    });
    return overviewPage(report, range, timeZone);
  }
}

function overviewPage(report: ReportContent, range: string, timeZone: string): Page {
  const { title, headlines, charts, period, comparedWith } = report;
  const ranges = RANGES.map(
    (each) => html`<a href="?range=${each}" ${each === range ? ui.CURRENT : null}>${ui.words(each)}</a>`,
  );
  const tiles = headlines.map(({ label, value, change }): ui.Tile => {
    const sign = change && change.sign !== '=' ? change.sign : '';
    return [label, value, change && html`<span class="${change.trend}">${sign} ${change.words}</span>`];
  });
  return {
    title,
    lead: `${period}${comparedWith === null ? '' : `, compared with ${comparedWith}`}. Days in ${timeZone}.`,
    content: html`<nav class="choices" aria-label="Period">${ranges}</nav>
      ${ui.tiles(tiles)}
      <div class="charts">${charts.map(({ drawn }) => ui.chart(drawn, 'Day'))}</div>`,
    calls: ['GET /reports/overview', 'GET /reports/subscriber-growth', 'POST /reports/scheduled'],
  };
}
