import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { FiltersService } from '../../segments/filter-language/filters.service.js';

/** Rules of the filter language, asked of a few contacts. */
@Injectable()
export class MatchingContacts {
  constructor(private readonly filters: FiltersService) {}

  /**
   * Those whom the rule chooses.
   * @throws AppError for a rule that makes no sense any more.
   */
  async among(tx: Tx, filters: unknown, contactIds: readonly number[], now: Date): Promise<Set<number>> {
    const { sql, params } = await this.filters.compile(filters, 'filter', tx, now);
    const rows = await tx.query<{ id: number }>(`SELECT c.id FROM contacts c WHERE c.id IN (:contactIds) AND ${sql}`, {
      ...params,
      contactIds,
    });
    return new Set(rows.map(({ id }) => id));
  }

  /** The same for those who go on without it: null for a rule that makes no sense any more, its custom field gone perhaps. */
  async amongIfUnderstood(
    tx: Tx,
    filters: unknown,
    contactIds: readonly number[],
    now: Date,
  ): Promise<Set<number> | null> {
    try {
      return await this.among(tx, filters, contactIds, now);
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }
}
