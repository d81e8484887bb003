import type { Database } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors/app-error.js';
import { titleKey } from '../../platform/text/title-key.js';
import type { LabelKind, LabelsService } from '../labels/labels.service.js';
import type { ImportCell } from './reading/record-source.js';
import { splitNames } from './split-names.js';

/** A wrong column would make a label of every cell. */
const MOST_MADE = 500;
const LONGEST_TITLE = 190;
/** Cells say the same again and again. */
const MOST_REMEMBERED = 10_000;

const keyOf = (cell: ImportCell): string => (typeof cell === 'string' ? cell : JSON.stringify(cell));

export type ReadLabels = { readonly ids: readonly number[] } | { readonly fault: string };

/** What the cells of a column mean that holds tags or lists, by title or by id. */
export class LabelDirectory {
  private readonly byTitle = new Map<string, number>();
  private readonly ids = new Set<number>();
  private readonly remembered = new Map<string, ReadLabels>();
  private made = 0;

  private constructor(
    private readonly labels: LabelsService,
    private readonly kind: LabelKind,
    private readonly missing: 'fault' | 'create' | 'pass over',
  ) {}

  /** @param missing what is done about a title that does not exist; a dry run passes over what would be created. */
  static async of(
    db: Database,
    labels: LabelsService,
    kind: LabelKind,
    missing: 'fault' | 'create' | 'pass over',
  ): Promise<LabelDirectory> {
    const directory = new LabelDirectory(labels, kind, missing);
    await directory.learn(db);
    return directory;
  }

  /** What is known of the cell; null where something has to be created first, by `create`. */
  read(cell: ImportCell): ReadLabels | null {
    const known = this.remembered.get(keyOf(cell));
    if (known) return known;
    const { ids, unknown } = this.lookUp(cell);
    if (unknown.length > 0 && this.missing === 'create' && this.made < MOST_MADE) return null;
    const isFine = unknown.length === 0 || this.missing === 'pass over';
    return this.remember(cell, isFine ? { ids } : { fault: this.refusal(unknown) });
  }

  /** Creates what the cell names and does not exist. */
  async create(cell: ImportCell, db: Database): Promise<void> {
    for (const title of this.lookUp(cell).unknown) {
      if (this.made >= MOST_MADE || Array.from(title).length > LONGEST_TITLE) break;
      try {
        this.add(await this.labels.create(this.kind, { title }));
        this.made += 1;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        // Somebody else was faster; or it is no title, which is told of the row.
        await this.learn(db);
        if (!this.byTitle.has(titleKey(title))) break;
      }
    }
    const { ids, unknown } = this.lookUp(cell);
    this.remember(cell, unknown.length === 0 ? { ids } : { fault: this.refusal(unknown) });
  }

  private remember(cell: ImportCell, read: ReadLabels): ReadLabels {
    if (this.remembered.size >= MOST_REMEMBERED) this.remembered.clear();
    this.remembered.set(keyOf(cell), read);
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
    if (this.made >= MOST_MADE) return `unknown: ${names} (no more than ${MOST_MADE} are created by one import)`;
    return `cannot be created: ${names}`;
  }

  private async learn(db: Database): Promise<void> {
    const table = { list: 'lists', tag: 'tags' } as const;
    const rows = await db.query<{ id: number; title: string }>(`SELECT id, title FROM ${table[this.kind]}`);
    for (const row of rows) this.add(row);
  }

  private add({ id, title }: { readonly id: number; readonly title: string }): void {
    this.byTitle.set(titleKey(title), id);
    this.ids.add(id);
  }
}
