import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { audienceCondition, type AudienceFilter, isUnfiltered, ordered } from './audience-filter.js';

@Injectable()
export class AudienceFilterQueries {
  constructor(private readonly db: Database) {}

  /** Returns the filter with distinct lists and tags. */
  async require(requested: AudienceFilter): Promise<AudienceFilter> {
    const filter = ordered(requested);
    const [lists, tags] = await Promise.all([this.count('lists', filter.lists), this.count('tags', filter.tags)]);
    if (lists !== filter.lists.length || tags !== filter.tags.length) throw notFound('post');
    return filter;
  }

  /** Returns the number of matching contacts of any status. */
  async size(filter: AudienceFilter): Promise<number> {
    const sql = isUnfiltered(filter)
      ? 'SELECT COALESCE(SUM(total), 0) AS total FROM contact_counters'
      : `SELECT COUNT(*) AS total FROM contacts c WHERE ${audienceCondition(filter, 'c.id')}`;
    const [row] = await this.db.query<{ total: number }>(sql, { ...filter });
    return row?.total ?? 0;
  }

  private async count(table: 'lists' | 'tags', ids: readonly number[]): Promise<number> {
    if (ids.length === 0) return 0;
    const [row] = await this.db.query<{ total: number }>(`SELECT COUNT(*) AS total FROM ${table} WHERE id IN (:ids)`, {
      ids,
    });
    return row?.total ?? 0;
  }
}
