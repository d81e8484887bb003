import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { FiltersService } from '../../segments/filter-language/filters.service.js';
import { SegmentsService } from '../../segments/segments.service.js';
import type { DateWatch } from '../definition/trigger-match.js';
import { wantedDates } from './date-rounds.js';

/** Contacts by their ids, from after the first to the last one. */
export interface ContactRange {
  readonly after: number;
  readonly upTo: number;
}

/** Somebody whose day it is, with the date that says so. */
export interface DatedContact {
  readonly contactId: number;
  readonly date: string;
}

const DATE_OF_BIRTH = 'date_of_birth';

/** Whom a watch finds in a stretch of contacts. */
@Injectable()
export class WatchedContacts {
  constructor(
    private readonly segments: SegmentsService,
    private readonly filters: FiltersService,
  ) {}

  /** The next so many; `isLast` when nobody comes after them. */
  async stretch(tx: Tx, after: number, most: number): Promise<{ range: ContactRange; isLast: boolean }> {
    const [row] = await tx.query<{ upTo: number | null; contacts: number }>(
      `SELECT MAX(id) AS upTo, COUNT(*) AS contacts
         FROM (SELECT id FROM contacts WHERE id > :after ORDER BY id LIMIT ${most}) stretch`,
      { after },
    );
    return { range: { after, upTo: row?.upTo ?? after }, isLast: (row?.contacts ?? 0) < most };
  }

  /** @throws AppError for a segment that is gone or that nobody understands any more. */
  async inSegment(tx: Tx, segmentId: number, range: ContactRange, now: Date): Promise<number[]> {
    const { filters } = await this.segments.get(segmentId, tx);
    const { sql, params } = await this.filters.compile(filters, 'filter', tx, now);
    const rows = await tx.query<{ id: number }>(
      `SELECT c.id FROM contacts c WHERE c.id > :after AND c.id <= :upTo AND ${sql}`,
      { ...params, ...range },
    );
    return rows.map(({ id }) => id);
  }

  async knownMembers(tx: Tx, funnelId: number, range: ContactRange): Promise<Set<number>> {
    const rows = await tx.query<{ id: number }>(
      `SELECT contact_id AS id FROM funnel_watch_members
        WHERE funnel_id = :funnelId AND contact_id > :after AND contact_id <= :upTo`,
      { funnelId, ...range },
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Those whose date makes it their day. */
  async onTheirDay(tx: Tx, round: string, watch: DateWatch, range: ContactRange): Promise<DatedContact[]> {
    const { date, monthDays } = wantedDates(round, watch);
    const isBirth = watch.field === DATE_OF_BIRTH;
    const day = isBirth ? 'c.date_of_birth' : 'v.value';
    const rightDay =
      monthDays === null
        ? `${day} = :date`
        : `${day} <= :date AND ${isBirth ? `DATE_FORMAT(${day}, '%m-%d')` : `SUBSTRING(${day}, 6)`} IN (:monthDays)`;
    // Of one day there are few values; of all years their index would be read from end to end for every stretch.
    const walkedBy = monthDays === null ? '' : 'FORCE INDEX (PRIMARY)';
    const params = { ...range, date, ...(monthDays === null ? {} : { monthDays }) };
    return isBirth
      ? tx.query<DatedContact>(
          `SELECT c.id AS contactId, ${day} AS date FROM contacts c
            WHERE c.id > :after AND c.id <= :upTo AND ${rightDay}`,
          params,
        )
      : tx.query<DatedContact>(
          `SELECT v.contact_id AS contactId, ${day} AS date
             FROM custom_fields f JOIN contact_custom_values v ${walkedBy} ON v.field_id = f.id
            WHERE f.slug = :slug AND f.type = 'date' AND v.contact_id > :after AND v.contact_id <= :upTo AND ${rightDay}`,
          { ...params, slug: watch.field },
        );
  }
}
