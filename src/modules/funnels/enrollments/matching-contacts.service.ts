import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { triggerDataOf } from '../../mail-content/trigger-data.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { contactsOf } from './enrollment-rows.js';
import { holds, type PayloadCondition } from '../definition/trigger-conditions.js';
import type { Filters } from '../../segments/segments.service.js';
import type { WaitingEnrollment } from './event-facts.queries.js';
import { FiltersService, type Strictness } from '../../segments/filter-language/filters.service.js';

type Candidate = Pick<WaitingEnrollment, 'contactId'> & Partial<WaitingEnrollment>;
type FilterRow = Filters[number][number];

const isAboutTrigger = ({ source: [entity] }: FilterRow): boolean => entity === 'trigger';

@Injectable()
export class MatchingContacts {
  constructor(private readonly filters: FiltersService) {}

  /** @returns the ids of contacts. Rules of steps can have rows on the data of the enrollment. */
  async among(
    tx: Tx,
    filters: Filters,
    candidates: readonly Candidate[],
    now: Date,
    strict: Strictness = 'negative_rows',
  ): Promise<Set<number>> {
    const known = filters.flat().some(isAboutTrigger) ? await withContacts(tx, filters, candidates) : filters;
    const { sql, params } = await this.filters.compile(known, 'filter', tx, now, strict);
    const rows = await tx.query<{ id: number }>(`SELECT c.id FROM contacts c WHERE c.id IN (:contactIds) AND ${sql}`, {
      ...params,
      contactIds: contactsOf(candidates),
    });
    return new Set(idsOf(rows));
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

/** Replaces the rows on the data of enrollments by the contacts that they select. */
async function withContacts(tx: Tx, filters: Filters, candidates: readonly Candidate[]): Promise<Filters> {
  const ids = candidates.flatMap(({ id }) => id ?? []);
  const stored = await triggerDataOf(tx, ids);
  const rowOnContacts = ({ source: [, path], ...row }: FilterRow): FilterRow => {
    const condition = { path, ...row } as PayloadCondition;
    const those = candidates.filter(({ id, data }) => holds(condition, data ?? stored.get(id ?? 0) ?? {}));
    return { source: ['subscriber', 'id'], operator: 'in', value: those.length > 0 ? contactsOf(those) : [0] };
  };
  return filters.map((group) => group.map((row) => (isAboutTrigger(row) ? rowOnContacts(row) : row)));
}
