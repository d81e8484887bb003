import { type Chart, chartInWords, chartSvg } from '../../../platform/charts/chart.js';
import { Html, html } from '../../../platform/html/html.js';
import { table } from './table.js';

/** A chart with its figures as a table. @param unit what a point is, such as a day. */
export const chartFigure = (chart: Chart, unit: string): Html =>
  html`<figure class="card chart">
    ${new Html(chartSvg(chart, chartInWords(chart)))}
    <details>
      <summary>Figures as a table</summary>
      ${table(
        chart.title,
        [
          { title: unit, cell: ({ label }) => label },
          { title: chart.title, cell: ({ value }) => chart.format(value), isNumber: true },
        ],
        chart.points,
      )}
    </details>
  </figure>`;
