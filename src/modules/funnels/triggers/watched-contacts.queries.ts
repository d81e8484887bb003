import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import type { ContactRange } from '../../contacts/contact/contact-locks.js';
import { type DateWatch, segmentWatchOf } from '../definition/trigger-match.js';
import type { RunningFunnel } from '../versions/running-funnels.service.js';
import { wantedDates } from './date-rounds.js';

const DATE_OF_BIRTH = 'date_of_birth';

@Injectable()
export class WatchedContacts {
  /**
   * Returns the next members of a segment, and whether the funnel enrolls them: neither were they in it, nor does an event enroll them.
   * Null until the members are complete.
   */
  async membersAfter(tx: Tx, { id, settings, publishedAfter }: RunningFunnel, after: number, most: number) {
    const params = { funnelId: id, segmentId: segmentWatchOf(settings).segment_id, publishedAfter, after };
    const complete = 'SELECT segment_id FROM segment_watches WHERE segment_id = :segmentId AND baseline = 1';
    if ((await tx.query(complete, params)).length === 0) return null;
    return tx.query<{ contactId: number; isNew: number; id: number; title: string; slug: string }>(
      `SELECT m.contact_id AS contactId, s.id, s.title, s.slug,
              NOT EXISTS (SELECT 1 FROM funnel_entries e WHERE e.contact_id = m.contact_id AND e.funnel_id = :funnelId)
                AND NOT EXISTS (SELECT 1 FROM domain_events d WHERE d.contact_id = m.contact_id AND d.id > :publishedAfter
                                   AND d.type = 'segment.entered' AND d.subject_id = m.segment_id) AS isNew
         FROM segment_members m JOIN segments s ON s.id = m.segment_id
        WHERE m.segment_id = :segmentId AND m.contact_id > :after ORDER BY m.contact_id LIMIT ${most}`,
      params,
    );
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
