import { type Html, html } from '../../../platform/html/html.js';
import type { Section } from '../http/sections.js';

/** Without an icon, browsers would request /favicon.ico. */
const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 16 16%22%3E%3Crect width=%2216%22 ' +
  'height=%2216%22 rx=%224%22 fill=%22%230b57a4%22/%3E%3Cpath d=%22M4 11h8l-1-2V7a3 3 0 00-6 0v2zM7 12.5h2%22 ' +
  'fill=%22none%22 stroke=%22white%22 stroke-width=%221.3%22/%3E%3C/svg%3E';

/** The part of a page that differs between pages. */
export interface Page {
  readonly title: string;
  /** Below the title: the state, or what the page shows. */
  readonly lead?: Html | string;
  readonly content: Html;
  /** Whether the script of live figures is loaded. */
  readonly isLive?: boolean;
}

export interface Viewer {
  /** The section of the page. */
  readonly current: Section | undefined;
  /** The sections that the manager may open. */
  readonly sections: readonly Section[];
  /** Null before login. */
  readonly username: string | null;
}

/** Returns the whole page. */
export function layout({ title, lead, content, isLive }: Page, { current, sections, username }: Viewer): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="${ICON}" />
        <link rel="stylesheet" href="/console/style.css" />
        ${isLive === true ? html`<script type="module" src="/console/live.js"></script>` : null}
        <title>${title} · Carillon</title>
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header class="top">
          <a class="brand" href="/">Carillon</a>
          <nav aria-label="Sections">
            <ul>
              ${sections.map((section) => html`<li>${navigationLink(section, section === current)}</li>`)}
            </ul>
          </nav>
          ${username === null ? null : html`<p class="user"><span class="hidden">Logged in as </span><bdi>${username}</bdi></p>`}
        </header>
        <main id="content" tabindex="-1">
          <header class="title">
            <h1><bdi>${title}</bdi></h1>
            ${lead === undefined ? null : html`<div class="lead">${lead}</div>`}
          </header>
          ${content}
        </main>
      </body>
    </html>`.text;
}

function navigationLink({ path, title }: Section, isCurrent: boolean): Html {
  return isCurrent ? html`<a href="${path}" aria-current="true">${title}</a>` : html`<a href="${path}">${title}</a>`;
}
