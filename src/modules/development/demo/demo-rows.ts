import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { slugOf } from '../../../platform/text/slug.js';

/** Finds rows of an earlier load, so that loading twice adds nothing. */
@Injectable()
export class DemoRows {
  constructor(private readonly db: Database) {}

  async has(table: 'campaigns' | 'funnels', title: string): Promise<boolean> {
    return (await this.db.query(`SELECT id FROM ${table} WHERE title = :title`, { title })).length > 0;
  }

  /** Returns the ids of all wanted rows and creates missing ones. */
  async ids<Wanted extends { readonly title: string }>(
    table: 'lists' | 'tags' | 'segments',
    wanted: readonly Wanted[],
    create: (label: Wanted) => Promise<{ readonly id: number }>,
  ): Promise<number[]> {
    const ids: number[] = [];
    for (const label of wanted) {
      const [known] = await this.db.query<{ id: number }>(`SELECT id FROM ${table} WHERE slug = :slug`, {
        slug: slugOf(label.title),
      });
      ids.push((known ?? (await create(label))).id);
    }
    return ids;
  }

  /** Returns the external ids of existing orders. */
  async orders(provider: string): Promise<ReadonlySet<string>> {
    const rows = await this.db.query<{ id: string }>(
      'SELECT external_id AS id FROM orders WHERE provider = :provider',
      {
        provider,
      },
    );
    return new Set(rows.map(({ id }) => id));
  }
}
