import { Get, Header, Inject, Param, Query } from '@nestjs/common';
import { CurrentPrincipal, RequirePermission } from '../../../platform/access/operation.js';
import type { Principal } from '../../../platform/access/permissions.js';
import { Clock } from '../../../platform/clock/clock.js';
import { localDay } from '../../../platform/clock/local-time.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { type Html, html } from '../../../platform/html/html.js';
import { Id, Text } from '../../../platform/http/dto-fields.js';
import { UsesRateLimit } from '../../../platform/rate-limit/rate-limit.guard.js';
import { campaignReportShape, emailStatsShape } from '../../reports/campaigns/dto/campaign-reports.shapes.js';
import { requestOf, RevenueReportDto } from '../../reports/dto/report-query.dto.js';
import { comparedPeriod, DATE_RANGES, resolvePeriod } from '../../reports/periods/report-period.js';
import { valuesByLabel } from '../../reports/digests/digest.js';
import { DigestSources } from '../../reports/digests/digest-sources.js';
import { DIGEST_TYPES, type DigestType } from '../../reports/digests/digest-types.js';
import type { FigureShape } from '../../reports/figures/figure-catalog.js';
import { funnelConversionShape, funnelReportShape } from '../../reports/funnels/dto/funnel-reports.shapes.js';
import { oneLabelReportShape } from '../../reports/labels/dto/label-report.shapes.js';
import { revenueOfCampaignsShape, revenueOfContactsShape } from '../../reports/revenue/dto/revenue.shapes.js';
import { reportCsv } from '../../scheduled-reports/email/report-csv.js';
import { type ReportContent, reportContent, type ReportToWrite } from '../../scheduled-reports/email/report-content.js';
import type { JsonObject } from '../../../platform/values/json.js';
import { Api, type ConsoleApi } from '../http/console-api.js';
import { ConsoleController, ConsoleView, noSuchPage } from '../http/console-view.js';
import { CONSOLE_PATH, SECTIONS, type Page } from '../pages/layout.js';
import * as ui from '../pages/ui.js';
import { textAt } from '../pages/values.js';
import { attention } from './attention.js';
import { figuresIn } from './figures-in.js';

/** The query of a report in the API, and whose report it is. */
class ConsoleReportQuery extends RevenueReportDto {
  /** The campaign or funnel of a report about one. */
  @Id() id?: number;

  /** The title of the table of a file that has one only. */
  @Text({ max: 1_000 }) table?: string;
}

/** Reports that no email contains, by their path in the API. */
const FURTHER: ReadonlyMap<string, readonly [name: string, shape: FigureShape, isOfAllTime?: true]> = new Map([
  ['revenue/campaigns', ['Campaigns by revenue', revenueOfCampaignsShape]],
  ['revenue/contacts', ['Contacts by revenue', revenueOfContactsShape]],
  ['campaigns/{id}', ['Campaign', campaignReportShape]],
  ['campaigns/{id}/email-stats', ['Email statistics', emailStatsShape, true]],
  ['funnels/{id}', ['Funnel', funnelReportShape, true]],
  [
    'funnels/{id}/conversion-stats',
    ['Conversion of all time, with the emails and revenue of these days', funnelConversionShape],
  ],
  ['lists/{id}', ['List', oneLabelReportShape]],
  ['tags/{id}', ['Tag', oneLabelReportShape]],
]);
const UNSENT = { businessName: '', lateSince: null, isFiltered: false, console: null, subject: {} } as const;

/** Shows the reports of the API, at the same path. */
@ConsoleController(CONSOLE_PATH)
@UsesRateLimit('reports')
export class ReportsConsole {
  constructor(
    private readonly sources: DigestSources,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  @ConsoleView('overview')
  async overview(@Query() query: ConsoleReportQuery, @Api() api: ConsoleApi, @CurrentPrincipal() manager: Principal) {
    const [report, growth] = await Promise.all([
      this.digestOf('overview', query),
      this.digestOf('subscriber-growth', query),
    ]);
    const charts = [...report.figures.charts, ...growth.figures.charts];
    const page = await this.pageOf({ ...report, figures: { ...report.figures, charts } }, query, api);
    return { ...page, content: html`${await attention(api, manager)} ${page.content}` };
  }

  @ConsoleView('reports', 'reports')
  list(): Page {
    const ofAll = DIGEST_TYPES.filter((type) => type !== 'campaign' && type !== 'funnel');
    const digests = ofAll.map((type) => [type, this.sources.of(type).name]);
    const further = [...FURTHER].flatMap(([path, [name]]) => (path.includes('{') ? [] : [[path, name]]));
    const columns: ui.Column<readonly string[]>[] = [
      ['Report', ([path = '', name = '']) => html`<a href="${SECTIONS.reports.path}/${path}">${name}</a>`],
      ['API call', ([path = '']) => ui.code(`GET /reports/${path}`), 'extra'],
    ];
    return {
      title: SECTIONS.reports.title,
      lead: 'The page of a campaign, funnel, list, or tag leads to its report.',
      content: ui.table('Reports', columns, [...digests, ...further]),
      calls: ['POST /reports/scheduled'],
    };
  }

  @Get('reports/*path/csv')
  @RequirePermission('view_reports', { summary: 'Download the figures of a report' })
  @Header('Content-Type', 'text/csv; charset=utf-8')
  @Header('Content-Disposition', 'attachment; filename="report.csv"')
  async file(@Param('path') parts: string[], @Query() query: ConsoleReportQuery, @Api() api: ConsoleApi) {
    const report = await this.reportAt(parts.join('/'), query, api);
    const file = await reportCsv(report.figures, report.before, query.table);
    if (file.length === 0) throw noSuchPage();
    return file.toString();
  }

  @ConsoleView('reports', 'reports/*path')
  async show(@Param('path') parts: string[], @Query() query: ConsoleReportQuery, @Api() api: ConsoleApi) {
    return this.pageOf(await this.reportAt(parts.join('/'), query, api), query, api);
  }

  private async reportAt(path: string, query: ConsoleReportQuery, api: ConsoleApi): Promise<ReportToWrite> {
    const type = DIGEST_TYPES.find((each) => each === path);
    if (type) return this.digestOf(type, query);
    const [name, shape, isOfAllTime] = FURTHER.get(path.replace(/\d+/, '{id}')) ?? [];
    if (!name || !shape) throw noSuchPage();
    // The most rows that the API returns at once.
    const asked = { ...keptIn(query), ...(isOfAllTime ? {} : { ...daysOf(query), per_page: '1000' }) };
    const answer = await api.get(`/reports/${path}`, asked);
    const period = isOfAllTime ? null : { from: textAt(answer, 'meta.from'), to: textAt(answer, 'meta.to') };
    return {
      ...{ title: name, name, type: path, timeZone: this.config.timeZone, period },
      ...{ ...UNSENT, comparedWith: null, figures: figuresIn(shape, answer), before: new Map<string, number>() },
    };
  }

  private async digestOf(type: DigestType, query: ConsoleReportQuery): Promise<ReportToWrite> {
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
      ...{ ...UNSENT, title, name: source.name, type, timeZone, comparedWith, figures },
      period: type === 'funnels' ? null : period,
      before: valuesByLabel(earlier ?? { headlines: [] }),
    };
  }

  private async pageOf(report: ReportToWrite, query: ConsoleReportQuery, api: ConsoleApi): Promise<Page> {
    const { type, figures } = report;
    const { title, about, headlines, charts, tables, period, comparedWith, notes } = reportContent(report);
    const tiles = headlines.map(({ label, value, change }): ui.Tile => {
      const sign = change && change.sign !== '=' ? change.sign : '';
      return [label, value, change && html`<span class="${change.trend}">${sign} ${change.words}</span>`];
    });
    const file = fileLink(type, query);
    const inFile = charts.length > 0 ? figures.tables.filter(({ inFileOnly }) => inFileOnly) : [];
    const hint = report.period
      ? 'Choose another period, or send a campaign.'
      : 'Figures appear here after the first email.';
    const content = html`${notes.map((note) => ui.empty('No figures', `${note} ${hint}`))}
    ${await currenciesOf(report, query, api)} ${tiles.length > 0 ? ui.tiles(tiles) : null}
    ${charts.length > 0 ? html`<div class="charts">${charts.map(({ drawn }) => ui.chart(drawn))}</div>` : null}
    ${inFile.map(({ title: each }) => fileLink(type, query, each))}
    ${tables.map(({ campaign, ...each }) =>
      ui.part(
        campaign ? ui.link(SECTIONS.campaigns, campaign, each.title) : each.title,
        html`${tableOf(each)} ${fileLink(type, query, each.title, each.left)}`,
      ),
    )}`;
    return {
      title: about ?? title,
      lead: `${about ? `${title}. ` : ''}${period}${comparedWith ? `, compared with ${comparedWith}` : ''}${report.period ? `. Days in ${report.timeZone}` : ''}.`,
      content: html`${report.period ? rangesOf(query, file) : file} ${content}`,
      calls: [`GET /reports/${type}`, ...(type.includes('/') ? [] : ['POST /reports/scheduled'])],
    };
  }
}

const daysOf = ({ date_range = '30_days', start_date = '', end_date = '' }: ConsoleReportQuery) =>
  start_date || end_date ? { start_date, end_date } : { date_range };

/** What links of a page keep besides the days. */
const keptIn = ({ id, currency }: ConsoleReportQuery) => ({
  ...(id && { id: String(id) }),
  ...(currency && { currency }),
});

/** Says which orders the amounts leave out, with links to them. */
async function currenciesOf(
  { type, period, figures: { currency } }: ReportToWrite,
  query: ConsoleReportQuery,
  api: ConsoleApi,
) {
  if (currency === null) return null;
  const days = period ? daysOf(query) : { date_range: '12_months' };
  // All other reports are of the orders of a part of the emails.
  const ofAll = /^(?:overview|revenue(?:\/contacts)?)$/.test(type) || null;
  const { other_currencies: others } = await api.get('/reports/revenue', { ...days, currency });
  const links = (others as JsonObject[]).map(({ currency: other, orders }) => {
    const asked = new URLSearchParams({ ...keptIn(query), ...(period && days), currency: String(other) }).toString();
    return html` <a href="?${asked}">orders in ${String(other)}${ofAll && `: ${ui.count(Number(orders))}`}</a>`;
  });
  return html`<p class="quiet">
    Revenue and orders are in ${currency} only. ${links.length > 0 ? html`Not included:${links}` : null}
  </p>`;
}

function rangesOf(query: ConsoleReportQuery, file: Html): Html {
  const { start_date = '', end_date = '' } = query;
  const shown = daysOf(query);
  const choices = DATE_RANGES.filter((each) => each !== 'custom').map(
    (each) =>
      html`<a
        href="?${new URLSearchParams({ ...keptIn(query), date_range: each }).toString()}"
        ${each === shown.date_range ? ui.CURRENT : null}
        >${ui.words(each)}</a
      >`,
  );
  return html`<nav class="choices" aria-label="Period">${choices}</nav>
    <form class="ask">
      ${Object.entries(keptIn(query)).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <label>From <input type="date" name="start_date" value="${start_date}" required /></label>
      <label>To <input type="date" name="end_date" value="${end_date}" required /></label>
      <button>Show</button> ${file}
    </form>`;
}

/** @param table its title; the whole report by default. @param left the number of rows that only the file has. */
function fileLink(type: string, query: ConsoleReportQuery, table = '', left = 0): Html {
  const asked = new URLSearchParams({ ...keptIn(query), ...daysOf(query), ...(table && { table }) }).toString();
  const [style, words] = table ? ['', html`<bdi>${table}</bdi> as CSV`] : ['button', 'Download as CSV'];
  return html`<p class="quiet">
    ${left > 0 ? `… and ${ui.count(left)} more in the file: ` : null}
    <a class="${style}" href="${SECTIONS.reports.path}/${type}/csv?${asked}">${words}</a>
  </p>`;
}

const tableOf = ({ title, columns, rows }: Omit<ReportContent['tables'][number], 'campaign'>): Html =>
  ui.table<readonly string[]>(
    title,
    columns.map((each, index) => [
      each.title,
      (row) => ui.text(row[index] ?? ''),
      each.isNumber ? 'number' : undefined,
    ]),
    rows,
  );
