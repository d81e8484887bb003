import { DateTime } from 'luxon';
import { type Html, html, type HtmlContent } from '../../../platform/html/html.js';
import { parseTimestamp } from '../../../platform/clock/timestamps.js';
import { figure } from '../../scheduled-reports/email/figures-in-words.js';

export const NOTHING = '–';

/** Formats a moment in the time zone of the installation; null as a dash. */
export type Times = (moment: Date | string | null | undefined) => HtmlContent;

/** Texts without an offset are in UTC, as in the API. */
export function timesIn(zone: string): Times {
  return (moment) => {
    const date = typeof moment === 'string' ? parseTimestamp(moment) : moment;
    if (!date) return NOTHING;
    const words = DateTime.fromJSDate(date, { zone }).setLocale('en').toFormat('d LLL yyyy, HH:mm:ss');
    return html`<time datetime="${date.toISOString()}">${words}</time>`;
  };
}

export const count = (value: number | null): string => (value === null ? NOTHING : figure(value, 'count', null));
export const share = (percentage: number): string => figure(percentage, 'percent', null);
export const money = (value: number, currency: string | null): string =>
  currency === null ? NOTHING : figure(value, 'money', currency);

const UNITS = [
  [86_400, 'days'],
  [3_600, 'h'],
  [60, 'min'],
] as const;

/** Formats seconds in the largest fitting unit. */
export function duration(seconds: number | null): string {
  if (seconds === null) return NOTHING;
  const [size, unit] = UNITS.find(([each]) => seconds >= each) ?? [1, 's'];
  return `${count(Math.round((seconds / size) * 10) / 10)} ${unit}`;
}

/** Text of contacts and managers, whose direction must not change that of the text around it. */
export const foreign = (text: string | null): HtmlContent =>
  text === null || text === '' ? NOTHING : html`<bdi>${text}</bdi>`;

export const link = (path: string, text: string | null): Html =>
  html`<a href="${path}"><bdi>${text === null || text.trim() === '' ? '(no name)' : text}</bdi></a>`;

const TONES: Readonly<Record<string, readonly string[]>> = {
  good: ['sent', 'published', 'active', 'subscribed', 'success', 'got_it', 'ready', 'opened', 'clicked', 'passed'],
  busy: ['working', 'scheduled', 'pending', 'processing', 'will_get_it', 'would_get_it'],
  bad: ['failed', 'bounced', 'complained', 'suspended', 'did_not_get_it', 'not passed'],
};

/** A state as a label; its color only repeats the word. */
export function badge(state: string): Html {
  const [tone = 'quiet'] = Object.entries(TONES).find(([, states]) => states.includes(state)) ?? [];
  return html`<span class="badge ${tone}">${state.replaceAll('_', ' ')}</span>`;
}

export interface Tile {
  readonly label: string;
  readonly value: HtmlContent;
  readonly note?: HtmlContent;
  /** Names the figure that the script of live figures replaces. */
  readonly live?: string;
}

export const tiles = (all: readonly Tile[]): Html =>
  html`<dl class="tiles">
    ${all.map(
      ({ label, value, note = null, live = null }) =>
        html`<div>
          <dt>${label}</dt>
          <dd><strong ${live && html`data-live="${live}"`}>${value}</strong>${note && html`<small>${note}</small>`}</dd>
        </div>`,
    )}
  </dl>`;

/** Names and values, without names that have no value. */
export const facts = (all: readonly (readonly [name: string, value: HtmlContent])[]): Html =>
  html`<dl class="facts card">
    ${all
      .filter(([, value]) => value !== NOTHING)
      .map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
  </dl>`;

/** A part of a page with a heading. */
export const part = (title: string, content: HtmlContent): Html =>
  html`<section class="part">
    <h2>${title}</h2>
    ${content}
  </section>`;

/** A form that changes only the query of the page. */
export const ask = (name: string, label: string, value: string, button: string): Html =>
  html`<form class="ask" role="search">
    <label>${label} <input type="search" name="${name}" value="${value}" maxlength="190" /></label>
    <button>${button}</button>
  </form>`;

/** What a page without rows says. */
export const empty = (title: string, text: HtmlContent): Html =>
  html`<div class="card empty">
    <h2>${title}</h2>
    <p>${text}</p>
  </div>`;

/** Names the API calls of what a page shows, because the console changes nothing. */
export const apiCalls = (title: string, calls: readonly string[]): Html =>
  html`<aside class="calls">
    <h2>${title}</h2>
    <ul>
      ${calls.map((call) => html`<li><code>${call}</code></li>`)}
    </ul>
  </aside>`;
