import { Injectable } from '@nestjs/common';
import { parseTimestamp } from '../../../platform/clock/timestamps.js';
import { Database } from '../../../platform/database/database.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import type { CursorPosition } from '../../../platform/http/page.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import {
  describeEmail,
  describeEnrollment,
  describeEvent,
  describeExit,
  describeNote,
  describeOrder,
  describeRefund,
  type EmailRow,
  type EnrollmentRow,
  type EventRow,
  type ItemContent,
  type NoteRow,
  type OrderRow,
  type RefundRow,
} from './timeline-items.js';
import { TIMELINE_PLACES, TIMELINE_TYPES, type TimelineType } from './timeline-sources.js';
import { assertContactExists } from '../contact/assert-contact.js';

/** An item of a timeline. */
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
  /** Null on the last page. */
  readonly next: CursorPosition | null;
}

interface Place {
  readonly type: TimelineType;
  readonly id: number;
  readonly occurred_at: Date;
}

type Reader = (ids: readonly number[]) => Promise<Map<number, ItemContent>>;

const EMAILS = namedSql(__dirname, 'emails');
const CLICKS = namedSql(__dirname, 'clicks');
const NOTES = namedSql(__dirname, 'notes');
const ORDERS = namedSql(__dirname, 'orders');
const REFUNDS = namedSql(__dirname, 'refunds');
const ENROLLMENTS = namedSql(__dirname, 'enrollments');
const EVENTS = 'SELECT id, type, data FROM domain_events WHERE id IN (:ids)';

/** Later than any value of a DATETIME column. */
const TOP = { before: new Date('9999-12-31T23:59:59.999Z'), beforeType: -1, beforeId: 0 };

/** Reads the timeline of a contact: first the positions of items from all sources, then their content. */
@Injectable()
export class TimelineQueries {
  private readonly readers: Readonly<Record<TimelineType, Reader>>;

  constructor(private readonly db: Database) {
    const emails: Reader = async (ids) => contentOf(await this.db.query<EmailRow>(EMAILS, { ids }), describeEmail);
    const clicks: Reader = async (ids) => contentOf(await this.db.query<EmailRow>(CLICKS, { ids }), describeEmail);
    const notes: Reader = async (ids) => contentOf(await this.db.query<NoteRow>(NOTES, { ids }), describeNote);
    const events: Reader = async (ids) => contentOf(await this.db.query<EventRow>(EVENTS, { ids }), describeEvent);
    const orders: Reader = async (ids) => contentOf(await this.db.query<OrderRow>(ORDERS, { ids }), describeOrder);
    const refunds: Reader = async (ids) => contentOf(await this.db.query<RefundRow>(REFUNDS, { ids }), describeRefund);
    const enrollments =
      (describe: (row: EnrollmentRow) => ItemContent): Reader =>
      async (ids) =>
        contentOf(await this.db.query<EnrollmentRow>(ENROLLMENTS, { ids }), describe);
    this.readers = {
      funnel_exited: enrollments((row) => describeExit('Left', row)),
      funnel_completed: enrollments((row) => describeExit('Completed', row)),
      order_refunded: refunds,
      order_placed: orders,
      email_clicked: clicks,
      email_opened: emails,
      email_sent: emails,
      funnel_entered: enrollments(describeEnrollment),
      event_tracked: events,
      note: notes,
      tag_removed: events,
      tag_added: events,
      list_removed: events,
      list_added: events,
      status_changed: events,
      created: events,
    };
  }

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
    for (const type of new Set(places.map((place) => place.type)))
      found.set(type, await this.readers[type](places.filter((place) => place.type === type).map(({ id }) => id)));
    return places.flatMap(({ type, id, occurred_at }) => {
      const item = found.get(type)?.get(id);
      // Rows deleted between the two queries are left out.
      return item ? [{ type, occurredAt: occurred_at, ...item }] : [];
    });
  }
}

function contentOf<Row extends { readonly id: number }>(
  rows: readonly Row[],
  describe: (row: Row) => ItemContent,
): Map<number, ItemContent> {
  return new Map(rows.map((row) => [row.id, describe(row)]));
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
