import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Html, html, headOf, TOP_BAR } from '../../../platform/html/html.js';
import { PAGE_STYLE } from '../../../platform/html/look.js';

/** The style of the development tools, which are one column on phones. */
const STYLE = `${PAGE_STYLE}
.page { max-width: 68rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
.title { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: center; margin-bottom: 1.25rem; }
.title .count { color: var(--quiet); margin-right: auto; }
.title form { margin: 0; display: flex; gap: .5rem; }
input[type='search'] { width: 18rem; max-width: 100%; min-width: 0; }
.card { overflow: hidden; }
.rows a {
  display: grid; grid-template-columns: minmax(8rem, 15rem) minmax(0, 1fr) auto; gap: 0 1.25rem;
  align-items: baseline; padding: .8rem 1.1rem; color: inherit; text-decoration: none;
}
.rows a:hover { background: var(--accent-soft); }
.rows a:focus-visible { outline-offset: -3px; }
.rows span, .rows time { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.rows .who { font-weight: 600; }
.rows .from, .rows time { color: var(--quiet); font-size: .875rem; }
.rows .from { display: block; }
.rows time { font-variant-numeric: tabular-nums; }
.rows .unread .what, .rows .unread .who { font-weight: 650; }
.rows li:not(.unread) .who { font-weight: 500; }
.rows .unread i { display: inline-block; width: .55rem; height: .55rem; margin-right: .45rem; border-radius: 50%; background: var(--accent); }
.rows .unread .from { font-weight: 400; }
.note { color: var(--quiet); font-size: .875rem; text-align: center; margin-top: 1.5rem; }
.subject { margin: .25rem 0 1rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; }
.headers { margin: 0 0 1.25rem; padding: .9rem 1.1rem; }
.headers dl { margin: 0; display: grid; grid-template-columns: 10.5rem minmax(0, 1fr); gap: .3rem 1rem; }
.headers summary { margin-top: .5rem; color: var(--quiet); font-size: .875rem; cursor: pointer; width: max-content; }
.headers details dl { margin-top: .5rem; }
.headers dt { color: var(--quiet); font-size: .875rem; line-height: 1.7; }
.tabs { display: flex; flex-wrap: wrap; gap: .25rem; padding: .4rem; border-bottom: 1px solid var(--line); align-items: center; }
.tabs a { padding: .35rem .9rem; border-radius: 8px; text-decoration: none; color: var(--quiet); }
.tabs .aside { margin-left: auto; font-size: .875rem; }
iframe { display: block; width: 100%; height: 72vh; min-height: 24rem; border: 0; background: #fff; color-scheme: light; }
.widths { display: flex; gap: .35rem; align-items: center; padding: .4rem .75rem; font-size: .875rem; color: var(--quiet); }
.widths label { margin-right: .75rem; cursor: pointer; }
.widths:has(#phone:checked) + iframe { width: 375px; max-width: 100%; margin: 0 auto; border: solid rgb(128 128 128 / 35%); border-width: 0 1px; }
ul.links, form.links { padding: .4rem 1.1rem; }
.links li { padding: .5rem 0; border-bottom: 1px solid var(--line); }
.links small { display: block; color: var(--quiet); }
.links b { display: inline-block; width: 1rem; }
.links [data-state='fails'] small { color: var(--bad); }
form.links { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; padding-bottom: 1rem; }
.attachments { list-style: none; margin: 1.25rem 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: .6rem; }
.attachments small { color: var(--quiet); margin-left: .4rem; }
[data-verdict] { font-weight: 600; }
[data-verdict='genuine'] { color: var(--good); }
[data-verdict='forged'] { color: var(--bad); }
@media screen and (max-width: 44rem) {
  .page { padding: 1.25rem .9rem 3rem; }
  .title form.search { order: 9; flex: 1 1 100%; }
  input[type='search'] { flex: 1; width: auto; }
  .rows a { grid-template-columns: minmax(0, 1fr) auto; }
  .rows .what { grid-column: 1 / -1; grid-row: 2; }
  .headers dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .headers dd + dt { margin-top: .35rem; }
  .rows .day { display: none; }
  .tabs a { padding: .35rem .6rem; }
  .widths { display: none; }
  iframe { height: 65vh; }
}
`;

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** Shows new content without reloading the page. Without scripts, the page reloads itself. */
export const LIVE_SCRIPT = readFileSync(join(__dirname, 'live.js'), 'utf8');

/** For the development pages without scripts: nothing from other origins, and only the style below. */
export const PAGE_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "img-src 'self' data:",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
export const LIVE_SECURITY_POLICY = `${PAGE_SECURITY_POLICY}; script-src 'self'; connect-src 'self'`;

interface Page {
  readonly title: string;
  readonly content: Html;
  /** The address of the live script, for pages that show new content. */
  readonly live?: string | undefined;
}

export function layout({ title, content, live }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        ${headOf(`${title} · Carillon`)}
        ${
          live === undefined
            ? null
            : html`<noscript><meta http-equiv="refresh" content="10" /></noscript>
                <script src="${live}" defer></script>`
        }
        ${new Html(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        ${TOP_BAR}
        <main class="page">${content}</main>
      </body>
    </html>`.text;
}
