import { type Html, html, type HtmlContent } from '../../../platform/html/html.js';
import { offsetOf, type Page, type PageRequest } from '../../../platform/http/page.js';
import { count } from './parts.js';

/** A column; the first one of a table heads its rows. */
export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => HtmlContent;
  readonly isNumber?: boolean;
  /** Left out on phones, because the page of the row shows it. */
  readonly isExtra?: boolean;
}

/** @param caption what the rows are, for screen readers. */
export function table<Row>(caption: string, columns: readonly Column<Row>[], rows: readonly Row[]): Html {
  const classes = ({ isNumber, isExtra }: Column<Row>): string =>
    [isNumber === true ? 'number' : '', isExtra === true ? 'extra' : ''].join(' ').trim();
  return html`<div class="card scroll" role="region" aria-label="${caption}" tabindex="0">
    <table>
      <caption class="hidden">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col" class="${classes(column)}">${column.title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${columns.map((column, index) =>
                index === 0
                  ? html`<th scope="row" class="${classes(column)}">${column.cell(row)}</th>`
                  : html`<td class="${classes(column)}">${column.cell(row)}</td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Returns the page of a list that is already in memory. */
export const pageOf = <Row>(rows: readonly Row[], request: PageRequest): Page<Row> => ({
  items: rows.slice(offsetOf(request), offsetOf(request) + request.perPage),
  total: rows.length,
  request,
});

/** Links to the pages before and after. @param query the other parameters of the page. */
export function pager({ total, request }: Page<unknown>, query: Readonly<Record<string, string>> = {}): Html | null {
  const last = Math.max(1, Math.ceil(total / request.perPage));
  if (last === 1) return null;
  const to = (page: number, text: string, relation: string): Html | null =>
    page < 1 || page > last
      ? null
      : html`<a rel="${relation}" href="?${new URLSearchParams({ ...query, page: String(page) }).toString()}"
          >${text}</a
        >`;
  return html`<nav class="pager" aria-label="Pages">
    ${to(Math.min(request.page - 1, last), '← Previous', 'prev')}
    <span>Page ${count(request.page)} of ${count(last)}</span>
    ${to(request.page + 1, 'Next →', 'next')}
  </nav>`;
}
