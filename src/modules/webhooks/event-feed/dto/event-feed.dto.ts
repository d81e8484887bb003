import { LOGGED_EVENT_NAMES } from '../../../../events/domain-events.js';
import type { Principal } from '../../../../platform/access/permissions.js';
import { invalidParam } from '../../../../platform/errors/app-error.js';
import { Text, Texts, WholeNumber } from '../../../../platform/http/dto-fields.js';
import type { EventPage, LoggedEvent } from '../event-feed.queries.js';
import { type EventPosition, parseEventPosition } from '../../webhook-events.js';
import type { StreamRequest } from '../event-streams.js';
import * as s from '../../../../shapes/shape.js';

const PER_PAGE = 100;
const MAX_PER_PAGE = 1_000;

const TYPES_DOC = {
  description: `Event types to return: names, families such as \`contact.*\`, or \`*\` (default). Names: ${LOGGED_EVENT_NAMES.join(', ')}`,
  example: ['contact.*'],
};

class EventsQuery {
  @Texts(TYPES_DOC) types?: string[];

  protected placeIn(text: string | undefined, byDefault: EventPosition, field: string): EventPosition {
    if (text === undefined) return byDefault;
    const place = parseEventPosition(text);
    if (place === null) throw invalidParam(field, 'is not a cursor of the event log');
    return place;
  }
}

export class ListEventsDto extends EventsQuery {
  @Text({ max: 20, description: '`next_cursor` of a page, `oldest` (default), or `latest`', example: 'oldest' })
  after?: string;

  @WholeNumber({ min: 1, max: MAX_PER_PAGE, default: PER_PAGE, description: 'Maximum number of events per page' })
  per_page?: number;

  toPlace(): EventPosition {
    return this.placeIn(this.after, 'oldest', 'after');
  }

  toTypes(): readonly string[] {
    return this.types ?? [];
  }

  toLimit(): number {
    return this.per_page ?? PER_PAGE;
  }
}

export class StreamEventsDto extends EventsQuery {
  @Text({
    max: 20,
    description: 'Where to start: a cursor, `oldest`, or `latest` (default). `Last-Event-ID` overrides it',
    example: 'latest',
  })
  after?: string;

  /** A client that reconnects sends its original URL, and the id of the last event as `Last-Event-ID`. */
  toRequest(lastEventId: string | undefined, principal: Principal): StreamRequest {
    const resumes = lastEventId !== undefined && lastEventId !== '';
    const placeField = resumes ? 'Last-Event-ID' : 'after';
    const place = this.placeIn(resumes ? lastEventId : this.after, 'latest', placeField);
    return { principal, types: this.types ?? [], place, placeField };
  }
}

const eventShape = s.component('EventResponse', {
  uid: s.text('01JGM5Z8Q0V7C4TR9M2B6X3D1E', 'Unique; the same in webhook calls'),
  type: s.oneOf(LOGGED_EVENT_NAMES, undefined, 'contact.created'),
  timestamp: s.moment('When it happened'),
  cursor: s.text('1042', 'Position of the event, for `after` and `Last-Event-ID`'),
  data: s.json<unknown>({
    type: 'object',
    additionalProperties: true,
    description: 'The same as `data` of a webhook call; see the webhooks section of this document',
    examples: [{ contact: { id: 42, email: 'ada@example.com' }, source: 'api' }],
  }),
});

const eventOf = ({ uid, type, occurred_at, position, data }: LoggedEvent) => ({
  uid,
  type,
  timestamp: occurred_at.toISOString(),
  cursor: String(position),
  data: JSON.parse(data) as unknown,
});

export const eventListShape = s.component('EventListResponse', {
  events: s.list(eventShape),
  next_cursor: s.text('1042', 'Always present: at the end of the log, use it to poll for new events'),
  has_more: s.flag('Whether there are more events now. A page can be short or even empty and still have more'),
});

export const eventListOf = (page: EventPage) => ({
  events: page.events.map(eventOf),
  next_cursor: String(page.upTo),
  has_more: page.hasMore,
});
