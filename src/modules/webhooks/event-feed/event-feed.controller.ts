import { Get, Headers, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { Resource } from '../../../platform/http/resource.js';
import type { Principal } from '../../../platform/access/permissions.js';
import {
  CurrentPrincipal,
  RequirePermission,
  type Refusal,
  Refuses,
  Answers,
} from '../../../platform/access/operation.js';
import { eventListOf, eventListShape, ListEventsDto, StreamEventsDto } from './dto/event-feed.dto.js';
import { EventFeedQueries } from './event-feed.queries.js';
import { READ_EVENTS, EventStreams } from './event-streams.js';

const STREAM_EXAMPLE = `retry: 2000
id: 1041

id: 1042
event: contact.created
data: {"uid":"01JGM5Z8Q0V7C4TR9M2B6X3D1E","type":"contact.created","timestamp":"2026-01-02T03:04:05.678Z","cursor":"1042","data":{}}

`;

const TOO_MANY_STREAMS: Refusal = {
  message: 'Too many event streams are open.',
  description: 'Too many open streams, or the service is restarting; `Retry-After` says when to retry',
};

@Resource('events', 'Events')
export class EventFeedController {
  constructor(
    private readonly log: EventFeedQueries,
    private readonly streams: EventStreams,
  ) {}

  @Get()
  @RequirePermission(READ_EVENTS, {
    summary: 'List events',
    description:
      'Returns the events that webhooks receive, in commit order. Continue with `next_cursor`: no event is ' +
      'missed or repeated.',
  })
  @Answers(eventListShape, 'A page of events, and the cursor to continue from')
  async listEvents(@Query() query: ListEventsDto) {
    return eventListOf(await this.log.list(query.toPlace(), query.toTypes(), query.toLimit()));
  }

  @Get('stream')
  @RequirePermission(READ_EVENTS, {
    summary: 'Stream events',
    description:
      'Streams new events as server-sent events. The `id` of each event is its cursor; a client that reconnects sends the ' +
      'last one as `Last-Event-ID`.',
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'Resumes after this event',
    schema: { type: 'string', example: '1042' },
  })
  @ApiOkResponse({
    description: 'An event stream that stays open until either side closes it',
    content: { 'text/event-stream': { schema: { type: 'string' }, example: STREAM_EXAMPLE } },
  })
  @Refuses({ 503: TOO_MANY_STREAMS })
  async streamEvents(
    @Query() query: StreamEventsDto,
    @Headers('last-event-id') lastEventId: string | undefined,
    @CurrentPrincipal() principal: Principal,
    @Res() response: Response,
  ): Promise<void> {
    await this.streams.open(query.toRequest(lastEventId, principal), response);
  }
}
