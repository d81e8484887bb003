import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { type Members, orderedMembers } from './members.js';

@Injectable()
export class MembersQueries {
  constructor(private readonly db: Database) {}

  /**
   * The members that are asked for, each list and tag once.
   * @throws AppError rest_post_invalid_id for a list or tag that does not exist.
   */
  async require(asked: Members): Promise<Members> {
    const members = orderedMembers(asked);
    const [lists, tags] = await Promise.all([this.count('lists', members.lists), this.count('tags', members.tags)]);
    if (lists !== members.lists.length || tags !== members.tags.length) throw notFound('post');
    return members;
  }

  private async count(table: 'lists' | 'tags', ids: readonly number[]): Promise<number> {
    if (ids.length === 0) return 0;
    const [row] = await this.db.query<{ total: number }>(`SELECT COUNT(*) AS total FROM ${table} WHERE id IN (:ids)`, {
      ids,
    });
    return row?.total ?? 0;
  }
}
