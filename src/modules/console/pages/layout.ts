import { type Html, html } from '../../../platform/html/html.js';
import { headOf } from '../../../platform/html/styled-page.js';
import type { Section } from './sections.js';

/** The part of a page that differs between pages. */
export interface Page {
  readonly title: string;
  /** Below the title: the state, or what the page shows. */
  readonly lead?: Html | string;
  readonly content: Html;
  /** The API calls for what the page shows, because the console changes nothing. */
  readonly calls?: readonly string[];
  /** Whether the script of live figures is loaded. */
  readonly isLive?: boolean;
}

/**
 * Returns the whole page.
 * @param sections that the manager may open. @param current the section of the page. @param username null before login.
 */
export function layout(
  { title, lead = '', content, calls = [], isLive }: Page,
  sections: readonly Section[],
  current: Section | undefined,
  username: string | null,
): string {
  const links = sections.map((section) => navigationLink(section, section === current));
  return html`<!doctype html>
    <html lang="en">
      <head>
        ${headOf(`${title} · Carillon`)}
        <link rel="stylesheet" href="/console/style.css" />
        ${isLive === true ? html`<script type="module" src="/console/live.js"></script>` : null}
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header class="top">
          <a class="brand" href="/">Carillon</a>
          <nav aria-label="Sections">
            <ul>
              ${links}
            </ul>
          </nav>
          ${username && html`<p class="user"><span class="hidden">Logged in as </span><bdi>${username}</bdi></p>`}
        </header>
        <main id="content" tabindex="-1">
          <header class="title">
            <h1><bdi>${title}</bdi></h1>
            <div class="lead">${lead}</div>
          </header>
          ${content} ${calls.length === 0 ? null : apiCalls(calls)}
        </main>
      </body>
    </html>`.text;
}

const navigationLink = ({ path, title }: Section, isCurrent: boolean): Html =>
  html`<li><a href="${path}" ${isCurrent ? html`aria-current="true"` : null}>${title}</a></li>`;

const apiCalls = (calls: readonly string[]): Html =>
  html`<aside class="calls" aria-label="API calls">
    With the API: ${calls.map((call) => html`<code>${call}</code> `)}
  </aside>`;
