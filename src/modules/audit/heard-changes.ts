import type { Change } from '../../platform/database/database.js';

/** What the statements of a transaction did to one table, as far as they say. */
export interface TableChange {
  /** By column, the values by which statements named the rows that they changed. */
  readonly named: ReadonlyMap<string, ReadonlySet<number>>;
  /** Ids that were not there before. */
  readonly inserted: ReadonlySet<number>;
  /** Whether there may be other rows than these. */
  readonly hasOthers: boolean;
  /** How many rows statements matched; one that was changed twice counts twice. */
  readonly rows: number;
}

interface Gathered {
  readonly named: Map<string, Set<number>>;
  readonly inserted: Set<number>;
  hasOthers: boolean;
  rows: number;
}

const STATEMENT = /^\s*(INSERT|REPLACE|UPDATE|DELETE)\s+(?:IGNORE\s+)?(?:INTO\s+|(?:\w+\s+)?FROM\s+)?`?(\w+)`?/i;
const CONDITIONS = /\bWHERE\b([\s\S]*)$/i;
/** `id = :id`, `c.contact_id IN (:ids)`: only what all rows must meet, so nothing is looked for beside an OR. */
const NAMED_BY = /(?:^|\bAND\b|\()\s*(?:\w+\.)?(\w*id)\s*(?:=\s*|IN\s*\(\s*):(\w+)/gi;
/** What is left to choose within brackets does not widen what stands beside them. */
const CHOICES = /\([^()]*\bOR\b[^()]*\)/gi;
const COLUMNS = /^[^(]*\(([^)]*)\)\s*VALUES\s+:rows/i;

/** Which rows of which tables were changed. Statements whose rows cannot be told from their text are only counted. */
export function changesByTable(changes: readonly Change[]): Map<string, TableChange> {
  const tables = new Map<string, Gathered>();
  for (const change of changes) {
    const [, verb = '', table] = STATEMENT.exec(change.sql) ?? [];
    if (table === undefined || change.written.affectedRows === 0) continue;
    const gathered = tables.get(table) ?? { named: new Map(), inserted: new Set(), hasOthers: false, rows: 0 };
    tables.set(table, gathered);
    gathered.rows += change.written.affectedRows;
    if (/^(INSERT|REPLACE)$/i.test(verb)) hearInsert(change, gathered);
    else hearCondition(change, gathered);
  }
  return tables;
}

function hearInsert({ sql, params, written }: Change, gathered: Gathered): void {
  // Two rows are said to be affected when the one that was there already has been changed instead.
  if (written.affectedRows === 1 && written.insertId > 0) {
    gathered.inserted.add(written.insertId);
    return;
  }
  const columns = COLUMNS.exec(sql)?.[1]
    ?.split(',')
    .map((name) => name.trim().replaceAll('`', ''));
  const rows = params?.['rows'];
  if (columns === undefined || !Array.isArray(rows)) {
    gathered.hasOthers = true;
    return;
  }
  const named = new Set<string>();
  columns.forEach((column, at) => {
    if (!column.endsWith('id')) return;
    for (const row of rows as readonly (readonly unknown[])[]) if (add(gathered, column, row[at])) named.add(column);
  });
  if (named.size === 0) gathered.hasOthers = true;
}

function hearCondition({ sql, params }: Change, gathered: Gathered): void {
  const conditions = (CONDITIONS.exec(sql)?.[1] ?? '').replaceAll(CHOICES, '');
  let isNamed = false;
  if (!/\bOR\b/i.test(conditions))
    for (const [, column = '', name = ''] of conditions.matchAll(NAMED_BY)) {
      const value = params?.[name];
      for (const id of Array.isArray(value) ? (value as unknown[]) : [value])
        isNamed = add(gathered, column.toLowerCase(), id) || isNamed;
    }
  if (!isNamed) gathered.hasOthers = true;
}

function add({ named }: Gathered, column: string, value: unknown): boolean {
  if (typeof value !== 'number') return false;
  const ids = named.get(column) ?? new Set<number>();
  named.set(column, ids.add(value));
  return true;
}
