import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { FiltersService } from '../../segments/filter-language/filters.service.js';
import { SegmentsService } from '../../segments/segments.service.js';
import { idsOf } from '../../../platform/ids/ids.js';
import type { DateWatch } from '../definition/trigger-match.js';
import { wantedDates } from './date-rounds.js';

/** Contact ids, `after` exclusive, `upTo` inclusive. */
interface ContactRange {
  readonly after: number;
  readonly upTo: number;
}

const DATE_OF_BIRTH = 'date_of_birth';

@Injectable()
export class WatchedContacts {
  constructor(
    private readonly segments: SegmentsService,
    private readonly filters: FiltersService,
  ) {}

  /** Returns the next chunk of up to `most` contacts; `isLast` if none follow. */
  async chunk(tx: Tx, after: number, most: number): Promise<{ range: ContactRange; isLast: boolean }> {
    const [row] = await tx.query<{ upTo: number | null; contacts: number }>(
      `SELECT MAX(id) AS upTo, COUNT(*) AS contacts
         FROM (SELECT id FROM contacts WHERE id > :after ORDER BY id LIMIT ${most}) chunk`,
      { after },
    );
    return { range: { after, upTo: row?.upTo ?? after }, isLast: (row?.contacts ?? 0) < most };
  }

  async inSegment(tx: Tx, segmentId: number, range: ContactRange, now: Date) {
    const { id, title, slug, filters } = await this.segments.get(segmentId, tx);
    const { sql, params } = await this.filters.compile(filters, 'filter', tx, now, 'negative_rows');
    const rows = await tx.query<{ id: number }>(
      `SELECT c.id FROM contacts c WHERE c.id > :after AND c.id <= :upTo AND ${sql}`,
      { ...params, ...range },
    );
    return { members: idsOf(rows), segment: { id, title, slug } };
  }

  async knownMembers(tx: Tx, funnelId: number, range: ContactRange): Promise<Set<number>> {
    const rows = await tx.query<{ id: number }>(
      `SELECT contact_id AS id FROM funnel_watch_members
        WHERE funnel_id = :funnelId AND contact_id > :after AND contact_id <= :upTo`,
      { funnelId, ...range },
    );
    return new Set(idsOf(rows));
  }

  async remember(tx: Tx, funnelId: number, added: readonly number[], left: readonly number[]): Promise<void> {
    const sql = 'DELETE FROM funnel_watch_members WHERE funnel_id = :funnelId AND contact_id IN (:left)';
    if (left.length > 0) await tx.execute(sql, { funnelId, left });
    const rows = added.map((id) => [funnelId, id]);
    await tx.insertRows('funnel_watch_members', ['funnel_id', 'contact_id'], rows);
  }

  async withDate(tx: Tx, round: string, watch: DateWatch, range: ContactRange) {
    const { date, monthDays } = wantedDates(round, watch);
    const isBirth = watch.field === DATE_OF_BIRTH;
    const day = isBirth ? 'c.date_of_birth' : 'v.value';
    const monthDay = isBirth ? `DATE_FORMAT(${day}, '%m-%d')` : `SUBSTRING(${day}, 6)`;
    const matchesDay = monthDays === null ? `${day} = :date` : `${day} <= :date AND ${monthDay} IN (:monthDays)`;
    // One date has few values; for a month and day, MySQL would scan the whole value index for every chunk.
    const indexHint = monthDays === null ? '' : 'FORCE INDEX (PRIMARY)';
    return tx.query<{ contactId: number; date: string }>(
      isBirth
        ? `SELECT c.id AS contactId, ${day} AS date FROM contacts c
            WHERE c.id > :after AND c.id <= :upTo AND ${matchesDay}`
        : `SELECT v.contact_id AS contactId, ${day} AS date
             FROM custom_fields f JOIN contact_custom_values v ${indexHint} ON v.field_id = f.id
            WHERE f.slug = :slug AND f.type = 'date' AND v.contact_id > :after AND v.contact_id <= :upTo AND ${matchesDay}`,
      { ...range, date, monthDays, slug: watch.field },
    );
  }
}
