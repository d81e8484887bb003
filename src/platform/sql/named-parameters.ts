/** A bindable value. Arrays expand to `1, 2, 3`, arrays of arrays to `(1, 2), (3, 4)`. */
export type SqlValue = string | number | bigint | boolean | Date | Buffer | null | readonly SqlValue[];
export type SqlParams = Readonly<Record<string, SqlValue>>;

interface Compiled {
  readonly text: string;
  readonly names: readonly string[];
}

// Skips strings, quoted names, and comments, which may contain colons.
const TOKEN =
  /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|`[^`]*`|--(?=\s|$)[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/|:([a-zA-Z_]\w*)/g;
const cache = new Map<string, Compiled>();
const CACHE_LIMIT = 2_000;

function compile(sql: string): Compiled {
  const known = cache.get(sql);
  if (known) return known;
  const names: string[] = [];
  const text = sql.replace(TOKEN, (whole: string, name: string | undefined) => {
    if (name === undefined) return whole.startsWith('--') || whole.startsWith('#') ? '' : whole;
    names.push(name);
    return '?';
  });
  const compiled = { text, names };
  // Compiled filters produce many texts; clearing the cache now and then is cheaper than tracking use.
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(sql, compiled);
  return compiled;
}

/** Converts `WHERE id = :id` and `{id: 1}` to positional parameters. @throws Error for a missing parameter or an empty array. */
export function bindNamed(sql: string, params: SqlParams = {}): [text: string, values: SqlValue[]] {
  const { text, names } = compile(sql);
  const values = names.map((name) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (value === undefined) throw new Error(`SQL parameter :${name} is missing`);
    if (Array.isArray(value) && value.length === 0) throw new Error(`SQL parameter :${name} is an empty list`);
    return value;
  });
  return [text, values];
}

export interface SqlCondition {
  readonly sql: string;
  readonly params: SqlParams;
  /** The parts of an OR: it cannot use an index, but a UNION of lookups can. */
  readonly alternatives?: readonly string[];
}

/** @returns undefined if all of them are undefined. */
export function conjunction(one: SqlCondition | undefined, other: SqlCondition): SqlCondition;
export function conjunction(...all: readonly (SqlCondition | undefined)[]): SqlCondition | undefined;
export function conjunction(...all: readonly (SqlCondition | undefined)[]): SqlCondition | undefined {
  return all.reduce((one, other) => {
    if (one === undefined || other === undefined) return one ?? other;
    return { sql: `${one.sql} AND ${other.sql}`, params: { ...one.params, ...other.params } };
  }, undefined);
}
