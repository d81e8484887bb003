import { Injectable } from '@nestjs/common';
import { AppError } from '../../../platform/errors/app-error.js';
import { titleKey } from '../../../platform/text/title-key.js';
import { type LabelKind, LabelsService } from '../../labels/labels.service.js';

const ID = /^\s*(\d{1,10})\s*$/;
const MAX_TITLE_LENGTH = 190;

/** Whether a number can be an id or is a title. */
export type Naming = 'titles or ids' | 'titles';

@Injectable()
export class NamedLabels {
  constructor(private readonly labels: LabelsService) {}

  /** @returns the id by name; null for unknown names. */
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

  /** Like `find`, but creates unknown labels with the name as title. */
  async findOrCreate(kind: LabelKind, names: readonly string[], naming: Naming): Promise<Map<string, number>> {
    const found = await this.find(kind, names, naming);
    const created = new Map<string, number>();
    const ids = new Map<string, number>();
    for (const name of names) {
      const key = titleKey(name);
      const id = found.get(name) ?? created.get(key) ?? (await this.create(kind, name));
      created.set(key, id);
      ids.set(name, id);
    }
    return ids;
  }

  private async create(kind: LabelKind, name: string): Promise<number> {
    const title = Array.from(name.trim()).slice(0, MAX_TITLE_LENGTH).join('');
    try {
      return (await this.labels.create(kind, { title })).id;
    } catch (error) {
      // Created concurrently, or another title has the same first 190 characters.
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
