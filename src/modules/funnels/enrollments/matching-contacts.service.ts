import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { FiltersService, type Strictness } from '../../segments/filter-language/filters.service.js';

@Injectable()
export class MatchingContacts {
  constructor(private readonly filters: FiltersService) {}

  async among(
    tx: Tx,
    filters: unknown,
    contactIds: readonly number[],
    now: Date,
    strict: Strictness = 'negative_rows',
  ): Promise<Set<number>> {
    const { sql, params } = await this.filters.compile(filters, 'filter', tx, now, strict);
    const rows = await tx.query<{ id: number }>(`SELECT c.id FROM contacts c WHERE c.id IN (:contactIds) AND ${sql}`, {
      ...params,
      contactIds,
    });
    return new Set(rows.map(({ id }) => id));
  }

  /** @returns null for a rule that is no longer valid, for example because its custom field was deleted. */
  async amongIfValid(...rule: Parameters<MatchingContacts['among']>): Promise<Set<number> | null> {
    try {
      return await this.among(...rule);
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }
}
