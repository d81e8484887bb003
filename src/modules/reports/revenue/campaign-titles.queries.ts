import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';

@Injectable()
export class CampaignTitles {
  constructor(private readonly db: Database) {}

  /** What campaigns are called now. Deleted ones are called nothing. */
  async byId(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.db.query<{ id: number; title: string }>(
      'SELECT id, title FROM campaigns WHERE id IN (:ids) AND deleted_at IS NULL',
      { ids },
    );
    return new Map(rows.map(({ id, title }) => [id, title]));
  }
}
