import { isIP } from 'node:net';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { type ColumnMap, FOREIGN_FIELDS, type ForeignEvidence, type ForeignField } from './foreign-contact.js';

/** How a column of another platform is used. */
export type Use =
  | 'email'
  | 'status'
  | 'tags'
  | 'lists'
  | 'ignored'
  | 'fact'
  | 'value'
  | 'own'
  | { readonly field: ForeignField };

const TARGETS: ReadonlySet<string> = new Set(['email', ...FOREIGN_FIELDS]);

interface Column {
  readonly at: number;
  readonly title: string;
  /** Trimmed and in lower case; identifies the column. */
  readonly key: string;
  readonly use: Use;
}

export const field = (name: ForeignField): Use => ({ field: name });

/** Uses by column title (`keyOf`). */
export type Uses = ReadonlyMap<string, Use>;

/**
 * @param titles the column titles of each use.
 * @param fields contact fields by title, if the two differ.
 */
export function usesOf(
  titles: Readonly<Partial<Record<Exclude<Use, object>, readonly string[]>>>,
  fields: Readonly<Record<string, ForeignField>>,
): Uses {
  return new Map<string, Use>([
    ...Object.entries(titles).flatMap(([use, keys]) => keys.map((key): [string, Use] => [key, use as Use])),
    ...Object.entries(fields).map(([key, name]): [string, Use] => [key, field(name)]),
  ]);
}

export const keyOf = (title: string): string => title.trim().toLowerCase();

/** The columns of a file, indexed by use and title: there may be millions of rows. */
export class ForeignColumns {
  private readonly columns: readonly Column[];
  private readonly byUse = new Map<Use, Column[]>();
  private readonly byKey = new Map<string, Column[]>();
  private readonly ofFields: (readonly [at: number, field: ForeignField])[] = [];

  /**
   * @param uses the platform's own columns; any other column is a custom value.
   * @throws AppError rest_invalid_param for a file without an email column, or for an invalid map.
   */
  constructor(file: string, header: readonly string[], uses: Uses, map: ColumnMap) {
    const titles = distinct(header.map((title) => title.trim()));
    this.columns = titles.map((title, at) => ({ at, title, key: keyOf(title), use: useOf(title, uses, map) }));
    for (const column of this.columns) {
      if (typeof column.use === 'object') this.ofFields.push([column.at, column.use.field]);
      push(this.byUse, column.use, column);
      push(this.byKey, column.key, column);
    }
    for (const [title, target] of map)
      if (target !== '-' && !TARGETS.has(target))
        throw invalidParam(
          'map',
          `has an unknown field ${target} for ${title}; allowed: ${[...TARGETS, '-'].join(', ')}`,
        );
    if (!this.has('email'))
      throw invalidParam(
        'map',
        `must name the email column of ${file}, for example --map "${titles[0] ?? 'Address'}=email"; ` +
          `its columns are: ${titles.filter((title) => title !== '').join(', ')}`,
      );
  }

  has(use: Use): boolean {
    return this.byUse.has(use);
  }

  names(key: string): boolean {
    return this.byKey.has(key);
  }

  get ignored(): string[] {
    return this.columns.filter(({ title, use }) => use === 'ignored' && title !== '').map(({ title }) => title);
  }

  /** Returns the first non-empty cell of that use. */
  text(cells: readonly string[], use: Use): string {
    return firstOf(cells, this.byUse.get(use));
  }

  /** Returns the first non-empty cell of that column. */
  named(cells: readonly string[], key: string): string {
    return firstOf(cells, this.byKey.get(key));
  }

  fields(cells: readonly string[]): Partial<Record<ForeignField, string>> {
    const fields: Partial<Record<ForeignField, string>> = {};
    for (const [at, name] of this.ofFields) {
      const text = trimmed(cells[at]);
      if (text !== '') fields[name] ??= text;
    }
    return fields;
  }

  values(cells: readonly string[]): Record<string, string> {
    const values: Record<string, string> = {};
    for (const { at, title } of this.byUse.get('value') ?? []) {
      const text = trimmed(cells[at]);
      if (text !== '') values[title] = text;
    }
    return values;
  }

  /**
   * Returns the consent evidence of the record.
   * @param ipKeys the columns with the IP address of the consent, best first; empty for a contact who has opted out.
   */
  evidence(cells: readonly string[], ipKeys: readonly string[]): ForeignEvidence | null {
    const facts: Record<string, string> = {};
    let some = false;
    for (const { at, key } of this.byUse.get('fact') ?? []) {
      const text = trimmed(cells[at]);
      if (text === '') continue;
      facts[key.replaceAll(' ', '_')] = text;
      some = true;
    }
    if (!some) return null;
    const ip = ipKeys.map((key) => this.named(cells, key)).find((text) => isIP(text) !== 0) ?? null;
    return { ip, facts };
  }
}

function firstOf(cells: readonly string[], columns: readonly Column[] = []): string {
  for (const { at } of columns) {
    const text = trimmed(cells[at]);
    if (text !== '') return text;
  }
  return '';
}

function push<Key>(map: Map<Key, Column[]>, key: Key, column: Column): void {
  const known = map.get(key);
  if (known) known.push(column);
  else map.set(key, [column]);
}

function useOf(title: string, uses: Uses, map: ColumnMap): Use {
  const key = keyOf(title);
  const said = map.get(key);
  if (said === '-') return 'ignored';
  if (said === 'email') return 'email';
  if (said !== undefined) return field(said as ForeignField);
  if (key === '') return 'ignored';
  // A map that names the email column excludes other email columns.
  if (uses.get(key) === 'email' && [...map.values()].includes('email')) return 'value';
  return uses.get(key) ?? sameName(key) ?? 'value';
}

/** Fields recognized by name on any platform; ids and types of other platforms have no meaning here. */
const SAME_NAMES: ReadonlySet<string> = new Set(
  FOREIGN_FIELDS.filter((name) => name !== 'user_id' && name !== 'contact_type'),
);

/** Matches `Postal Code` to `postal_code`. */
export function sameName(title: string): Use | undefined {
  const name = keyOf(title).replaceAll(' ', '_');
  return SAME_NAMES.has(name) ? field(name as ForeignField) : undefined;
}

const trimmed = (cell: string | undefined): string => cell?.trim() ?? '';

/** Makes repeated titles unique, so that both values are kept. */
function distinct(titles: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return titles.map((title) => {
    const count = (seen.get(keyOf(title)) ?? 0) + 1;
    seen.set(keyOf(title), count);
    return count === 1 || title === '' ? title : `${title} (${count})`;
  });
}
