import { html } from '../../../platform/html/html.js';
import type { ReportContent } from '../../scheduled-reports/email/report-content.js';
import { chartFigure } from '../pages/chart.js';
import type { Page } from '../pages/layout.js';
import { apiCalls, tiles } from '../pages/parts.js';

export const RANGES = ['7_days', '30_days', '90_days', '12_months'] as const;

export function overviewPage(report: ReportContent, range: string, timeZone: string): Page {
  const { headlines, charts, period, comparedWith } = report;
  return {
    title: report.title,
    lead: html`${period}${comparedWith === null ? null : `, compared with ${comparedWith}`}. Days in ${timeZone}.`,
    content: html`<nav class="choices" aria-label="Period">
        ${RANGES.map((each) => html`<a href="?range=${each}" ${each === range ? CURRENT : null}>${each.replace('_', ' ')}</a>`)}
      </nav>
      ${tiles(
        headlines.map(({ label, value, change }) => ({
          label,
          value,
          note:
            change &&
            html`<span class="${change.trend}">${change.sign === '=' ? '' : change.sign} ${change.words}</span>`,
        })),
      )}
      <div class="charts">${charts.map(({ drawn }) => chartFigure(drawn, 'Day'))}</div>
      ${apiCalls('Read this with the API', [
        'GET /reports/overview',
        'GET /reports/subscriber-activity',
        'GET /reports/subscriber-growth',
        'POST /reports/scheduled',
      ])}`,
  };
}

const CURRENT = html`aria-current="page"`;
