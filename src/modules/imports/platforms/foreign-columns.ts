import { isIP } from 'node:net';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { type ColumnMap, FOREIGN_FIELDS, type ForeignEvidence, type ForeignField } from './foreign-contact.js';

/** What a column of another system is to us. */
export type Use =
  'email' | 'status' | 'tags' | 'lists' | 'ignored' | 'fact' | 'value' | 'own' | { readonly field: ForeignField };

const TARGETS: ReadonlySet<string> = new Set(['email', ...FOREIGN_FIELDS]);

interface Column {
  readonly at: number;
  readonly title: string;
  /** Trimmed and in lower case, as columns are told apart. */
  readonly key: string;
  readonly use: Use;
}

export const field = (name: ForeignField): Use => ({ field: name });

/** How to tell columns by their titles; `keyOf` a title is in lower case. */
export type Uses = ReadonlyMap<string, Use>;

export const keyOf = (title: string): string => title.trim().toLowerCase();

/** The columns of a file: which are ours and what is in them. There may be millions of rows, so each asks only its own. */
export class ForeignColumns {
  private readonly columns: readonly Column[];
  private readonly byUse = new Map<Use, Column[]>();
  private readonly byKey = new Map<string, Column[]>();
  private readonly ofFields: (readonly [at: number, field: ForeignField])[] = [];

  /**
   * @param uses what the system's own columns are; every other one is a value of its own.
   * @throws AppError rest_invalid_param for a file without a column of addresses, and for a map that does not fit.
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
        throw invalidParam('map', `does not know ${target} for ${title}: ${[...TARGETS, '-'].join(', ')}`);
    if (!this.has('email'))
      throw invalidParam(
        'map',
        `has to name the column of the addresses in ${file}, e.g. --map "${titles[0] ?? 'Mail'}=email"; ` +
          `its columns are: ${titles.filter((title) => title !== '').join(', ')}`,
      );
  }

  has(use: Use): boolean {
    return this.byUse.has(use);
  }

  /** Whether there is a column of that name. */
  names(key: string): boolean {
    return this.byKey.has(key);
  }

  get ignored(): string[] {
    return this.columns.filter(({ title, use }) => use === 'ignored' && title !== '').map(({ title }) => title);
  }

  /** The first cell of that use that is not empty. */
  text(cells: readonly string[], use: Use): string {
    return firstOf(cells, this.byUse.get(use));
  }

  /** The same by the name of the column. */
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
   * What the record says of consent.
   * @param ipKeys of the columns that hold where the person agreed, the best first; none for one who does not any more.
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
  // A map that names the addresses means that column alone.
  if (uses.get(key) === 'email' && [...map.values()].includes('email')) return 'value';
  return uses.get(key) ?? sameName(key) ?? 'value';
}

/** Members that a column of that name means, whatever the system; ids and kinds of others mean nothing here. */
const SAME_NAMES: ReadonlySet<string> = new Set(
  FOREIGN_FIELDS.filter((name) => name !== 'user_id' && name !== 'contact_type'),
);

/** `Postal Code` is `postal_code`. */
export function sameName(title: string): Use | undefined {
  const name = keyOf(title).replaceAll(' ', '_');
  return SAME_NAMES.has(name) ? field(name as ForeignField) : undefined;
}

const trimmed = (cell: string | undefined): string => cell?.trim() ?? '';

/** The same title twice would be one value. */
function distinct(titles: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return titles.map((title) => {
    const count = (seen.get(keyOf(title)) ?? 0) + 1;
    seen.set(keyOf(title), count);
    return count === 1 || title === '' ? title : `${title} (${count})`;
  });
}
