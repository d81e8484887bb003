import { Get, Header, Inject, Param, Query } from '@nestjs/common';
import { RequirePermission } from '../../../platform/access/operation.js';
import { Clock } from '../../../platform/clock/clock.js';
import { localDay } from '../../../platform/clock/local-time.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { AppError, invalidParam } from '../../../platform/errors/app-error.js';
import { type Html, html } from '../../../platform/html/html.js';
import { Id } from '../../../platform/http/dto-fields.js';
import { UsesRateLimit } from '../../../platform/rate-limit/rate-limit.guard.js';
import { requestOf, RevenueReportDto } from '../../reports/dto/report-query.dto.js';
import { comparedPeriod, DATE_RANGES, resolvePeriod } from '../../reports/periods/report-period.js';
import { valuesByLabel } from '../../reports/digests/digest.js';
import { DigestSources } from '../../reports/digests/digest-sources.js';
import { DIGEST_TYPES, type DigestType } from '../../reports/digests/digest-types.js';
import { reportCsv } from '../../scheduled-reports/email/report-csv.js';
import { type ReportContent, reportContent } from '../../scheduled-reports/email/report-content.js';
import { Api, type ConsoleApi } from '../http/console-api.js';
import { ConsoleController, ConsoleView, noSuchPage } from '../http/console-view.js';
import { CONSOLE_PATH, SECTIONS, type Page } from '../pages/layout.js';
import * as ui from '../pages/ui.js';
import { labelOf, record, textAt } from '../pages/values.js';
import { attention } from './attention.js';

/** The query of a report in the API, and whose report it is. */
class ConsoleReportQuery extends RevenueReportDto {
  /** The campaign or funnel of a report about one. */
  @Id() id?: number;
}

/** Reports that no email contains; they have the path of the API. */
const FURTHER =
  /^(?:revenue\/(?:campaigns|contacts)|(?:campaigns|funnels|lists|tags)\/\d+|campaigns\/\d+\/email-stats|funnels\/\d+\/conversion-stats)$/;

/** Shows the reports that scheduled reports send by email. */
@ConsoleController(CONSOLE_PATH)
@UsesRateLimit('reports')
export class ReportsConsole {
  constructor(
    private readonly sources: DigestSources,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    @Inject(ui.SETTINGS) private readonly settings: ui.Settings,
  ) {}

  @ConsoleView('overview')
  async overview(@Query() query: ConsoleReportQuery, @Api() api: ConsoleApi): Promise<Page> {
    const [report, growth] = await Promise.all([
      this.figuresOf('overview', query),
      this.figuresOf('subscriber-growth', query),
    ]);
    const charts = [...report.figures.charts, ...growth.figures.charts];
    const page = this.pageOf(reportContent({ ...report, figures: { ...report.figures, charts } }), query, 'overview');
    return { ...page, content: html`${await attention(api)} ${page.content}` };
  }

  @ConsoleView('reports', 'reports')
  list(): Page {
    const ofAll = DIGEST_TYPES.filter((type) => type !== 'campaign' && type !== 'funnel');
    const rows = ofAll.map((type): readonly string[] => [type, this.sources.of(type).name]);
    rows.push(['revenue/campaigns', 'Campaigns by revenue'], ['revenue/contacts', 'Contacts by revenue']);
    const columns: ui.Column<readonly string[]>[] = [
      ['Report', ([path = '', name = '']) => html`<a href="${SECTIONS.reports.path}/${path}">${name}</a>`],
      ['API call', ([path = '']) => ui.code(`GET /reports/${path}`), 'extra'],
    ];
    return {
      title: SECTIONS.reports.title,
      lead: 'The report of one campaign, funnel, list, or tag has its ID in the address, as in the API.',
      content: ui.table('Reports', columns, rows),
      calls: ['POST /reports/scheduled'],
    };
  }

  @ConsoleView('reports', 'reports/:type')
  async show(@Param('type') type: string, @Query() query: ConsoleReportQuery): Promise<Page> {
    const report = await this.figuresOf(typeOf(type), query);
    return this.pageOf(reportContent(report), query, typeOf(type));
  }

  @Get('reports/:type/csv')
  @RequirePermission('view_reports', { summary: 'Download the figures of a report' })
  @Header('Content-Type', 'text/csv; charset=utf-8')
  @Header('Content-Disposition', 'attachment; filename="report.csv"')
  async file(@Param('type') type: string, @Query() query: ConsoleReportQuery): Promise<string> {
    const report = await this.figuresOf(typeOf(type), query);
    return (await reportCsv(report.figures, report.before)).toString();
  }

  @ConsoleView('reports', 'reports/*path')
  async further(@Param('path') parts: string[], @Query() query: ConsoleReportQuery, @Api() api: ConsoleApi) {
    const path = parts.join('/');
    if (!FURTHER.test(path)) throw noSuchPage();
    const report = await api.get(`/reports/${path}`, daysOf(query));
    const content = html`${rangesOf(query, null)} ${record(report, this.settings.times)}`;
    return { title: textAt(report, 'title') || labelOf(path), content, calls: [`GET /reports/${path}`] };
  }

  private async figuresOf(type: DigestType, query: ConsoleReportQuery) {
    const { timeZone } = this.config;
    const { id = null } = query;
    const { period: asked, audience, compareWith, currency = null } = requestOf(query);
    if ((type === 'campaign' || type === 'funnel') && id === null) throw invalidParam('id', 'is required');
    const period = resolvePeriod(asked, localDay(this.clock.now(), timeZone));
    const comparedWith = comparedPeriod(period, compareWith);
    const settings = { currency, campaignId: id, funnelId: id };
    const source = this.sources.of(type);
    const [figures, earlier] = await Promise.all([
      source.build({ period, audience, settings }, false),
      comparedWith && source.build({ period: comparedWith, audience, settings }, true),
    ]);
    const title = type === 'overview' ? SECTIONS.overview.title : source.name;
    return {
      ...{ title, name: source.name, type, period, timeZone },
      ...{ comparedWith: comparedWith ?? period, businessName: '', lateSince: null, isFiltered: false, figures },
      ...{ console: null, subject: {} },
      before: valuesByLabel(earlier ?? { headlines: [] }),
    };
  }

  private pageOf(report: ReportContent, query: ConsoleReportQuery, type: DigestType): Page {
    const { title, about, headlines, charts, tables, period, comparedWith, notes } = report;
    const tiles = headlines.map(({ label, value, change }): ui.Tile => {
      const sign = change && change.sign !== '=' ? change.sign : '';
      return [label, value, change && html`<span class="${change.trend}">${sign} ${change.words}</span>`];
    });
    const content = html`${notes.map((note) => ui.empty('No figures', `${note} Choose another period, or send a campaign.`))}
      ${tiles.length > 0 ? ui.tiles(tiles) : null}
      <div class="charts">${charts.map(({ drawn }) => ui.chart(drawn, 'Day'))}</div>
      ${tables.map((each) => ui.part(each.title, tableOf(each)))}`;
    return {
      title: about ?? title,
      lead: `${period}${comparedWith === null ? '' : `, compared with ${comparedWith}`}. Days in ${this.config.timeZone}.`,
      content: html`${rangesOf(query, type)} ${content}`,
      calls: [`GET /reports/${type}`, 'POST /reports/scheduled'],
    };
  }
}

const daysOf = ({ date_range = '30_days', start_date = '', end_date = '' }: ConsoleReportQuery) =>
  start_date || end_date ? { start_date, end_date } : { date_range };

function rangesOf(query: ConsoleReportQuery, type: DigestType | null): Html {
  const { id, start_date = '', end_date = '' } = query;
  const shown = daysOf(query);
  const about = id === undefined ? {} : { id: String(id) };
  const choices = DATE_RANGES.filter((each) => each !== 'custom').map(
    (each) =>
      html`<a
        href="?${new URLSearchParams({ ...about, date_range: each }).toString()}"
        ${each === shown.date_range ? ui.CURRENT : null}
        >${ui.words(each)}</a
      >`,
  );
  const file = `${SECTIONS.reports.path}/${type}/csv?${new URLSearchParams({ ...about, ...shown }).toString()}`;
  return html`<nav class="choices" aria-label="Period">${choices}</nav>
    <form class="ask">
      ${id === undefined ? null : html`<input type="hidden" name="id" value="${id}" />`}
      <label>From <input type="date" name="start_date" value="${start_date}" required /></label>
      <label>To <input type="date" name="end_date" value="${end_date}" required /></label>
      <button>Show</button> ${type && html`<a class="button" href="${file}">Download as CSV</a>`}
    </form>`;
}

const tableOf = ({ title, columns, rows }: ReportContent['tables'][number]): Html =>
  ui.table<readonly string[]>(
    title,
    columns.map((column, index) => [
      column.title,
      (row) => ui.text(row[index] ?? ''),
      column.isNumber ? 'number' : undefined,
    ]),
    rows,
  );

function typeOf(text: string): DigestType {
  const type = DIGEST_TYPES.find((each) => each === text);
  if (type === undefined) throw new AppError('report_not_found', 'The requested report could not be found.');
  return type;
}
