import { createHash } from 'node:crypto';
import { Html, html, headOf } from '../../../platform/html/html.js';

/** The style of the development tools: light or dark by system setting, one column on phones. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f6f5f2; --surface: #fff; --line: #e3e0da; --ink: #1f2328; --quiet: #5c6570;
  --accent: #0b5c8a; --accent-soft: #e4f0f7; --danger: #a3262a; --shadow: 0 1px 2px rgb(30 30 30 / 6%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171a; --surface: #1c2024; --line: #2e343a; --ink: #e6e9ec; --quiet: #9aa5b1;
    --accent: #7cc4ee; --accent-soft: #1d3342; --danger: #ff9a94; --shadow: none;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
}
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--surface); padding: .5rem 1rem; }
.page { max-width: 68rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
.bar { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: center; margin-bottom: 1.25rem; }
.bar h1 { margin: 0; font-size: 1.5rem; letter-spacing: -.01em; }
.bar .count { color: var(--quiet); margin-right: auto; }
.bar form { margin: 0; display: flex; gap: .5rem; }
.button, button {
  font: inherit; color: var(--ink); background: var(--surface); border: 1px solid var(--line); border-radius: 8px;
  padding: .45rem .9rem; cursor: pointer; text-decoration: none; box-shadow: var(--shadow); white-space: nowrap;
}
.button:hover, button:hover { border-color: var(--accent); }
button.danger { color: var(--danger); }
button.danger:hover { border-color: var(--danger); }
input[type='search'] {
  font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--line); border-radius: 8px;
  padding: .45rem .8rem; width: 18rem; max-width: 100%; min-width: 0;
}
.card {
  background: var(--surface); border: 1px solid var(--line); border-radius: 12px; box-shadow: var(--shadow);
  overflow: hidden;
}
.rows { list-style: none; margin: 0; padding: 0; }
.rows li + li { border-top: 1px solid var(--line); }
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
.empty { padding: 4rem 1.5rem; text-align: center; color: var(--quiet); }
.empty h2 { margin: 0 0 .35rem; color: var(--ink); font-size: 1.15rem; }
.empty p { margin: .25rem auto; max-width: 34rem; }
.pages { display: flex; justify-content: center; align-items: center; gap: 1rem; margin-top: 1.25rem; }
.pages span { color: var(--quiet); }
.note { color: var(--quiet); font-size: .875rem; text-align: center; margin-top: 1.5rem; }
code, pre { font: .875rem/1.55 ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace; }
.subject { margin: .25rem 0 1rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; overflow-wrap: anywhere; }
.headers { margin: 0 0 1.25rem; padding: .9rem 1.1rem; }
.headers dl { margin: 0; display: grid; grid-template-columns: 10.5rem minmax(0, 1fr); gap: .3rem 1rem; }
.headers summary { margin-top: .5rem; color: var(--quiet); font-size: .875rem; cursor: pointer; width: max-content; }
.headers details dl { margin-top: .5rem; }
.headers dt { color: var(--quiet); font-size: .875rem; line-height: 1.7; }
.headers dd { margin: 0; overflow-wrap: anywhere; }
.tabs { display: flex; flex-wrap: wrap; gap: .25rem; padding: .4rem; border-bottom: 1px solid var(--line); align-items: center; }
.tabs a { padding: .35rem .9rem; border-radius: 8px; text-decoration: none; color: var(--quiet); }
.tabs a:hover { color: var(--ink); }
.tabs a[aria-current] { background: var(--accent-soft); color: var(--accent); font-weight: 600; }
.tabs .aside { margin-left: auto; font-size: .875rem; }
iframe { display: block; width: 100%; height: 72vh; min-height: 24rem; border: 0; background: #fff; color-scheme: light; }
.widths { display: flex; gap: .35rem; align-items: center; padding: .4rem .75rem; font-size: .875rem; color: var(--quiet); }
.widths label { margin-right: .75rem; cursor: pointer; }
.widths:has(#phone:checked) + iframe { width: 375px; max-width: 100%; margin: 0 auto; border: solid var(--line); border-width: 0 1px; }
.links { list-style: none; margin: 0; padding: .4rem 1.1rem; }
.links li { padding: .5rem 0; overflow-wrap: anywhere; border-bottom: 1px solid var(--line); }
.links small { display: block; color: var(--quiet); }
.links b { display: inline-block; width: 1rem; }
.links [data-state='fails'] small { color: var(--danger); }
form.links { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; padding-bottom: 1rem; }
pre { margin: 0; padding: 1.1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.attachments { list-style: none; margin: 1.25rem 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: .6rem; }
.attachments small { color: var(--quiet); margin-left: .4rem; }
[data-verdict] { font-weight: 600; }
[data-verdict='genuine'] { color: var(--accent); }
[data-verdict='forged'] { color: var(--danger); }
@media (max-width: 44rem) {
  .page { padding: 1.25rem .9rem 3rem; }
  .bar form.search { order: 9; flex: 1 1 100%; }
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

/** An envelope; without an icon, browsers would request /favicon.ico. */
const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 16 16%22%3E' +
  '%3Crect y=%222%22 width=%2216%22 height=%2212%22 rx=%222%22 fill=%22%230b5c8a%22/%3E' +
  '%3Cpath d=%22M2 5l6 4 6-4%22 fill=%22none%22 stroke=%22white%22 stroke-width=%221.5%22/%3E%3C/svg%3E';

const styleHash = createHash('sha256').update(STYLE).digest('base64');

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

interface Page {
  readonly title: string;
  readonly content: Html;
  readonly refreshSeconds?: number;
  /** Updates the page. Then only browsers without scripts reload it. */
  readonly script?: string;
}

export function layout({ title, content, refreshSeconds, script }: Page): string {
  const refresh = refreshSeconds === undefined ? null : html`<meta http-equiv="refresh" content="${refreshSeconds}" />`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        ${headOf(`${title} · Carillon`, ICON)}
        ${
          script === undefined
            ? refresh
            : html`<noscript>${refresh}</noscript>
                <script src="${script}" defer></script>`
        }
        ${new Html(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        ${content}
      </body>
    </html>`.text;
}
