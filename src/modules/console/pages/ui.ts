import { DateTime } from 'luxon';
import { type Chart, chartInWords, chartSvg } from '../../../platform/charts/chart.js';
import { parseTimestamp } from '../../../platform/clock/timestamps.js';
import { Html, html, type HtmlContent } from '../../../platform/html/html.js';
import { offsetOf, type Page as Rows, type PageRequest } from '../../../platform/http/page.js';
import { figure } from '../../scheduled-reports/email/figures-in-words.js';
import type { Section, Page } from './layout.js';

export const NOTHING = '–';
/** Marks the link of the page that is shown. */
export const CURRENT = html`aria-current="page"`;

/** Formats a moment in the time zone of the installation; null as a dash. Texts without an offset are in UTC, as in the API. */
export type Times = (moment: Date | string | null) => HtmlContent;

export const TIMES = Symbol('TIMES');

export const timesIn =
  (zone: string): Times =>
  (moment) => {
    const date = typeof moment === 'string' ? parseTimestamp(moment) : moment;
    if (!date) return NOTHING;
    const words = DateTime.fromJSDate(date, { zone }).setLocale('en').toFormat('d LLL yyyy, HH:mm:ss');
    return html`<time datetime="${date.toISOString()}">${words}</time>`;
  };

export const count = (value: number | null): string => (value === null ? NOTHING : figure(value, 'count', null));
export const share = (percentage: number): string => figure(percentage, 'percent', null);
export const money = (value: number, currency: string | null): string =>
  currency === null ? NOTHING : figure(value, 'money', currency);
export const words = (name: string): string => name.replaceAll('_', ' ');

/** Text from outside, whose direction must not change that of the text around it. */
export const text = (value: string | null): HtmlContent => (value ? isolated(value) : NOTHING);

/** Tables do not break addresses, not even at hyphens. */
const isolated = (value: string): Html =>
  /^[^\s@]+@[^\s@]+$/.test(value) ? html`<bdi class="whole">${value}</bdi>` : html`<bdi>${value}</bdi>`;

export const code = (value: string): Html => html`<code>${value}</code>`;
export const labels = (values: readonly string[]): HtmlContent =>
  values.length === 0 ? NOTHING : values.map((value) => html`<span class="label"><bdi>${value}</bdi></span> `);

export const link = ({ path }: Section, id: number, name: string): Html =>
  html`<a href="${path}/${id}">${isolated(name.trim() === '' ? '(no name)' : name)}</a>`;

const TONES: Readonly<Record<string, RegExp>> = {
  good: /^(?:sent|published|active|subscribed|success|got_it|delivered|(?:email_)?(?:sent|opened|clicked)|order_completed|passed|normal)$/,
  busy: /^(?:working|scheduled|pending|will_get_it|would_get_it|throttled)$/,
  bad: /^(?:failed|(?:email_)?(?:bounced|complained)|suspended|did_not_get_it|not_passed|quarantined)$/,
};

const MEANINGS: Readonly<Record<string, string>> = {
  tracked: 'Emails whose opens and clicks may be measured',
  'machine clicks': 'Clicks by scanners and prefetchers, which count in no other figure',
  'blocked address': 'The URL leads to an address in a private network, which is not called',
  expired: 'The next attempt was overdue for too long while the webhook was not active',
};

/** A word with its meaning, if it is not an ordinary one. */
export const explained = (word: string): HtmlContent =>
  word.toLowerCase() in MEANINGS
    ? html`<abbr tabindex="0" title="${MEANINGS[word.toLowerCase()] ?? ''}">${word}</abbr>`
    : word;

/** A state as a label; its color only repeats the word. */
export function badge(state: string): Html {
  const [tone = 'quiet'] = Object.entries(TONES).find(([, states]) => states.test(state)) ?? [];
  return html`<span class="badge ${tone}">${explained(words(state))}</span>`;
}

/** @param live names the figure for the script of live figures. */
export type Tile = readonly [label: string, value: HtmlContent, note?: HtmlContent, live?: string];

const pair = (name: string, value: HtmlContent): Html =>
  html`<div>
    <dt>${explained(name)}</dt>
    <dd>${value}</dd>
  </div>`;

export function tiles(all: readonly Tile[]): Html {
  const pairs = all.map(([label, value, note = null, live = '']) =>
    pair(label, html`<strong data-live="${live}">${value}</strong>${note && html`<small>${note}</small>`}`),
  );
  return html`<dl class="tiles">${pairs}</dl>`;
}

/** Names and values, without names that have no value. */
export function facts(all: readonly (readonly [name: string, value: HtmlContent])[]): Html {
  const pairs = all.filter(([, value]) => value !== NOTHING).map(([name, value]) => pair(name, value));
  return html`<dl class="facts card">${pairs}</dl>`;
}

export const part = (title: HtmlContent, content: HtmlContent): Html =>
  html`<section class="part">
    <h2>${title}</h2>
    ${content}
  </section>`;

export const empty = (title: string, hint: HtmlContent): Html =>
  html`<div class="card empty">
    <h2>${title}</h2>
    <p>${hint}</p>
  </div>`;

/** An email on a page of its own, which has its own policy. @param path of its page. */
export const emailFrame = (path: string): Html =>
  html`<div class="email">
    <fieldset>
      <legend class="hidden">Show as</legend>
      ${['Desktop', 'Phone'].map((each, index) => choice('width', each, index === 0))}
      ${['Light', 'Dark'].map((each, index) => choice('theme', each, index === 0))}
    </fieldset>
    <iframe title="The email" src="${path}" sandbox="" loading="lazy"></iframe>
  </div>`;

const choice = (name: string, title: string, isFirst: boolean): Html =>
  html`<label
    ><input type="radio" name="${name}" class="${title.toLowerCase()}" ${isFirst ? html`checked` : null} />
    ${title}</label
  >`;

/** A form that changes only the query of the page. */
export const ask = (name: string, label: string, value: string, button: string): Html =>
  html`<form class="ask" role="search" ${name === 'search' ? null : html`id="${name}" action="#${name}"`}>
    <label>${label} <input type="search" name="${name}" value="${value}" maxlength="190" /></label>
    <button>${button}</button>
  </form>`;

/** The kind is a class: `extra` columns are left out on phones, because the page of the row has them. */
export type Column<Row> = readonly [
  title: string,
  cell: (row: Row) => HtmlContent,
  kind?: 'number' | 'extra' | 'number extra' | undefined,
];

/** A column that is left out if no row has the member. */
export const ifAny = <Row>(rows: readonly Row[], member: keyof Row, column: Column<Row>): Column<Row>[] =>
  rows.some((row) => row[member] !== null) ? [column] : [];

/** The first column heads the rows. @param caption what the rows are, for screen readers. */
export function table<Row>(caption: string, columns: readonly Column<Row>[], rows: readonly Row[]): Html {
  const cells = (row: Row): Html[] =>
    columns.map(([, cell, kind = ''], index) =>
      index === 0
        ? html`<th scope="row" class="${kind}">${cell(row)}</th>`
        : html`<td class="${kind}">${cell(row)}</td>`,
    );
  return html`<div class="card scroll" role="region" aria-label="${caption}" tabindex="0">
    <table>
      <caption class="hidden">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map(([title, , kind = '']) => html`<th scope="col" class="${kind}">${explained(title)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${cells(row)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Returns the page of a list that is already in memory. */
export const pageOf = <Row>(rows: readonly Row[], request: PageRequest): Rows<Row> => ({
  items: rows.slice(offsetOf(request), offsetOf(request) + request.perPage),
  total: rows.length,
  request,
});

/** Links to the pages before and after. @param query the other parameters of the page. */
export function pager(
  { total, request: { page, perPage } }: Rows<unknown>,
  query: Readonly<Record<string, string>> = {},
): Html | null {
  const last = Math.max(1, Math.ceil(total / perPage));
  if (last === 1) return null;
  const to = (wanted: number, name: string): Html | null =>
    wanted < 1 || wanted > last
      ? null
      : html`<a href="?${new URLSearchParams({ ...query, page: String(wanted) }).toString()}">${name}</a>`;
  return html`<nav class="pager" aria-label="Pages">
    ${to(Math.min(page - 1, last), '← Previous')}
    <span>Page ${count(page)} of ${count(last)}</span> ${to(page + 1, 'Next →')}
  </nav>`;
}

/** Links to where a list without numbered pages continues. */
export const further = (query: Readonly<Record<string, string>>): Html =>
  html`<nav class="pager" aria-label="Pages"><a href="?${new URLSearchParams(query).toString()}">Earlier →</a></nav>`;

/** A chart with its figures as a table. */
export const chart = (drawn: Chart): Html =>
  html`<figure class="card chart">
    ${new Html(chartSvg(drawn, chartInWords(drawn)))}
    ${drawn.points.map(({ label, mark }) => (mark ? labels([`${label}: ${mark}`]) : null))}
    <details>
      <summary>Figures as a table</summary>
      ${table(
        drawn.title,
        [
          [drawn.kind === 'line' ? 'Day' : 'Name', ({ label }) => label],
          [drawn.title, ({ value }) => drawn.format(value), 'number'],
        ],
        drawn.points,
      )}
    </details>
  </figure>`;

export interface List<Row> {
  readonly section: Section;
  readonly rows: Rows<Row>;
  readonly columns: readonly Column<Row>[];
  /** What the search looks for, and its words; absent if the list has no search. */
  readonly search?: readonly [label: string, words: string];
  /** The query of the next page, for lists without numbered pages. */
  readonly next?: Readonly<Record<string, string>>;
  /** The first one creates a record. */
  readonly calls: readonly string[];
}

export function listPage<Row>({ section: { title }, rows, columns, search, next, calls }: List<Row>): Page {
  const [label = '', asked = ''] = search ?? [];
  return {
    title,
    ...(next === undefined && {
      lead: `${rows.totalIsEstimate === true ? 'About ' : ''}${count(rows.total)} in total`,
    }),
    content: html`${search ? ask('search', label, asked, 'Search') : null}
    ${rows.items.length > 0 ? table(`${title}, newest first`, columns, rows.items) : nothingIn(title, asked, rows.total, calls[0])}
    ${next ? further(next) : pager(rows, { search: asked })}`,
    calls,
  };
}

/** Says what to do where a list has no rows. @param call that creates a record, or reads the list if nothing creates one. */
function nothingIn(title: string, asked: string, total: number, call = ''): Html {
  if (asked !== '') return empty('Nothing found', html`Nothing contains “${text(asked)}”. <a href="?">Show all</a>`);
  if (total > 0) return empty('Nothing on this page', html`<a href="?">Show the first page</a>`);
  const isRecorded = call.startsWith('GET');
  return empty(
    `No ${title.replace(/^.(?=[a-z])/, (first) => first.toLowerCase())} yet`,
    isRecorded
      ? 'Each appears here when it happens. There is nothing to set up.'
      : html`Create one with ${code(call)}.`,
  );
}
