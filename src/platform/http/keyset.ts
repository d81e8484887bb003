import { parseTimestamp } from '../clock/timestamps.js';
import { invalidParam } from '../errors/app-error.js';
import type { Reader } from '../database/database.js';
import { numberOf } from '../database/records.js';
import type { SqlValue, SqlCondition } from '../sql/named-parameters.js';
import { camelCase } from '../text/camel-case.js';
import { type CursorPosition, type Page, pageOfRows, type PageRequest, windowOf, type Sorting } from './page.js';

/** `time` and `text` are followed by the id. An `unsteady` value changes so often that cursors would skip rows. */
type SortKind = 'id' | 'time' | 'text' | 'unique' | 'unsteady';

interface ListSql {
  readonly columns: string;
  /** The table; `row` is its alias. */
  readonly from: string;
  readonly row: string;
  /** Joins that add columns but no rows. */
  readonly joins?: string;
  readonly where: readonly string[];
  readonly params: Readonly<Record<string, SqlValue>>;
}

/** Sorting and cursors of a list whose rows have an id. */
export class Keyset<Field extends string> {
  readonly fields: readonly Field[];

  /** @param kinds by column. */
  constructor(private readonly kinds: Readonly<Record<Field, SortKind>>) {
    this.fields = Object.keys(kinds) as Field[];
  }

  /** Returns ORDER BY. With the id behind a unique column, the server would not read its index in order. */
  order({ field, direction: asked }: Sorting<Field>, row: string): string {
    const direction = asked === 'ASC' ? 'ASC' : 'DESC';
    const kind = this.kinds[field];
    if (kind === 'id' || kind === 'unique') return `${row}.${field} ${direction}`;
    return `${row}.${field} ${direction}, ${row}.id ${direction}`;
  }

  /**
   * Returns the condition for rows after the cursor. For a row comparison `(a, b) < (x, y)`, servers would read the index from its start.
   * @throws AppError rest_invalid_param for the cursor of a list with another sort order.
   */
  beyond({ field, direction }: Sorting<Field>, { cursor }: PageRequest, row: string): SqlCondition | undefined {
    const kind = this.kinds[field];
    if (cursor !== undefined && kind === 'unsteady')
      throw invalidParam('cursor', `cannot be used with sort_by=${field}, which can change between pages`);
    if (!cursor) return undefined;
    const sign = direction === 'ASC' ? '>' : '<';
    const params = { afterId: cursor.id, afterValue: valueOf(cursor, kind) };
    const column = `${row}.${field}`;
    if (kind === 'id') return { sql: `${column} ${sign} :afterId`, params };
    if (kind === 'unique') return { sql: `${column} ${sign} :afterValue`, params };
    return {
      sql: `${column} ${sign}= :afterValue AND (${column} ${sign} :afterValue OR ${row}.id ${sign} :afterId)`,
      params,
    };
  }

  /** Returns the cursor after a row, whose properties are the sort fields in camel case. */
  positionOf(row: { readonly id: number }, field: Field): CursorPosition {
    const value = (row as Readonly<Record<string, unknown>>)[camelCase(field)];
    const shown = value instanceof Date ? value.toISOString() : String(value);
    return { id: row.id, value: this.kinds[field] === 'id' ? null : shown };
  }

  /** Reads a page, by number or cursor. */
  async page<Row extends { readonly id: number }>(
    reader: Reader,
    { columns, from, row, joins = '', where, params }: ListSql,
    sorting: Sorting<Field>,
    request: PageRequest,
  ): Promise<Page<Row>> {
    const beyond = this.beyond(sorting, request, row);
    const clause = (conditions: readonly string[]): string =>
      conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
    const sql = `SELECT ${columns} FROM ${from} ${row} ${joins} ${clause(beyond ? [...where, beyond.sql] : where)}
      ORDER BY ${this.order(sorting, row)} LIMIT :limit OFFSET :offset`;
    const rows = await reader.query<Row>(sql, { ...params, ...beyond?.params, ...windowOf(request) });
    const total = await numberOf(reader, `SELECT COUNT(*) FROM ${from} ${row} ${clause(where)}`, params);
    return pageOfRows(rows, total, request, (last) => this.positionOf(last, sorting.field));
  }
}

function valueOf({ value }: CursorPosition, kind: SortKind): string | Date | null {
  const time = kind === 'time' && typeof value === 'string' ? parseTimestamp(value) : null;
  if (kind === 'id' ? value !== null : typeof value !== 'string' || (kind === 'time' && time === null))
    throw invalidParam('cursor', 'is not a cursor of this list');
  return time ?? (value as string | null);
}

const BY_ID = new Keyset({ id: 'id' });

/** Reads one page of rows of a table `r`, newest first, by number or cursor; `id` ascends with time. */
export async function newestFirst<Row extends { readonly id: number }>(
  reader: Reader,
  sql: Omit<ListSql, 'row'>,
  request: PageRequest,
): Promise<Page<Row>> {
  return BY_ID.page(reader, { ...sql, row: 'r' }, { field: 'id', direction: 'DESC' }, request);
}
