import { Injectable } from '@nestjs/common';
import { parseTimestamp } from '../../../platform/clock/timestamps.js';
import { Database } from '../../../platform/database/database.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import type { CursorPosition } from '../../../platform/http/page.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { ContactsQueries } from '../contacts.queries.js';
import {
  describeEnd,
  describeEntering,
  describeEvent,
  describeMail,
  describeNote,
  describeOrder,
  describeRefund,
  type EventRow,
  type MailRow,
  type NoteRow,
  type OrderRow,
  type RefundRow,
  type Told,
  type WayRow,
} from './timeline-items.js';
import { TIMELINE_PLACES, TIMELINE_TYPES, type TimelineType } from './timeline-sources.js';

/** One thing that happened to a contact. */
export interface TimelineItem extends Told {
  readonly type: TimelineType;
  readonly occurredAt: Date;
}

export interface TimelineRequest {
  readonly perPage: number;
  /** The last item seen; null at the top. */
  readonly cursor: CursorPosition | null;
}

export interface Timeline {
  readonly items: readonly TimelineItem[];
  readonly perPage: number;
  /** Null at the end. */
  readonly next: CursorPosition | null;
}

interface Place {
  readonly type: TimelineType;
  readonly id: number;
  readonly occurred_at: Date;
}

type Reader = (ids: readonly number[]) => Promise<Map<number, Told>>;

const MAILS = namedSql(__dirname, 'mails');
const CLICKS = namedSql(__dirname, 'clicks');
const NOTES = namedSql(__dirname, 'notes');
const ORDERS = namedSql(__dirname, 'orders');
const REFUNDS = namedSql(__dirname, 'refunds');
const WAYS = namedSql(__dirname, 'ways');
const EVENTS = 'SELECT id, type, data FROM domain_events WHERE id IN (:ids)';

/** Above everything that a DATETIME column holds. */
const TOP = { before: new Date('9999-12-31T23:59:59.999Z'), beforeType: -1, beforeId: 0 };

/** What happened to one contact, out of everything that knows a part of it: first which items, then what they say. */
@Injectable()
export class TimelineQueries {
  private readonly readers: Readonly<Record<TimelineType, Reader>>;

  constructor(
    private readonly db: Database,
    private readonly contacts: ContactsQueries,
  ) {
    const mails: Reader = async (ids) => told(await this.db.query<MailRow>(MAILS, { ids }), describeMail);
    const clicks: Reader = async (ids) => told(await this.db.query<MailRow>(CLICKS, { ids }), describeMail);
    const notes: Reader = async (ids) => told(await this.db.query<NoteRow>(NOTES, { ids }), describeNote);
    const events: Reader = async (ids) => told(await this.db.query<EventRow>(EVENTS, { ids }), describeEvent);
    const orders: Reader = async (ids) => told(await this.db.query<OrderRow>(ORDERS, { ids }), describeOrder);
    const refunds: Reader = async (ids) => told(await this.db.query<RefundRow>(REFUNDS, { ids }), describeRefund);
    const ways =
      (describe: (row: WayRow) => Told): Reader =>
      async (ids) =>
        told(await this.db.query<WayRow>(WAYS, { ids }), describe);
    this.readers = {
      funnel_exited: ways((row) => describeEnd('Left', row)),
      funnel_completed: ways((row) => describeEnd('Completed', row)),
      order_refunded: refunds,
      order_placed: orders,
      email_clicked: clicks,
      email_opened: mails,
      email_sent: mails,
      funnel_entered: ways(describeEntering),
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

  /**
   * Newest first. What arrives during a walk stands above it; what was there when it began appears exactly once.
   * @throws AppError rest_post_invalid_id; rest_invalid_param for a cursor of something else.
   */
  async page(contactId: number, { perPage, cursor }: TimelineRequest): Promise<Timeline> {
    const from = cursor === null ? TOP : readCursor(cursor);
    await this.contacts.requireOne(contactId);
    // One more than asked for, so that a walk knows whether it goes on.
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
    const found = new Map<TimelineType, Map<number, Told>>();
    for (const type of new Set(places.map((place) => place.type)))
      found.set(type, await this.readers[type](places.filter((place) => place.type === type).map(({ id }) => id)));
    return places.flatMap(({ type, id, occurred_at }) => {
      const item = found.get(type)?.get(id);
      // What was deleted between the two questions is not there any more.
      return item ? [{ type, occurredAt: occurred_at, ...item }] : [];
    });
  }
}

function told<Row extends { readonly id: number }>(
  rows: readonly Row[],
  describe: (row: Row) => Told,
): Map<number, Told> {
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
