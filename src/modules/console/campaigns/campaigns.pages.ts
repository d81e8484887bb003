import { type Html, html } from '../../../platform/html/html.js';
import type { Page as Rows } from '../../../platform/http/page.js';
import { percent } from '../../../platform/rates/rates.js';
import type { Campaign } from '../../campaigns/campaign/campaign.entity.js';
import type { CampaignCountsResponse } from '../../campaigns/dto/campaign.response.js';
import type { LinkRow } from '../../campaigns/insights/link-report.service.js';
import type { WhyResponse } from '../../campaigns/why/dto/why.response.js';
import type { LiveCampaignResponse } from '../../reports/campaigns/dto/live-campaign.response.js';
import { SECTIONS } from '../http/sections.js';
import type { Page } from '../pages/layout.js';
import {
  apiCalls,
  ask,
  badge,
  count,
  empty,
  facts,
  foreign,
  link,
  money,
  NOTHING,
  part,
  share,
  tiles,
  type Times,
} from '../pages/parts.js';
import { pager, table } from '../pages/table.js';

/** As many as live.mjs keeps. */
const EVENTS = 10;

export function campaignsPage(
  campaigns: Rows<Campaign>,
  stats: ReadonlyMap<number, CampaignCountsResponse>,
  search: string,
  times: Times,
): Page {
  const rate = (id: number, name: 'views' | 'clicks'): string => {
    const { sent = 0, bounced = 0, [name]: part = 0 } = stats.get(id) ?? {};
    return sent === 0 ? NOTHING : share(percent(part, sent - bounced));
  };
  const list = table(
    'Campaigns, newest first',
    [
      { title: 'Campaign', cell: ({ id, title }) => link(`${SECTIONS.campaigns.path}/${id}`, title) },
      { title: 'Status', cell: ({ status }) => badge(status) },
      { title: 'Recipients', cell: ({ recipientsCount }) => count(recipientsCount), isNumber: true, isExtra: true },
      { title: 'Sent', cell: ({ id }) => count(stats.get(id)?.sent ?? 0), isNumber: true },
      { title: 'Open rate', cell: ({ id }) => rate(id, 'views'), isNumber: true },
      { title: 'Click rate', cell: ({ id }) => rate(id, 'clicks'), isNumber: true, isExtra: true },
      {
        title: 'Revenue',
        cell: ({ id }) => money(stats.get(id)?.revenue ?? 0, stats.get(id)?.currency ?? null),
        isNumber: true,
        isExtra: true,
      },
      {
        title: 'Scheduled or created',
        cell: ({ scheduledAt, createdAt }) => times(scheduledAt ?? createdAt),
        isExtra: true,
      },
    ],
    campaigns.items,
  );
  return {
    title: SECTIONS.campaigns.title,
    lead: `${count(campaigns.total)} ${campaigns.total === 1 ? 'campaign' : 'campaigns'}`,
    content: html`${ask('search', 'Title', search, 'Search')}
    ${
      campaigns.items.length > 0
        ? list
        : search === ''
          ? empty('No campaigns yet', html`Create one with <code>POST /campaigns</code>.`)
          : empty('Nothing found', html`No title contains “${foreign(search)}”.`)
    }
    ${pager(campaigns, { search })} ${apiCalls('Change this with the API', ['POST /campaigns', 'PUT /campaigns/{id}'])}`,
  };
}

interface ShownCampaign {
  readonly campaign: Campaign;
  readonly live: LiveCampaignResponse;
  readonly links: Rows<LinkRow>;
  /** The text in the form. */
  readonly asked: string;
  /** Null if no address was asked for, or an invalid one. */
  readonly why: WhyResponse | null;
  /** Of the API, for live figures. */
  readonly basePath: string;
  readonly mayReadContacts: boolean;
}

export function campaignPage(shown: ShownCampaign, times: Times): Page {
  const { campaign, live, links } = shown;
  const { status, scheduledAt, scheduledUntil } = campaign;
  return {
    title: campaign.title,
    lead: html`<span data-live="status">${badge(status)}</span> ${foreign(campaign.emailSubject)}`,
    isLive: status === 'working',
    content: html`${progressOf(shown)}
      <div class="columns">
        ${part('From sent to clicked', funnelOf(live))}
        ${part(
          'Details',
          facts([
            ['Subject', foreign(campaign.emailSubject)],
            ['Recipients', count(campaign.recipientsCount)],
            [
              'Scheduled',
              scheduledUntil === null ? times(scheduledAt) : html`${times(scheduledAt)} to ${times(scheduledUntil)}`,
            ],
            ['Created', times(campaign.createdAt)],
            ['Changed', times(campaign.updatedAt)],
          ]),
        )}
      </div>
      ${part('Links', linksOf(links))} ${part('Last events', eventsOf(shown, times))}
      ${part('Why did a contact get this email, or not?', whyOf(shown))}
      ${apiCalls('Change this with the API', [
        `PUT /campaigns/${campaign.id}`,
        ...['send', 'schedule', 'pause', 'resume', 'cancel'].map((verb) => `POST /campaigns/${campaign.id}/${verb}`),
        `GET /campaigns/${campaign.id}/emails`,
      ])}`,
  };
}

function progressOf({ campaign: { id }, live: { progress, stats }, basePath, mayReadContacts }: ShownCampaign): Html {
  const stream = mayReadContacts ? `${basePath}/events/stream?types[]=email.*` : '';
  return html`<div data-live-campaign="${id}" data-status="${basePath}/campaigns/${id}/status" data-stream="${stream}">
    ${
      progress.phase === null
        ? null
        : html`<p class="progress">
            ${bar('percent', progress.percent, 100, 'Sending progress')}
            <strong data-live="percent">${share(progress.percent)}</strong>
            <span data-live="phase">${progress.waiting_reason ?? progress.phase}</span>
            <span><span data-live="rate">${progress.rate_per_second}</span> per second</span>
          </p>`
    }
    ${tiles([
      { label: 'Sent', value: count(stats.sent), note: `of ${count(progress.total)}`, live: 'sent' },
      { label: 'Waiting', value: count(progress.pending), live: 'pending' },
      { label: 'Failed', value: count(progress.failed), live: 'failed' },
      { label: 'Bounced', value: count(stats.bounced), live: 'bounced' },
      { label: 'Unsubscribed', value: count(stats.unsubscribed), live: 'unsubscribed' },
    ])}
  </div>`;
}

const bar = (live: string, value: number, max: number, label: string): Html =>
  html`<progress value="${value}" max="${Math.max(1, max)}" data-live="${live}" aria-label="${label}"></progress>`;

/** Each row has the share of the row above that sets it in relation, as in reports: opens and clicks of delivered emails. */
function funnelOf({ stats }: LiveCampaignResponse): Html {
  const rows = [
    { name: 'sent', value: stats.sent, rate: stats.sent === 0 ? 0 : 100 },
    { name: 'delivered', value: stats.delivered, rate: stats.delivery_rate },
    { name: 'opened', value: stats.opened, rate: stats.open_rate },
    { name: 'clicked', value: stats.clicked, rate: stats.click_rate },
  ];
  return table(
    'From sent to clicked',
    [
      { title: 'Emails', cell: ({ name }) => badge(name) },
      { title: 'Share of sent', cell: ({ name, value }) => bar(name, value, stats.sent, `${name}, of sent`) },
      {
        title: 'Number',
        cell: ({ name, value }) => html`<span data-live="${name}">${count(value)}</span>`,
        isNumber: true,
      },
      {
        title: 'Rate',
        cell: ({ name, rate }) => html`<span data-live="${name}-rate">${share(rate)}</span>`,
        isNumber: true,
      },
    ],
    rows,
  );
}

function linksOf(links: Rows<LinkRow>): Html {
  if (links.total === 0) return empty('No links', 'The email has no tracked links, or sending has not started.');
  const columns = [
    { title: 'Link', cell: ({ url }: LinkRow) => html`<code>${url}</code>` },
    { title: 'Variant', cell: ({ variant }: LinkRow) => variant ?? NOTHING, isExtra: true },
    { title: 'Clicks', cell: ({ total }: LinkRow) => count(total), isNumber: true },
    { title: 'Emails', cell: ({ unique }: LinkRow) => count(unique), isNumber: true },
    { title: 'Machine clicks', cell: ({ machine }: LinkRow) => count(machine), isNumber: true, isExtra: true },
  ];
  return html`${table('Links and their clicks', columns, links.items)} ${pager(links)}`;
}

function eventsOf({ live, mayReadContacts }: ShownCampaign, times: Times): Html {
  const who = (id: number | null): Html | string =>
    id === null
      ? 'deleted contact'
      : mayReadContacts
        ? link(`${SECTIONS.contacts.path}/${id}`, `Contact ${id}`)
        : `Contact ${id}`;
  return html`<ol class="timeline card" data-live="events">
      ${live.last_events
        .slice(0, EVENTS)
        .map(
          ({ type, at, contact_id: contact, url }) =>
            html`<li>
              ${badge(type)} ${who(contact)} ${url === undefined ? null : html`<code>${url}</code>`} ${times(at)}
            </li>`,
        )}
    </ol>
    ${live.last_events.length === 0 ? html`<p class="quiet">No event yet. Sending, opens, and clicks appear here.</p>` : null}`;
}

function whyOf({ asked, why }: ShownCampaign): Html {
  const form = ask('why', 'Email address', asked, 'Explain');
  if (asked === '') return form;
  if (why === null)
    return html`${form}
      <p role="status">“${foreign(asked)}” is not an email address.</p>`;
  return html`${form}
    <div class="card answer" role="status">
      <p>${badge(why.verdict)} ${why.explanation}</p>
      <ul>
        ${why.checks.map(({ passed, detail }) => html`<li>${badge(passed ? 'passed' : 'not passed')} ${detail}</li>`)}
      </ul>
    </div>`;
}
