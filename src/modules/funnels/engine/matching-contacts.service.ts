import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { FiltersService } from '../../contacts/segments/filter-language/filters.service.js';

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
}
