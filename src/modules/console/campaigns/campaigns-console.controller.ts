import { Inject, Param, Query } from '@nestjs/common';
import { CurrentPrincipal } from '../../../platform/access/operation.js';
import type { Principal } from '../../../platform/access/permissions.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { normalizedEmail } from '../../../platform/text/email-address.js';
import { CampaignsService } from '../../campaigns/campaigns.service.js';
import { CampaignFigures } from '../../campaigns/figures/campaign-figures.queries.js';
import type { CampaignLinkResponse } from '../../campaigns/insights/dto/campaign-insights.shapes.js';
import { CampaignInsightsQueries } from '../../campaigns/insights/campaign-insights.queries.js';
import { CampaignWhy } from '../../campaigns/why/campaign-why.service.js';
import { LiveCampaignsService } from '../../reports/campaigns/live-campaigns.service.js';
import { actionLinks } from '../actions/actions.js';
import { Api, type ConsoleApi } from '../http/console-api.js';
import { at, rowsOf, rowsTable, textAt } from '../pages/values.js';
import { figuresIn } from '../reports/figures-in.js';
import { chartOf } from '../../scheduled-reports/email/report-content.js';
import { isObject, type JsonObject } from '../../../platform/values/json.js';
import { ConsoleQuery, ConsoleController, ConsoleView } from '../http/console-view.js';
import { SECTIONS, sectionsFor, type Page } from '../pages/layout.js';
import * as ui from '../pages/ui.js';
import { type Html, html, type HtmlContent } from '../../../platform/html/html.js';
import type { Page as Rows } from '../../../platform/http/page.js';
import { percent } from '../../../platform/rates/rates.js';
import type { Campaign } from '../../campaigns/campaign/campaign.entity.js';
import type { AudiencePair } from '../../campaigns/campaign/campaign-settings.js';
import { resultOf } from '../../reports/digests/digest.js';
import type { WhyResponse } from '../../campaigns/why/dto/why.shapes.js';
import { campaignReportShape, type LiveCampaignResponse } from '../../reports/campaigns/dto/campaign-reports.shapes.js';

const NEWEST = { field: 'id', direction: 'DESC' } as const;

@ConsoleController(SECTIONS.campaigns.path)
export class CampaignsConsole {
  constructor(
    private readonly campaigns: CampaignsService,
    private readonly figures: CampaignFigures,
    private readonly live: LiveCampaignsService,
    private readonly links: CampaignInsightsQueries,
    private readonly why: CampaignWhy,
    @Inject(ui.TIMES) private readonly times: ui.Times,
  ) {}

  @ConsoleView('campaigns')
  async list(@Query() query: ConsoleQuery, @Api() api: ConsoleApi): Promise<Page> {
    const rows = await this.campaigns.list({ search: query.search ?? null, statuses: [] }, NEWEST, query.toPage());
    const stats = await this.figures.stats(rows.items.map(({ id }) => id));
    const options = await api.get('/reports/options');
    const rate = (id: number, name: 'views' | 'clicks'): string => {
      const { sent = 0, tracked = 0, [name]: part = 0 } = stats.get(id) ?? {};
      return sent === 0 ? ui.NOTHING : ui.share(percent(part, tracked));
    };
    return ui.listPage({
      section: SECTIONS.campaigns,
      rows,
      search: ['Title', query.search ?? ''],
      columns: [
        ['Campaign', ({ id, title }) => ui.link(SECTIONS.campaigns, id, title)],
        ['Status', ({ status }) => ui.badge(status)],
        ['To', (campaign) => recipientsOf(campaign, options), 'extra'],
        ['Recipients', ({ recipientsCount }) => ui.count(recipientsCount), 'number extra'],
        ['Sent', ({ id }) => ui.count(stats.get(id)?.sent ?? 0), 'number'],
        ['Opened of tracked', ({ id }) => rate(id, 'views'), 'number'],
        ['Clicked of tracked', ({ id }) => rate(id, 'clicks'), 'number extra'],
        ['Revenue', ({ id }) => ui.money(stats.get(id)?.revenue ?? 0, stats.get(id)?.currency ?? null), 'number extra'],
        ['Started or scheduled', ({ startedAt, scheduledAt }) => this.times(startedAt ?? scheduledAt), 'extra'],
      ],
      calls: ['POST /campaigns', 'PUT /campaigns/{id}'],
    });
  }

  /** What the script replaces while a campaign is sent. The figures are kept for two seconds, unlike the rest of its page. */
  @ConsoleView('campaigns', ':id/live')
  async showLive(
    @Param('id', new IdPipe('campaign')) id: number,
    @CurrentPrincipal() manager: Principal,
  ): Promise<Page> {
    const live = await this.live.live(id, false);
    const events = eventsOf(live, mayReadContacts(manager), this.times);
    const content = html`${statusOf(live)} ${progressOf(live)} ${funnelOf(live)} ${events}`;
    return { title: 'Live figures', content };
  }

  @ConsoleView('campaigns', ':id')
  async show(
    @Param('id', new IdPipe('campaign')) id: number,
    @Query() query: ConsoleQuery,
    @CurrentPrincipal() manager: Principal,
    @Api() api: ConsoleApi,
  ): Promise<Page> {
    const campaign = await this.campaigns.find(id);
    const live = await this.live.live(id, false);
    const links = (await this.links.links(id)).toSorted((one, other) => other.total - one.total);
    const { why: asked = '' } = query;
    const email = normalizedEmail(asked);
    const why = email === null ? null : await this.why.of(id, { email });
    const status = campaign.settings.ab_test === null ? {} : await api.get(`/campaigns/${id}/status`);
    const report = manager.permissions.includes('view_reports') ? await api.get(`/reports/campaigns/${id}`) : {};
    const options = await api.get('/reports/options');
    const tested = rowsOf({ variants: status['subject_analytics'] });
    const variants = tested.toSorted((one, other) => Number(other['winner']) - Number(one['winner']));
    const subject = variants[0]?.['winner'] === true ? textAt(variants[0], 'subject') : campaign.emailSubject;
    return {
      title: campaign.title,
      lead: html`${statusOf(campaign)} ${ui.text(subject)}`,
      isLive: campaign.status === 'working',
      content: html`${actionLinks(manager.permissions, actionsFor(campaign), id)} ${progressOf(live)}
        <div class="columns">
          ${ui.part('From sent to clicked', funnelOf(live))}
          ${ui.part('Details', detailsOf(campaign, subject, options, this.times))}
        </div>
        ${resultsOf(status, variants, this.times)} ${emailOf(campaign, query)} ${curvesOf(report)}
        ${ui.part('Links', linksOf(ui.pageOf(links, query.toPage())))}
        ${ui.part('Last events', eventsOf(live, mayReadContacts(manager), this.times))}
        ${ui.part('Why did a contact get this email, or not?', whyOf(asked, why))}`,
      calls: [
        ...['send', 'schedule', 'pause', 'resume', 'cancel'].map((verb) => `POST /campaigns/${id}/${verb}`),
        `GET /reports/campaigns/${id}/email-stats`,
      ],
    };
  }
}

const mayReadContacts = ({ permissions }: Principal): boolean => sectionsFor(permissions).includes(SECTIONS.contacts);

const statusOf = ({ status }: { readonly status: string }): Html =>
  html`<span data-live="status">${ui.badge(status)}</span>`;

const actionsFor = ({ status }: Campaign) =>
  [
    ...(status === 'working' ? (['pause-campaign'] as const) : []),
    ...(status === 'paused' ? (['resume-campaign'] as const) : []),
    'test-campaign',
  ] as const;

/** The email, with a link for each variant and language. */
function emailOf({ id, translations, settings }: Campaign, { variant, language, clicks }: ConsoleQuery): Html {
  const { variants = [] } = settings.ab_test ?? {};
  const languages = [translations, ...variants.map((each) => each.translations ?? {})].flatMap(Object.keys);
  const shown = { ...(variant && { variant }), ...(language && { language }), ...(clicks && { clicks }) };
  const choices = (name: keyof typeof shown, values: readonly string[]): Html | null => {
    if (values.length === 0) return null;
    const { [name]: chosen = '', ...other } = shown;
    const links = ['', ...new Set(values)].map((value) => {
      const query = new URLSearchParams({ ...other, ...(value && { [name]: value }) }).toString();
      return html`<a href="?${query}#email" ${value === chosen ? ui.CURRENT : null}>${value || `No ${name}`}</a>`;
    });
    return html`<nav class="choices" aria-label="${name}">${links}</nav>`;
  };
  const keys = variants.map(({ key }) => key);
  const path = `${SECTIONS.campaigns.path}/${id}/content?${new URLSearchParams(shown).toString()}`;
  return html`<section class="part" id="email">
    <h2>Email</h2>
    ${choices('variant', keys)} ${choices('language', languages)} ${choices('clicks', ['Clicks on links'])}
    ${ui.emailFrame(path)}
  </section>`;
}

const VARIANT_COLUMNS = [
  ...['key', 'subject', 'sent', 'tracked', 'open_rate', 'click_rate', 'conversion_rate'],
  ...['revenue', 'lift', 'confidence', 'winner'],
];

/** The result of the A/B test. */
function resultsOf({ ab_test: test }: JsonObject, variants: readonly JsonObject[], times: ui.Times): Html | null {
  if (!isObject(test) || variants.length === 0) return null;
  const result = resultOf(textAt(test, 'state'), textAt(test, 'winner') || null, test['confidence'] as number | null);
  return ui.part(
    'A/B test',
    html`<p>${result}</p>
      ${rowsTable('Variants, rates of delivered emails', variants, times, VARIANT_COLUMNS)}`,
  );
}

/** Opens and clicks by day, and the revenue, for managers who may read reports. */
function curvesOf(report: JsonObject): Html | null {
  const { charts, currency } = figuresIn(campaignReportShape, report);
  const curves = charts.filter(({ title }) => /^Emails (?:opened|clicked)$/.test(title));
  if (curves.length === 0) return null;
  const revenue = ui.money(Number(at(report, 'revenue.total')), currency);
  const days = new URLSearchParams({ start_date: textAt(report, 'meta.from'), end_date: textAt(report, 'meta.to') });
  return ui.part(
    'By day',
    html`${currency && ui.tiles([['Revenue', revenue, `net of refunds, only in ${currency}`]])}
      <div class="charts">${curves.map((each) => ui.chart(chartOf(each, currency)))}</div>
      <p>
        <a href="${SECTIONS.reports.path}/campaigns/${textAt(report, 'campaign_id')}?${days.toString()}"
          >All figures of the campaign</a
        >
      </p>`,
  );
}

const EVENTS = 10;

type Kind = 'lists' | 'tags' | 'segments';

/** The title of a list, tag, or segment; none for `all`. @param options those of the API. */
function titleOf(kind: Kind, id: number | 'all' | undefined, options: JsonObject): string[] {
  const found = rowsOf({ found: at(options, `options.${kind}`) }).find((each) => each['id'] === id);
  return id === 'all' ? [] : [textAt(found, 'title') || `${kind} ${id}`];
}

const pairsIn = (pairs: readonly AudiencePair[], options: JsonObject): string[] =>
  pairs.map(
    ({ list, tag }) =>
      [...titleOf('lists', list, options), ...titleOf('tags', tag, options)].join(' and ') || 'all contacts',
  );

/** The lists, tags, or segment of the recipients. */
function recipientsOf({ settings }: Campaign, options: JsonObject): HtmlContent {
  const { sending_filter: filter, subscribers, dynamic_segment: segment } = settings;
  if (filter === 'advanced_filters') return 'contacts by filters';
  return ui.labels(
    filter === 'dynamic_segment' ? titleOf('segments', segment?.id, options) : pairsIn(subscribers, options),
  );
}

/** The lists, tags, segments, and campaigns whose contacts are excluded. */
function excludedBy({ settings }: Campaign, options: JsonObject): HtmlContent {
  const segments = settings.excluded_segment_ids.flatMap((id) => titleOf('segments', id, options));
  const campaigns = settings.exclude_campaign_ids.map((id) => `recipients of campaign ${id}`);
  return ui.labels([...pairsIn(settings.excludedSubscribers, options), ...segments, ...campaigns]);
}

const detailsOf = (campaign: Campaign, subject: string, options: JsonObject, times: ui.Times): Html => {
  const { scheduledAt, scheduledUntil: until, startedAt, finishedAt } = campaign;
  return ui.facts([
    ['Subject', ui.text(subject)],
    ['To', recipientsOf(campaign, options)],
    ['Not to', excludedBy(campaign, options)],
    ['Recipients', ui.count(campaign.recipientsCount)],
    ['Scheduled', until === null ? times(scheduledAt) : html`${times(scheduledAt)} to ${times(until)}`],
    ['Sent', startedAt === null ? ui.NOTHING : html`${times(startedAt)} to ${times(finishedAt)}`],
    ['Created', times(campaign.createdAt)],
    ['Changed', times(campaign.updatedAt)],
  ]);
};

function progressOf({ progress, stats }: LiveCampaignResponse): Html {
  const sending = html`<p class="progress">
    ${bar('percent', progress.percent, 100, 'Sending progress')}
    <strong data-live="percent">${ui.share(progress.percent)}</strong>
    <span data-live="phase">${progress.waiting_reason ?? progress.phase}</span>
    <span><span data-live="rate">${progress.rate_per_second}</span> per second</span>
  </p>`;
  return html`${progress.phase && sending}
  ${ui.tiles([
    ['Sent', ui.count(stats.sent), `of ${ui.count(progress.total)}`, 'sent'],
    ['Waiting', ui.count(progress.pending), null, 'pending'],
    ['Failed', ui.count(progress.failed), null, 'failed'],
    ['Bounced', ui.count(stats.bounced), null, 'bounced'],
    ['Unsubscribed', ui.count(stats.unsubscribed), null, 'unsubscribed'],
  ])}`;
}

const bar = (live: string, value: number, max: number, label: string): Html =>
  html`<progress value="${value}" max="${Math.max(1, max)}" data-live="${live}" aria-label="${label}"></progress>`;

/** The rates are those of reports: opens and clicks are a share of the tracked emails. */
function funnelOf({ stats }: LiveCampaignResponse): Html {
  const rows = [
    ['sent', stats.sent, stats.sent === 0 ? 0 : 100],
    ['delivered', stats.delivered, stats.delivery_rate],
    ['tracked', stats.tracked, percent(stats.tracked, stats.sent)],
    ['opened', stats.opened, stats.open_rate],
    ['clicked', stats.clicked, stats.click_rate],
  ] as const;
  const columns: ui.Column<(typeof rows)[number]>[] = [
    ['Emails', ([name]) => ui.badge(name)],
    ['Of sent', ([name, value]) => bar(name, value, stats.sent, `${name}, of sent`)],
    ['Number', ([name, value]) => html`<span data-live="${name}">${ui.count(value)}</span>`, 'number'],
    ['Rate', ([name, , rate]) => html`<span data-live="${name}-rate">${ui.share(rate)}</span>`, 'number'],
  ];
  return ui.table('From sent to clicked', columns, rows);
}

function linksOf(links: Rows<CampaignLinkResponse>): Html {
  if (links.total === 0) return ui.empty('No links', 'The email has no tracked links, or sending has not started.');
  const columns: ui.Column<CampaignLinkResponse>[] = [
    ['Link', ({ url }) => ui.code(url)],
    ['Variant', ({ variant }) => variant ?? ui.NOTHING, 'extra'],
    ['Clicks', ({ total }) => ui.count(total), 'number'],
    ['Emails', ({ unique }) => ui.count(unique), 'number'],
    ['Machine clicks', ({ machine }) => ui.count(machine), 'number extra'],
  ];
  return html`${ui.table('Links and their clicks', columns, links.items)} ${ui.pager(links)}`;
}

function eventsOf({ last_events: events }: LiveCampaignResponse, asLinks: boolean, times: ui.Times): Html {
  const who = (id: number): Html | string =>
    asLinks ? ui.link(SECTIONS.contacts, id, `Contact ${id}`) : `Contact ${id}`;
  const latest = events.toSorted((one, other) => other.at.localeCompare(one.at)).slice(0, EVENTS);
  const items = latest.map(
    ({ type, at, contact_id: id, url }) =>
      html`<li>
        ${ui.badge(type)}
        <span>${id === null ? 'Deleted contact' : who(id)}</span> ${url === undefined ? null : ui.code(url)}
        ${times(at)}
      </li>`,
  );
  const hint = html`<p class="quiet">No event yet. Sending, opens, and clicks appear here.</p>`;
  return html`<ol class="timeline card" data-live="events">
      ${items}
    </ol>
    ${items.length === 0 ? hint : null}`;
}

/** @param why null if no address was asked for, or an invalid one. */
function whyOf(asked: string, why: WhyResponse | null): Html {
  const form = ui.ask('why', 'Email address', asked, 'Explain');
  if (asked === '') return form;
  if (why === null)
    return html`${form}
      <p role="status">“${ui.text(asked)}” is not an email address.</p>`;
  const checks = why.checks.map(
    ({ passed, detail }) => html`<li>${ui.badge(passed ? 'passed' : 'not_passed')} ${detail}</li>`,
  );
  return html`${form}
    <div class="card answer" role="status">
      <p>${ui.badge(why.verdict)} ${why.explanation}</p>
      <ul>
        ${checks}
      </ul>
    </div>`;
}
