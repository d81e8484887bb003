import { createHash } from 'node:crypto';
import { Html, html } from '../../../platform/html/html.js';
import { headOf } from '../../../platform/html/styled-page.js';
import { STYLE } from './style.js';

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

/** A complete page of the development tools. */
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
