import { Inject, Param, Query } from '@nestjs/common';
import { AppError } from '../../../platform/errors/app-error.js';
import { type Html, html, type HtmlContent } from '../../../platform/html/html.js';
import { isObject, type JsonObject } from '../../../platform/values/json.js';
import { Api, type ConsoleApi } from '../http/console-api.js';
import { ConsoleController, ConsoleQuery, noSuchPage, ResourceView } from '../http/console-view.js';
import { CONSOLE_PATH, type Page, type Section, SECTIONS } from '../pages/layout.js';
import * as ui from '../pages/ui.js';
import { type Part, type Resource, RESOURCES } from '../pages/resources.js';
import { at, cellOf, isNumeric, labelOf, record, rowsOf, rowsTable, textAt } from '../pages/values.js';

const OF_A_PART = '10';

/** Shows records as the API answers them. */
@ConsoleController(CONSOLE_PATH)
export class ResourcesConsole {
  constructor(@Inject(ui.TIMES) private readonly times: ui.Times) {}

  @ResourceView(':resource')
  async list(@Param('resource') name: string, @Query() query: ConsoleQuery, @Api() api: ConsoleApi): Promise<Page> {
    const resource = resourceOf(name);
    const { search = '' } = query;
    const { rows, next } = await pageOf(resource, query, api);
    return ui.listPage<JsonObject>({
      section: resource.section,
      rows,
      columns: resource.columns.map((column, index) => [
        labelOf(column),
        (row) => (index === 0 ? this.linkTo(resource, column, row) : cellOf(row, column, this.times)),
        kindOf(isNumeric(rows.items, column), index > 2),
      ]),
      ...(resource.search && { search: [resource.search[1], search] }),
      ...(next !== null && { next: { search, after: next } }),
      calls: resource.calls,
    });
  }

  @ResourceView(':resource/:id')
  async show(
    @Param('resource') name: string,
    @Param('id') id: string,
    @Query() query: ConsoleQuery,
    @Api() api: ConsoleApi,
  ): Promise<Page> {
    const { one, columns, path, section } = resourceOf(name);
    if (!one) throw noSuchPage();
    const value = recordOf(await api.get(`${path}/${encodeURIComponent(id)}`));
    const [heading = ''] = columns;
    const { status } = value;
    const apart = [...(one.omit ?? []), heading, 'status', one.email];
    const shown = Object.entries(value).filter(([member]) => !apart.includes(member));
    const parts: HtmlContent[] = [];
    if (one.email && value[one.email])
      parts.push(ui.part('Content', ui.emailFrame(`${section.path}/${encodeURIComponent(id)}/content`)));
    for (const part of one.parts ?? [])
      parts.push(ui.part(part.title, await this.partOf(part, id, query.asked ?? '', api)));
    return {
      title: textAt(value, heading) || '(no name)',
      ...(typeof status === 'string' && { lead: html`<span data-live="status">${ui.badge(status)}</span>` }),
      isLive: /^(?:queued|running)$/.test(String(status)),
      content: html`${progressOf(value)}
        <div data-live="record">${record(Object.fromEntries(shown), this.times)} ${parts}</div>`,
      calls: (one.calls ?? []).map((call) => call.replace(/\{\w+\}/, id)),
    };
  }

  private linkTo({ section, one }: ReturnType<typeof resourceOf>, column: string, row: JsonObject): HtmlContent {
    const shown = cellOf(row, column, this.times);
    const key = textAt(row, one?.key ?? 'id');
    if (!one || key === '') return shown;
    return html`<a href="${section.path}/${encodeURIComponent(key)}">${shown === ui.NOTHING ? '(no name)' : shown}</a>`;
  }

  private async partOf({ title, path, columns, asks }: Part, id: string, asked: string, api: ConsoleApi) {
    const form = asks ? ui.ask('asked', asks[1], asked, asks[2]) : null;
    if (asks && asked === '') return form;
    const answer = await api
      .get(path.replace('{id}', encodeURIComponent(id)), {
        ...(asks && { [asks[0]]: asked }),
        ...(columns && { per_page: OF_A_PART }),
      })
      .catch((error: unknown) => {
        if (form && error instanceof AppError && error.status < 500) return error.message;
        throw error;
      });
    if (typeof answer === 'string')
      return html`${form}
        <p role="status">${answer}</p>`;
    if (!columns) return html`${form} ${record(answer, this.times)}`;
    const rows = rowsOf(answer);
    if (rows.length === 0) return html`<p class="quiet">None.</p>`;
    const total = totalOf(answer);
    return html`${total > rows.length ? html`<p class="quiet">${ui.count(total)} in total</p>` : null}
    ${rowsTable(title, rows, this.times, columns)}`;
  }
}

/** Of a job or an import. The page replaces it while it runs. */
function progressOf({ processed, total }: JsonObject): Html | null {
  if (processed === undefined) return null;
  return html`<p class="progress" data-live="progress">
    <progress value="${Number(processed)}" max="${Math.max(1, Number(total))}" aria-label="Progress"></progress>
    <strong>${ui.count(Number(processed))}</strong> <span>of ${ui.count(Number(total))} rows</span>
  </p>`;
}

function resourceOf(name: string): Resource & { readonly section: Section } {
  if (!Object.hasOwn(RESOURCES, name)) throw noSuchPage();
  const known = name as keyof typeof RESOURCES;
  return { ...RESOURCES[known], section: SECTIONS[known] };
}

/** Most records are in a member of the answer, with what belongs to them beside it. */
function recordOf(body: JsonObject): JsonObject {
  const [first] = Object.entries(body).filter(([, member]) => isObject(member));
  if (!first || 'title' in body) return body;
  const [name, inner] = first;
  const { [name]: _inner, ...beside } = body;
  return { ...(inner as JsonObject), ...beside };
}

/** Reads a page of the list. The API returns some lists whole, and others only by cursor. */
async function pageOf({ path, search, isLog }: Resource, query: ConsoleQuery, api: ConsoleApi) {
  const request = query.toPage();
  const { page, perPage } = request;
  const place = query.after !== undefined ? { cursor: query.after } : page > 1 ? { page: String(page) } : {};
  const asked = search && query.search ? { [search[0]]: query.search } : {};
  const body = await (isLog
    ? endOf(api, path, perPage)
    : api.get(path, { ...asked, ...place, per_page: String(perPage) }));
  const found = rowsOf(body);
  const items = found.length > perPage ? found.slice((page - 1) * perPage, page * perPage) : found;
  const next = isLog ? undefined : body['next_cursor'];
  return {
    rows: {
      ...{ items: isLog ? items.toReversed() : items, total: totalOf(body), request },
      totalIsEstimate: body['total_is_estimate'] === true,
    },
    next: typeof next === 'string' ? next : null,
  };
}

const totalOf = (body: JsonObject): number =>
  Number(at(body, 'total') ?? at(Object.values(body)[0], 'total') ?? rowsOf(body).length);

const kindOf = (isNumber: boolean, isExtra: boolean): ui.Column<never>[2] =>
  isNumber ? (isExtra ? 'number extra' : 'number') : isExtra ? 'extra' : undefined;

/** Returns the last records of a log, which is read forward from a cursor. */
async function endOf(api: ConsoleApi, path: string, perPage: number): Promise<JsonObject> {
  const { next_cursor: end } = await api.get(path, { after: 'latest' });
  const from = (after: string): Promise<JsonObject> => api.get(path, { after, per_page: String(perPage) });
  return from(String(Math.max(0, Number(end) - perPage))).catch(() => from('oldest'));
}
