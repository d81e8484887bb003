import { isObject, type JsonObject } from '../../../platform/values/json.js';
import * as s from '../../../shapes/shape.js';
import { bars, type DigestFigures, table, type Unit } from '../../reports/digests/digest.js';
import { figureOf, type FigureShape } from '../../reports/figures/figure-catalog.js';
import { figure } from '../../scheduled-reports/email/figures-in-words.js';
import { words } from '../pages/ui.js';
import { at, labelOf, textAt, unitOf } from '../pages/values.js';

type Member = readonly [path: string, schema: s.JsonSchema];

const HIDDEN = /^meta$|(?:^|_)(?:id|currency)$/;
/** The rows of an object with a number for each of its names. */
const COUNTS = s.object({ name: s.text(), total: s.integer() });

/** Returns what an answer shows by its shape: numbers as headlines, and lists as tables, by day with lines, otherwise with bars. */
export function figuresIn(shape: FigureShape, answer: JsonObject): DigestFigures {
  const members = membersOf(shape);
  const lists = members.flatMap((member) => listOf(member, answer));
  const about = textAt(answer, 'title') || textAt(answer, 'campaign_title') || textAt(answer, 'funnel_title');
  return {
    ...(about && { about }),
    headlines: members.map(fieldOf).flatMap(({ of, unit, ...text }) => {
      const value = of(answer);
      return unit === 'text' || typeof value !== 'number' ? [] : [{ ...text, unit, value }];
    }),
    charts: lists.flatMap(({ charts }) => charts),
    tables: lists.map(({ rows }) => rows),
    currency: textAt(answer, 'currency') || textAt(answer, 'revenue.currency') || null,
    asOf: textAt(answer, 'meta.as_of'),
  };
}

/** The members of an object and of the named objects inside of it; a page is its rows. */
function membersOf({ properties }: s.JsonSchema, before = ''): Member[] {
  return Object.entries(properties as s.Members).flatMap(([name, schema]): Member[] => {
    const inside = (schema['properties'] ?? {}) as Partial<s.Members>;
    if (HIDDEN.test(name)) return [];
    if (inside['current_page'] && inside['data']) return [[`${before}${name}.data`, inside['data']]];
    return schema['title'] === undefined ? [[before + name, schema]] : membersOf(schema, `${before}${name}.`);
  });
}

/** How people read a member: as in the catalog, or by its name. */
function fieldOf([path, schema]: Member) {
  const of = (row: JsonObject) => (at(row, path) ?? null) as string | number | null;
  const known = figureOf(schema);
  if (known) {
    const { label, unit, better } = known;
    return { of, label, better, unit: unit as Unit, column: unit === 'percent' ? label : known.column };
  }
  const [name = ''] = path.split('.').slice(-1);
  const [, whole] = /^(?:Percentage of|Orders in) (.+)/.exec(String(schema['description'])) ?? [];
  const label = `${labelOf(name)}${whole ? ` (of ${words(whole)})` : ''}`;
  // Only decimals are rates or amounts; the ends of a range are its name.
  const type = /^(?:from|to)$/.test(name) ? 'text' : String(schema['type']);
  const unit: Unit = type.includes('number') ? unitOf(name) : type.includes('int') ? 'count' : 'text';
  return { of, label, unit, better: undefined, column: label };
}

/** A list with at least one row, or an object of counts. */
function listOf([path, schema]: Member, answer: JsonObject) {
  const found = at(answer, path);
  const counts = isObject(found) ? Object.entries(found).map(([name, total]) => ({ name: words(name), total })) : [];
  const rows: readonly JsonObject[] = Array.isArray(found) ? found.filter(isObject) : counts;
  if (rows.length === 0) return [];
  const title = labelOf(path.replace(/\.data$/, ''));
  const fields = membersOf((schema['items'] ?? COUNTS) as s.JsonSchema)
    .map(fieldOf)
    .filter(({ of }) => rows.some((row) => of(row) !== null));
  const numbers = fields.flatMap(({ unit, ...field }) => (unit === 'text' ? [] : [{ unit, ...field }]));
  // A variant has amounts in its own currency.
  const cellOf = ({ of, unit }: (typeof fields)[number], row: JsonObject) =>
    unit === 'money' && row['currency'] ? figure(Number(of(row)), unit, textAt(row, 'currency')) : of(row);
  const columns = fields.map(
    (field, index) =>
      [field.column, field.unit, (row: JsonObject) => cellOf(field, row) ?? (index === 0 ? 'Other' : null)] as const,
  );
  const nameOf = (row: JsonObject): string =>
    String('from' in row ? [...new Set([row['from'], row['to']])].join(' to ') : columns[0]?.[2](row));
  const inFileOnly = rows.every(({ date }) => date !== undefined);
  const charts = (inFileOnly ? numbers : numbers.slice(0, 1)).map(({ label, unit, of }) => ({
    ...bars(inFileOnly ? label : `${title}: ${label}`, unit, rows, (row) => [nameOf(row), Number(of(row))]),
    kind: inFileOnly ? ('line' as const) : ('bar' as const),
  }));
  return [{ charts, rows: { ...table(title, rows, columns), inFileOnly } }];
}
