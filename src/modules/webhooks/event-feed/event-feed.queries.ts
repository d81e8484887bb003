import { Injectable } from '@nestjs/common';
import { LOGGED_EVENT_NAMES, type LoggedEventName } from '../../../events/domain-events.js';
import { Database } from '../../../platform/database/database.js';
import { AppError, invalidParam, invalidParamMessage } from '../../../platform/errors/app-error.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { type EventPosition, expandEvents } from '../webhook-events.js';

export interface LoggedEvent {
  readonly position: number;
  readonly uid: string;
  readonly type: LoggedEventName;
  /** JSON, as stored. */
  readonly data: string;
  readonly occurred_at: Date;
}

export interface EventPage {
  readonly events: readonly LoggedEvent[];
  /** The page covers all requested events up to this position. */
  readonly upTo: number;
  readonly hasMore: boolean;
}

interface LogRow {
  readonly last_position: number;
  readonly removed_position: number;
}

/** If no event matches, there is one row with the state of the log only. */
type PageRow = LogRow & (LoggedEvent | { readonly position: null });

const PAGE = namedSql(__dirname, 'page');
const WINDOW = 10_000;

/** The event log by position. Positions have no gaps except those of retention. */
@Injectable()
export class EventFeedQueries {
  constructor(private readonly db: Database) {}

  /** @throws AppError rest_invalid_param for an unknown type or a position outside the log. */
  async list(place: EventPosition, types: readonly string[], limit: number): Promise<EventPage> {
    const wanted = this.typesOf(types);
    return this.page(await this.positionOf(place), wanted, limit);
  }

  /** Expands names, families (`contact.*`), and `*`; no names mean all events. */
  typesOf(names: readonly string[]): readonly LoggedEventName[] {
    if (names.length === 0) return LOGGED_EVENT_NAMES;
    const { events, unknown } = expandEvents(names, LOGGED_EVENT_NAMES);
    if (unknown.length > 0) throw invalidParam('types', `not supported: ${unknown.join(', ')}`);
    return events;
  }

  /** @param field named in errors. @throws AppError rest_invalid_param for a position outside the log. */
  async positionOf(place: EventPosition, field = 'after'): Promise<number> {
    const [log] = await this.db.query<LogRow>('SELECT last_position, removed_position FROM relay_state WHERE id = 1');
    const { last_position: last, removed_position: removed } = log ?? { last_position: 0, removed_position: 0 };
    if (place === 'oldest') return removed;
    if (place === 'latest') return last;
    if (place < removed) throw tooOld(field, removed);
    if (place > last) throw invalidParam(field, 'is newer than the latest event');
    return place;
  }

  /** @throws AppError rest_invalid_param if retention has removed events after this position. */
  async page(after: number, types: readonly LoggedEventName[], limit: number): Promise<EventPage> {
    const upTo = after + WINDOW;
    const rows = await this.db.query<PageRow>(PAGE, { after, upTo, types, limit });
    const [log] = rows;
    if (!log) throw new Error('The relay has no state');
    if (after < log.removed_position) throw tooOld('after', log.removed_position);
    const events = rows.flatMap((row) => (row.position === null ? [] : [row]));
    const full = events.length === limit ? events.at(-1)?.position : undefined;
    const read = full ?? Math.min(upTo, log.last_position);
    return { events, upTo: read, hasMore: read < log.last_position };
  }
}

function tooOld(field: string, removed: number): AppError {
  const reason = 'is older than the oldest event in the log';
  return new AppError('rest_invalid_param', invalidParamMessage(field, reason), {
    data: { params: { [field]: reason }, oldest_cursor: String(removed) },
  });
}
