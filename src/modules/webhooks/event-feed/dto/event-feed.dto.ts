import { ApiProperty } from '@nestjs/swagger';
import { PUBLIC_EVENT_NAMES } from '../../../../events/domain-events.js';
import type { Principal } from '../../../../platform/access/permissions.js';
import { invalidParam } from '../../../../platform/errors/app-error.js';
import { Text, Texts, WholeNumber } from '../../../../platform/http/dto-fields.js';
import type { EventPage, LoggedEvent } from '../event-feed.queries.js';
import { type EventPlace, readPlace } from '../event-place.js';
import type { StreamRequest } from '../event-streams.js';

const PER_PAGE = 100;
const MAX_PER_PAGE = 1_000;

const TYPES_DOC = {
  description: `Which kinds: names, families such as \`contact.*\`, or \`*\`; all when left out. Names: ${PUBLIC_EVENT_NAMES.join(', ')}`,
};

class EventsQuery {
  @Texts(TYPES_DOC) types?: string[];

  protected placeIn(text: string | undefined, byDefault: EventPlace, field: string): EventPlace {
    if (text === undefined) return byDefault;
    const place = readPlace(text);
    if (place === null) throw invalidParam(field, 'is not a cursor of the event log');
    return place;
  }
}

export class ListEventsDto extends EventsQuery {
  @Text({
    max: 20,
    description: '`next_cursor` of the page before, `oldest` (default) or `latest`',
    example: 'oldest',
  })
  after?: string;

  @WholeNumber({ min: 1, max: MAX_PER_PAGE, default: PER_PAGE, description: 'Events per page, at most' })
  per_page?: number;

  toPlace(): EventPlace {
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
    description: 'Where to begin: a cursor, `oldest` or `latest` (default). `Last-Event-ID` goes before it',
    example: 'latest',
  })
  after?: string;

  /** A client that resumes sends the URL that it began with, and the id of the last event beside it. */
  toRequest(lastEventId: string | undefined, principal: Principal): StreamRequest {
    const resumes = lastEventId !== undefined && lastEventId !== '';
    const placeField = resumes ? 'Last-Event-ID' : 'after';
    const place = this.placeIn(resumes ? lastEventId : this.after, 'latest', placeField);
    return { principal, types: this.types ?? [], place, placeField };
  }
}

export class EventResponse {
  @ApiProperty({ description: 'Of this event, wherever it is seen', example: '01JGM5Z8Q0V7C4TR9M2B6X3D1E' })
  readonly uid: string;
  @ApiProperty({ enum: PUBLIC_EVENT_NAMES, example: 'contact.created' }) readonly type: string;
  @ApiProperty({ format: 'date-time', description: 'When it happened', example: '2026-01-02T03:04:05.678Z' })
  readonly timestamp: string;
  @ApiProperty({ description: 'Behind this event; for `after` and `Last-Event-ID`', example: '1042' })
  readonly cursor: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The same as `data` of a webhook call; see the webhooks of this document',
    example: { contact: { id: 42, email: 'ada@example.com' }, source: 'api' },
  })
  readonly data: unknown;

  constructor({ uid, type, occurred_at, position, data }: LoggedEvent) {
    this.uid = uid;
    this.type = type;
    this.timestamp = occurred_at.toISOString();
    this.cursor = String(position);
    this.data = JSON.parse(data) as unknown;
  }
}

export class EventListResponse {
  @ApiProperty({ type: [EventResponse] }) readonly events: readonly EventResponse[];
  @ApiProperty({ description: 'Always there: at the end, ask again with it later', example: '1042' })
  readonly next_cursor: string;
  @ApiProperty({ description: 'Whether there is more now. A page can be short, even empty, and still have more' })
  readonly has_more: boolean;

  constructor(page: EventPage) {
    this.events = page.events.map((event) => new EventResponse(event));
    this.next_cursor = String(page.upTo);
    this.has_more = page.hasMore;
  }
}
