import { Injectable } from '@nestjs/common';
import { AppError } from '../../../platform/errors/app-error.js';
import { titleKey } from '../../../platform/text/title-key.js';
import { type LabelKind, LabelsService } from '../../labels/labels.service.js';

const ID = /^\s*(\d{1,10})\s*$/;
const LONGEST_TITLE = 190;

/** Whether a number may be an id, or is a title like any other. */
export type Naming = 'titles or ids' | 'titles';

/** Lists and tags as people name them. */
@Injectable()
export class NamedLabels {
  constructor(private readonly labels: LabelsService) {}

  /** @returns the id of each name, null for what does not exist. */
  async find(kind: LabelKind, names: readonly string[], naming: Naming): Promise<Map<string, number | null>> {
    if (names.length === 0) return new Map();
    const all = await this.labels.list(kind, { sorting: { field: 'id', direction: 'ASC' } });
    const byTitle = new Map(all.map(({ id, title }) => [titleKey(title), id]));
    const ids = new Set(all.map(({ id }) => id));
    return new Map(
      names.map((name) => {
        const id = naming === 'titles or ids' ? idIn(name) : null;
        return [name, id !== null && ids.has(id) ? id : (byTitle.get(titleKey(name)) ?? null)];
      }),
    );
  }

  /** The same, with what does not exist made under its title. */
  async findOrMake(kind: LabelKind, names: readonly string[], naming: Naming): Promise<Map<string, number>> {
    const found = await this.find(kind, names, naming);
    const made = new Map<string, number>();
    const ids = new Map<string, number>();
    for (const name of names) {
      const key = titleKey(name);
      const id = found.get(name) ?? made.get(key) ?? (await this.make(kind, name));
      made.set(key, id);
      ids.set(name, id);
    }
    return ids;
  }

  private async make(kind: LabelKind, name: string): Promise<number> {
    const title = Array.from(name.trim()).slice(0, LONGEST_TITLE).join('');
    try {
      return (await this.labels.create(kind, { title })).id;
    } catch (error) {
      // Somebody else was faster, or a longer title has the same beginning.
      const known = error instanceof AppError ? (await this.find(kind, [title], 'titles')).get(title) : null;
      if (known === null || known === undefined) throw error;
      return known;
    }
  }
}

function idIn(name: string): number | null {
  const digits = ID.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
}
