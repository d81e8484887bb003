import { parseTimestamp } from '../../../platform/clock/timestamps.js';
import { html, type HtmlContent } from '../../../platform/html/html.js';
import { isObject, type JsonObject } from '../../../platform/values/json.js';
import type { FigureUnit } from '../../reports/figures/figure-catalog.js';
import { figure } from '../../scheduled-reports/email/figures-in-words.js';
import { type SectionName, SECTIONS } from './layout.js';
import * as ui from './ui.js';

/** How members of API answers are shown, by their names. */
const BADGES = /^(?:status|state|outcome|severity|verdict)$/;
const SHARES = /(?:^|_)(?:rate|share|lift)$/;
const AMOUNTS = /^(?:total|price|unit_price|refunded|revenue|amount|total_spent)$/;
const IDS = /(?:^|_)(?:id|number|code|row|status)$/;
const LINKED = /^(?:contact|campaign|funnel|list|tag|segment|order|template|import|webhook|sender)_id$/;
const CODES = /^(?:url|key|slug|trigger_name|route|method|type|event|uid|.*request_id|remote_ip)$/;
const TIME = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/;
const MOST_COLUMNS = 8;

const NAMES = new Map([
  ['totalCount', 'contacts'],
  ['subscribersCount', 'subscribed'],
  ['exits', 'ended with a reason'],
]);

/** The name of a member for people. */
export function labelOf(name: string): string {
  const label = ui.words(NAMES.get(name) ?? name.split('.').at(-1) ?? '');
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}`.replace(/\b(?:id|url|ip)\b/gi, (word) =>
    word.toUpperCase(),
  );
}

/** The member at a path such as `manager.username`. */
export const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce((inside, name) => (isObject(inside) ? inside[name] : undefined), value);

export const isNumeric = (rows: readonly unknown[], name: string): boolean =>
  !IDS.test(name) && rows.every((row) => ['number', 'undefined'].includes(typeof (at(row, name) ?? undefined)));

/** The member as a text; '' if it is none. */
export const textAt = (value: unknown, path: string): string => {
  const found = at(value, path);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
};

const isPlain = (value: unknown): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value);
const isRows = (value: unknown): value is JsonObject[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

/** @param path of the member in the row. */
export function cellOf(row: JsonObject, path: string, times: ui.Times): HtmlContent {
  // An entry of the audit log without a manager is that of a command or a process.
  if (path === 'manager.username' && at(row, path) === undefined) return ui.words(textAt(row, 'source'));
  const name = path === 'record.id' ? `${textAt(row, 'record.type')}_id` : (path.split('.').at(-1) ?? '');
  return cell(name, at(row, path), times, row);
}

/** @param row the object of the member, whose currency its amounts have. */
function cell(name: string, value: unknown, times: ui.Times, row: JsonObject): HtmlContent {
  switch (typeof value) {
    case 'boolean':
      return value ? 'yes' : 'no';
    case 'number':
      return IDS.test(name) ? idOf(name, value) : figure(value, unitOf(name), textAt(row, 'currency') || null);
    case 'string':
      return textOf(name, value, times);
    default:
      return isObject(value) || Array.isArray(value) ? insideOf(value) : ui.NOTHING;
  }
}

/** An id, as a link to the page of its record if there is one. */
const idOf = (name: string, id: number): HtmlContent =>
  LINKED.test(name) ? ui.link(SECTIONS[name.replace('_id', 's') as SectionName], id, String(id)) : String(id);

function textOf(name: string, value: string, times: ui.Times): HtmlContent {
  if (value === '') return ui.NOTHING;
  if (BADGES.test(name)) return ui.badge(value);
  if (TIME.test(value) && parseTimestamp(value) !== null) return times(value);
  return CODES.test(name) ? ui.code(value) : ui.text(value);
}

function insideOf(value: object): HtmlContent {
  if (Array.isArray(value) && value.every(isPlain)) return ui.labels(value.map(String));
  if (isRows(value) && value.every((each) => 'title' in each))
    return ui.labels(value.map((each) => textAt(each, 'title')));
  return html`<details>
    <summary>Show</summary>
    <pre tabindex="0">${JSON.stringify(value, null, 2)}</pre>
  </details>`;
}

/** The unit of a number that has only a name. */
export const unitOf = (name: string): FigureUnit =>
  SHARES.test(name) ? 'percent' : AMOUNTS.test(name) ? 'money' : 'count';

/** A table of rows; of the columns with a value if none are named. */
export function rowsTable(
  caption: string,
  rows: readonly JsonObject[],
  times: ui.Times,
  columns: readonly string[] = columnsOf(rows),
) {
  return ui.table<JsonObject>(
    caption,
    columns.map((name) => [
      labelOf(name),
      (row) => cellOf(row, name, times),
      isNumeric(rows, name) ? 'number' : undefined,
    ]),
    rows,
  );
}

const columnsOf = (rows: readonly JsonObject[]): string[] =>
  [...new Set(rows.flatMap(Object.keys))]
    .filter((name) => rows.some((row) => isPlain(row[name] ?? [])))
    .slice(0, MOST_COLUMNS);

/** One record: its plain members as facts, lists of objects as tables, and what is inside of it as parts of their own. */
export function record(value: JsonObject, times: ui.Times): HtmlContent {
  const entries = Object.entries(value).filter(([name, member]) => name !== 'meta' && member !== null && member !== '');
  const isPart = ([, member]: [string, unknown]): boolean => isRows(member) || isObject(member);
  const facts = entries.filter((entry) => !isPart(entry));
  const parts = entries
    .filter(isPart)
    .map(([name, member]) =>
      ui.part(
        labelOf(name),
        isRows(member) ? rowsTable(labelOf(name), member, times) : record(member as JsonObject, times),
      ),
    );
  return html`${facts.length > 0 ? ui.facts(facts.map(([name, member]) => [labelOf(name), cell(name, member, times, value)])) : null}
  ${parts}`;
}

/** A list is the first array of an answer, or of its first member. */
export function rowsOf(body: JsonObject): JsonObject[] {
  const members = Object.values(body);
  const inside = members.flatMap((member) => (isObject(member) ? Object.values(member) : []));
  return ([...members, ...inside].find(Array.isArray) ?? []).filter(isObject);
}
