import { AppError } from '../../platform/errors/app-error.js';
import { titleKey } from '../../platform/text/title-key.js';
import type { LabelKind, LabelsService } from '../labels/labels.service.js';
import type { ImportCell } from './reading/record-source.js';

/** Limits the damage of a wrong column, whose every cell would become a label. */
const MAX_CREATED = 500;
const MAX_TITLE_LENGTH = 190;
/** Cells repeat a lot. */
const MAX_CACHED = 10_000;

const keyOf = (cell: ImportCell): string => (typeof cell === 'string' ? cell : JSON.stringify(cell));

export type ReadLabels = { readonly ids: readonly number[] } | { readonly fault: string };

/** Resolves the cells of a tag or list column, by title or by id. */
export class LabelDirectory {
  private readonly byTitle = new Map<string, number>();
  private readonly ids = new Set<number>();
  private readonly cached = new Map<string, ReadLabels>();
  private created = 0;

  private constructor(
    private readonly labels: LabelsService,
    private readonly kind: LabelKind,
    private readonly missing: 'fault' | 'create' | 'skip',
  ) {}

  /** @param missing what to do about unknown titles; a dry run skips those that would be created. */
  static async of(labels: LabelsService, kind: LabelKind, missing: 'fault' | 'create' | 'skip') {
    const directory = new LabelDirectory(labels, kind, missing);
    await directory.load();
    return directory;
  }

  /** Returns the labels of the cell; null if some must be created first with `create`. */
  read(cell: ImportCell): ReadLabels | null {
    const known = this.cached.get(keyOf(cell));
    if (known) return known;
    const { ids, unknown } = this.lookUp(cell);
    if (unknown.length > 0 && this.missing === 'create' && this.created < MAX_CREATED) return null;
    const isFine = unknown.length === 0 || this.missing === 'skip';
    return this.cache(cell, isFine ? { ids } : { fault: this.refusal(unknown) });
  }

  async create(cell: ImportCell): Promise<void> {
    for (const title of this.lookUp(cell).unknown) {
      if (this.created >= MAX_CREATED || Array.from(title).length > MAX_TITLE_LENGTH) break;
      try {
        this.add(await this.labels.create(this.kind, { title }));
        this.created += 1;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        // Created concurrently, or an invalid title, which is reported for the row.
        await this.load();
        if (!this.byTitle.has(titleKey(title))) break;
      }
    }
    const { ids, unknown } = this.lookUp(cell);
    this.cache(cell, unknown.length === 0 ? { ids } : { fault: this.refusal(unknown) });
  }

  private cache(cell: ImportCell, read: ReadLabels): ReadLabels {
    if (this.cached.size >= MAX_CACHED) this.cached.clear();
    this.cached.set(keyOf(cell), read);
    return read;
  }

  private lookUp(cell: ImportCell): { ids: readonly number[]; unknown: readonly string[] } {
    const names = typeof cell === 'string' ? splitNames(cell, (name) => this.byTitle.has(titleKey(name))) : cell;
    const ids = new Set<number>();
    const unknown = new Set<string>();
    for (const name of names) {
      const id = this.byTitle.get(titleKey(name)) ?? this.idIn(name);
      if (id === undefined) unknown.add(name.trim());
      else ids.add(id);
    }
    return { ids: [...ids], unknown: [...unknown] };
  }

  private idIn(name: string): number | undefined {
    const id = /^\s*\d+\s*$/.test(name) ? Number(name) : 0;
    return this.ids.has(id) ? id : undefined;
  }

  private refusal(unknown: readonly string[]): string {
    const names = unknown.join(', ');
    if (this.missing !== 'create') return `unknown: ${names}`;
    if (this.created >= MAX_CREATED) return `unknown: ${names} (one import creates at most ${MAX_CREATED})`;
    return `cannot be created: ${names}`;
  }

  private async load(): Promise<void> {
    for (const label of await this.labels.list(this.kind, { sorting: { field: 'id', direction: 'ASC' } }))
      this.add(label);
  }

  private add({ id, title }: { readonly id: number; readonly title: string }): void {
    this.byTitle.set(titleKey(title), id);
    this.ids.add(id);
  }
}

/** A cell with more names is misplaced text: the rest counts as one name. */
const MAX_PARTS = 1_000;
/** The maximum number of parts of a known name that contains delimiters; all lengths are tried. */
const MAX_PARTS_OF_NAME = 20;

/** Splits a cell at commas and semicolons. A known name may contain them: known names are matched first, the longest first. */
export function splitNames(cell: string, isKnown: (name: string) => boolean): string[] {
  // Delimiters at odd places, the texts between them at even ones.
  const parts = cell.split(/([,;])/);
  if (parts.length > 2 * MAX_PARTS) parts.push(parts.splice(2 * MAX_PARTS).join(''));
  const joined = (at: number, length: number): string =>
    parts
      .slice(2 * at, 2 * (at + length) - 1)
      .join('')
      .trim();
  const names: string[] = [];
  const count = (parts.length + 1) / 2;
  for (let at = 0; at < count;) {
    let length = Math.min(count - at, MAX_PARTS_OF_NAME);
    while (length > 1 && !isKnown(joined(at, length))) length -= 1;
    const name = joined(at, length);
    if (name !== '') names.push(name);
    at += length;
  }
  return names;
}
