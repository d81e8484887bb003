import { CHART_WIDTH } from '../../../platform/charts/chart.js';
import { Html, html } from '../../../platform/html/html.js';
import { COLORS } from '../../../platform/html/look.js';
import { STOP_PLACE } from '../../system-emails/notices/notices.service.js';
import type { ReportContent, WrittenHeadline, WrittenTable } from './report-content.js';

const FONT = `-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;
const { light, dark } = COLORS;
const { ink: INK, quiet: MUTED, line: LINE, ground: PAGE } = light;
const TREND_COLORS = { good: light.good, bad: light.bad, neutral: MUTED } as const;

/** Email clients without style sheets show the light colors, which are inline. */
const STYLE_SHEET = new Html(`
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0}
img{border:0;max-width:100%;height:auto}
@media (max-width:480px){.pad{padding-left:16px!important;padding-right:16px!important}.tiles{padding-left:10px!important;padding-right:10px!important}.big{font-size:22px!important}.cell{padding-left:6px!important;padding-right:6px!important}}
@media (prefers-color-scheme:dark){
.page{background:${dark.ground}!important}.card{background:${dark.card}!important}.on-light{display:none!important}.on-dark{display:block!important}
.ink,.ink td{color:${dark.ink}!important}.faint,.faint th{color:${dark.quiet}!important}
.tile{background:${dark.soft}!important}.rule{border-color:${dark.line}!important}.note{background:${dark['busy-soft']}!important;color:${dark.busy}!important}
.good{color:${dark.good}!important}.bad{color:${dark.bad}!important}.neutral{color:${dark.quiet}!important}}`);

/** The content ids of a chart on a light and on a dark ground. */
export interface ChartNames {
  readonly light: string;
  readonly dark: string;
}

/** For email clients: tables, inline styles, 600 pixels that shrink. @param pictures those of the charts, in order. */
export function reportHtml(content: ReportContent, pictures: readonly ChartNames[]): string {
  const { title, name, period, about, comparedWith, headlines, charts, tables, notes, footer, link } = content;
  const preview = headlines.slice(0, 3).map(({ label, value }) => `${label} ${value}`);
  return html`<!doctype html>
    <html lang="en">
      ${HEAD}
      <body class="page" style="margin:0;padding:0;background:${PAGE}">
        <div
          style="display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all"
        >
          ${preview.join(' · ')}
        </div>
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:${PAGE}">
          <tr>
            <td align="center" style="padding:16px 0">
              <table
                role="presentation"
                width="600"
                cellpadding="0"
                cellspacing="0"
                class="card"
                style="width:100%;max-width:600px;background:${light.card};font-family:${FONT}"
              >
                <tr>
                  <td class="pad ink" style="padding:28px 24px 8px;color:${INK}">
                    <h1
                      class="ink"
                      style="margin:0;font-size:24px;line-height:1.25;color:${INK};overflow-wrap:anywhere"
                    >
                      ${title}
                    </h1>
                    <p class="faint" style="margin:6px 0 0;font-size:15px;line-height:1.4;color:${MUTED}">
                      ${name}, ${period}${about === null ? null : html`<br />${about}`}
                    </p>
                  </td>
                </tr>
                ${notes.map(note)} ${headlines.length > 0 ? tiles(headlines, comparedWith) : null}
                ${content.changes.length > 0 ? changesRow(content.changes) : null}
                ${charts.map(({ words }, index) => picture(pictures[index], words))} ${tables.map(tableRow)}
                <tr>
                  <td class="pad" style="padding:20px 24px 28px">
                    <p
                      class="faint rule"
                      style="margin:0;padding-top:16px;border-top:1px solid ${LINE};font-size:12px;line-height:1.5;color:${MUTED}"
                    >
                      ${link === null ? null : html`<a class="ink" href="${link}" style="color:${INK}">Open this report in the console.</a>`}
                      The figures are attached as CSV. ${footer.join(' ')}
                      <a class="ink" href="${STOP_PLACE}" style="color:${INK}">Stop these emails.</a>
                    </p>
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`.text;
}

/** The title is inserted with the subject. */
const HEAD = html`<head>
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width,initial-scale=1" />
  <meta name="color-scheme" content="light dark" />
  <meta name="supported-color-schemes" content="light dark" />
  <style>
    ${STYLE_SHEET}
  </style>
</head>`;

const note = (text: string): Html =>
  html`<tr>
    <td class="pad" style="padding:8px 24px">
      <p
        class="note"
        style="margin:0;padding:10px 12px;background:${light['busy-soft']};color:${light.busy};font-size:14px;line-height:1.4"
      >
        ${text}
      </p>
    </td>
  </tr>`;

function tiles(headlines: readonly WrittenHeadline[], comparedWith: string | null): Html {
  const rows = Array.from({ length: Math.ceil(headlines.length / 2) }, (_, index) =>
    headlines.slice(index * 2, index * 2 + 2),
  );
  return html`<tr>
    <td class="tiles" style="padding:12px 18px 4px">
      <table role="presentation" width="100%" cellpadding="0" cellspacing="6" style="table-layout:fixed">
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((headline) => tile(headline, 3 - row.length))}
            </tr>`,
        )}
      </table>
      ${
        comparedWith === null
          ? null
          : html`<p class="faint" style="margin:2px 6px 8px;font-size:12px;line-height:1.4;color:${MUTED}">
              Compared with ${comparedWith}.
            </p>`
      }
    </td>
  </tr>`;
}

function tile({ label, value, change }: WrittenHeadline, columns: number): Html {
  return html`<td
    class="tile"
    colspan="${columns}"
    valign="top"
    style="padding:12px;background:${light.soft};border-radius:8px;overflow-wrap:anywhere"
  >
    <div class="faint" style="font-size:13px;line-height:1.3;color:${MUTED}">${label}</div>
    <div class="ink big" style="font-size:26px;line-height:1.3;font-weight:bold;color:${INK}">${value}</div>
    ${
      change === null
        ? null
        : html`<div class="${change.trend}" style="font-size:12px;line-height:1.4;color:${TREND_COLORS[change.trend]}">
            ${change.sign} ${change.words}
          </div>`
    }
  </td>`;
}

const changesRow = (changes: readonly string[]): Html =>
  html`<tr>
    <td class="pad ink" style="padding:4px 24px 12px;font-size:14px;line-height:1.5;color:${INK}">
      ${changes.map((sentence) => html`<p class="ink" style="margin:0 0 4px;color:${INK}">${sentence}</p>`)}
    </td>
  </tr>`;

/** Email clients without style sheets show the light one. */
function picture(names: ChartNames | undefined, words: string): Html {
  const image = (contentId: string, kind: string, display: string): Html =>
    html`<img
      src="cid:${contentId}"
      class="${kind}"
      width="${CHART_WIDTH}"
      alt="${words}"
      style="display:${display};width:100%;max-width:${CHART_WIDTH}px;height:auto;font-size:13px;line-height:1.4;color:${MUTED}"
    />`;
  return html`<tr>
    <td class="pad" style="padding:8px 24px">
      ${image(names?.light ?? '', 'on-light', 'block')}
      <!--[if !mso]><!-->
      ${image(names?.dark ?? '', 'on-dark', 'none')}
      <!--<![endif]-->
    </td>
  </tr>`;
}

function tableRow({ title, columns, rows, left }: WrittenTable): Html {
  const align = (index: number): string => (columns[index]?.isNumber === true ? 'right' : 'left');
  const cell = (index: number): string =>
    `padding:7px 8px;border-bottom:1px solid ${LINE};text-align:${align(index)};vertical-align:top;` +
    (align(index) === 'right' ? 'white-space:nowrap' : 'overflow-wrap:anywhere');
  return html`<tr>
    <td class="pad" style="padding:16px 24px 4px">
      <h2 class="ink" style="margin:0 0 6px;font-size:16px;line-height:1.3;color:${INK}">${title}</h2>
      <table
        width="100%"
        cellpadding="0"
        cellspacing="0"
        class="ink"
        style="border-collapse:collapse;font-size:13px;line-height:1.4;color:${INK}"
      >
        <tr class="faint">
          ${columns.map(
            (column, index) =>
              html`<th
                class="cell rule"
                scope="col"
                style="padding:7px 8px;border-bottom:1px solid ${LINE};text-align:${align(
                  index,
                )};font-weight:normal;color:${MUTED};vertical-align:bottom"
              >
                ${column.title}
              </th>`,
          )}
        </tr>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((text, index) => html`<td class="cell rule" style="${cell(index)}">${text}</td>`)}
            </tr>`,
        )}
      </table>
      ${
        left > 0
          ? html`<p class="faint" style="margin:8px 0 0;font-size:12px;line-height:1.4;color:${MUTED}">
              … and ${left} more in the attached file.
            </p>`
          : null
      }
    </td>
  </tr>`;
}
