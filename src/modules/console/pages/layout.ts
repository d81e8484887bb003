import { type Html, html, headOf } from '../../../platform/html/html.js';
import type { JsonObject } from '../../../platform/values/json.js';
import { missingPermissions, type Permission, type Principal } from '../../../platform/access/permissions.js';
import { type Group, GROUPS, RESOURCES, type ResourceName } from './resources.js';

export const CONSOLE_PATH = '/console';

export interface Section {
  readonly title: string;
  readonly group: Group;
  readonly path: string;
  /** Any of these is enough. */
  readonly permissions: readonly Permission[];
}

const OWN = {
  overview: { title: 'Overview', group: 'Figures', permissions: ['view_reports'] },
  reports: { title: 'Reports', group: 'Figures', permissions: ['view_reports'] },
  campaigns: { title: 'Campaigns', group: 'Email', permissions: ['manage_campaigns'] },
  webhooks: { title: 'Webhooks', group: 'System', permissions: ['view_contacts'] },
  senders: { title: 'Senders', group: 'System', permissions: ['manage_campaigns'] },
} as const satisfies Readonly<Record<string, Omit<Section, 'path'>>>;

/** The sections of the console, in the order of the navigation within their group. */
export const SECTIONS = Object.fromEntries(
  Object.entries<Omit<Section, 'path'>>({ ...OWN, ...RESOURCES }).map(([name, section]) => [
    name,
    { ...section, path: name === 'overview' ? CONSOLE_PATH : `${CONSOLE_PATH}/${name}` },
  ]),
) as Readonly<Record<keyof typeof OWN | ResourceName, Section>>;

export type SectionName = keyof typeof SECTIONS;

export function sectionsFor(held: readonly Permission[]): Section[] {
  return GROUPS.flatMap((name) => Object.values(SECTIONS).filter(({ group }) => group === name)).filter(
    ({ permissions }) => missingPermissions(held, { kind: 'any_of', permissions }) === null,
  );
}

/** Returns the section of a page. */
export function sectionOf(path: string): Section | undefined {
  const [name = 'overview'] = path.toLowerCase().slice(CONSOLE_PATH.length).split('/').filter(Boolean);
  return new Map<string, Section>(Object.entries(SECTIONS)).get(name);
}

/** The part of a page that differs between pages. */
export interface Page {
  readonly title: string;
  /** Below the title: the state, or what the page shows. */
  readonly lead?: Html | string;
  readonly content: Html;
  /** The API calls for what the page shows. */
  readonly calls?: readonly string[];
  /** Whether the script of live figures is loaded. */
  readonly isLive?: boolean;
}

/** The start of a page, up to its content. @param sections that the manager may open. @param manager null before login. */
export function pageStart(
  title: string,
  sections: readonly Section[],
  current: Section | undefined,
  manager: Principal | null,
): string {
  const menu = [...Map.groupBy(sections, ({ group }) => group)].map(
    ([group, inGroup]) =>
      html`<h2>${group}</h2>
        <ul>
          ${inGroup.map((section) => navigationLink(section, section === current))}
        </ul>`,
  );
  const start = html`<!doctype html>
    <html lang="en">
      <head>
        ${headOf(`${title} · Carillon`)}
        <link rel="stylesheet" href="/console/style.css" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header class="top">
          <a class="brand" href="/">Carillon</a>
          <nav aria-label="Sections">${menu}</nav>
          ${manager && html`<p class="user"><span class="hidden">Logged in as </span><bdi>${manager.username}</bdi></p>`}
          ${manager?.logOutToken ? logOutForm(manager.logOutToken) : null}
        </header>
        <main id="content" tabindex="-1"></main>
      </body>
    </html>`.text;
  return start.slice(0, start.indexOf('</main>'));
}

export const pageEnd = ({ title, lead = '', content, calls = [], isLive }: Page): string =>
  `${
    html`<header class="title">
        <h1><bdi>${title}</bdi></h1>
        <div class="lead">${lead}</div>
      </header>
      ${content} ${calls.length === 0 ? null : apiCalls(calls)}
      ${isLive === true ? html`<script type="module" src="/console/live.js"></script>` : null}`.text
  }</main></body></html>`;

const logOutForm = (token: string): Html =>
  html`<form class="user" method="post" action="${CONSOLE_PATH}/logout">
    <input type="hidden" name="token" value="${token}" />
    <button class="quiet">Log out</button>
  </form>`;

const navigationLink = ({ path, title }: Section, isCurrent: boolean): Html =>
  html`<li><a href="${path}" ${isCurrent ? html`aria-current="true"` : null}>${title}</a></li>`;

const apiCalls = (calls: readonly string[]): Html =>
  html`<aside class="calls" aria-label="API calls">With the API: ${calls.map(callOf)}</aside>`;

/** Reports have a page at the path of their call. */
function callOf(call: string): Html {
  const code = html`<code>${call}</code> `;
  return call.startsWith('GET /reports/') ? html`<a href="${CONSOLE_PATH}${call.slice(4)}">${code}</a>` : code;
}

const PAGES: Readonly<Record<number, readonly [title: string, text: string]>> = {
  400: ['Invalid address', 'The address of this page has an invalid parameter.'],
  401: ['Log in', 'This page needs the username and an application password of a manager. Reload it to enter them.'],
  403: ['No access', 'You may not open this page.'],
  404: ['Page not found', 'This page does not exist, or what it showed was deleted.'],
  405: ['Read-only', 'This page only shows data. To change something, call the API.'],
  429: ['Too many requests', 'Wait a moment and reload the page.'],
  503: ['Temporarily unavailable', 'A server that this page needs does not answer. Reload the page in a moment.'],
};
const FAILED = ['Page failed', 'An internal error occurred. The log of the API has the details.'] as const;

/** @param data of the error. @param section the section that was refused. */
export function errorPage(status: number, data: JsonObject = {}, section?: Section): Page {
  const [title, text] = PAGES[status] ?? FAILED;
  const needs =
    data['reason'] === 'administrator_role'
      ? 'Accounts with the administrator role cannot use the API or the console.'
      : `It needs the permission ${section?.permissions.join(' or ') ?? String(data['required_permission'])}.`;
  return {
    title,
    content: html`<p>${text} ${status === 403 ? ((data['explanation'] as string | undefined) ?? needs) : null}</p>`,
  };
}
