import { Injectable } from '@nestjs/common';
import { parseTimestamp } from '../../../platform/clock/timestamps.js';
import { Database } from '../../../platform/database/database.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import type { CursorPosition } from '../../../platform/http/page.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import {
  describeBounce,
  describeEmail,
  describeEnrollment,
  describeEvent,
  describeExit,
  describeNote,
  describeOrder,
  describeRefund,
  type ItemContent,
} from './timeline-items.js';
import { TIMELINE_PLACES, TIMELINE_TYPES, type TimelineType } from './timeline-sources.js';
import { assertContactExists } from '../contact/contact-locks.js';

export interface TimelineItem extends ItemContent {
  readonly type: TimelineType;
  readonly occurredAt: Date;
}

export interface TimelineRequest {
  readonly perPage: number;
  /** The last item of the previous page; null for the first page. */
  readonly cursor: CursorPosition | null;
}

export interface Timeline {
  readonly items: readonly TimelineItem[];
  readonly perPage: number;
  readonly next: CursorPosition | null;
}

interface Place {
  readonly type: TimelineType;
  readonly id: number;
  readonly occurred_at: Date;
}

/** Reads the content of items of one kind by id. */
type Reader = (db: Database, ids: readonly number[]) => Promise<Map<number, ItemContent>>;

const reader =
  <Row extends { readonly id: number }>(sql: string, describe: (row: Row) => ItemContent): Reader =>
  async (db, ids) =>
    new Map((await db.query<Row>(sql, { ids })).map((row) => [row.id, describe(row)]));

const EMAILS = reader(namedSql(__dirname, 'emails'), describeEmail);
const EVENTS = reader('SELECT id, type, data FROM domain_events WHERE id IN (:ids)', describeEvent);
const ENROLLMENTS = namedSql(__dirname, 'enrollments');

const READERS: Readonly<Record<TimelineType, Reader>> = {
  funnel_exited: reader(ENROLLMENTS, describeExit('Left')),
  funnel_completed: reader(ENROLLMENTS, describeExit('Completed')),
  order_refunded: reader(namedSql(__dirname, 'refunds'), describeRefund),
  order_placed: reader(namedSql(__dirname, 'orders'), describeOrder),
  email_clicked: reader(namedSql(__dirname, 'clicks'), describeEmail),
  email_opened: EMAILS,
  email_complained: EMAILS,
  email_bounced: reader(namedSql(__dirname, 'emails'), describeBounce),
  email_sent: EMAILS,
  funnel_entered: reader(ENROLLMENTS, describeEnrollment),
  event_tracked: EVENTS,
  note: reader(namedSql(__dirname, 'notes'), describeNote),
  tag_removed: EVENTS,
  tag_added: EVENTS,
  list_removed: EVENTS,
  list_added: EVENTS,
  status_changed: EVENTS,
  created: EVENTS,
};

/** Later than any value of a DATETIME column. */
const TOP = { before: new Date('9999-12-31T23:59:59.999Z'), beforeType: -1, beforeId: 0 };

/** Reads the timeline of a contact: first the positions of items from all sources, then their content. */
@Injectable()
export class TimelineQueries {
  constructor(private readonly db: Database) {}

  /** Returns a page, newest first. New items appear above the cursor; existing items appear exactly once. */
  async page(contactId: number, { perPage, cursor }: TimelineRequest): Promise<Timeline> {
    const from = cursor === null ? TOP : readCursor(cursor);
    await assertContactExists(this.db, contactId);
    // One row more than requested shows whether there is a next page.
    const places = await this.db.query<Place>(TIMELINE_PLACES, { contactId, ...from, limit: perPage + 1 });
    const shown = places.slice(0, perPage);
    const last = shown.at(-1);
    return {
      items: await this.items(shown),
      perPage,
      next: places.length > perPage && last ? positionOf(last) : null,
    };
  }

  private async items(places: readonly Place[]): Promise<TimelineItem[]> {
    const found = new Map<TimelineType, Map<number, ItemContent>>();
    for (const [type, those] of Map.groupBy(places, (place) => place.type)) {
      const ids = those.map(({ id }) => id);
      found.set(type, await READERS[type](this.db, ids));
    }
    return places.flatMap(({ type, id, occurred_at }) => {
      const item = found.get(type)?.get(id);
      // Rows deleted between the two queries are left out.
      return item ? [{ type, occurredAt: occurred_at, ...item }] : [];
    });
  }
}

function positionOf({ type, id, occurred_at }: Place): CursorPosition {
  return { value: `${type} ${occurred_at.toISOString()}`, id };
}

function readCursor({ value, id }: CursorPosition): typeof TOP {
  const [type = '', moment = ''] = typeof value === 'string' ? value.split(' ') : [];
  const [beforeType, before] = [TIMELINE_TYPES.indexOf(type as TimelineType), parseTimestamp(moment)];
  if (beforeType < 0 || before === null) throw invalidParam('cursor', 'is not a cursor of this list');
  return { before, beforeType, beforeId: id };
}
