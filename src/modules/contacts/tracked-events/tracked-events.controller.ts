import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../../platform/access/permissions.js';
import {
  CurrentPrincipal,
  RequirePermission,
  Refuses,
  unknownRecord,
  Answers,
} from '../../../platform/access/operation.js';
import { IdPipe, PathId } from '../../../platform/http/id.pipe.js';
import { RequestUrl, pageOf } from '../../../platform/http/page.js';
import { ListTrackedEventsDto, TRACKED_EVENT_EXAMPLES, TrackEventDto } from './dto/tracked-event.dto.js';
import { eventTrackedOf, eventTrackedShape, trackedEventsShape, trackedEventOf } from './dto/tracked-event.shapes.js';
import { TrackedEventsService } from './tracked-events.service.js';

@ApiTags('Contacts')
@Controller('subscribers')
export class TrackedEventsController {
  constructor(private readonly events: TrackedEventsService) {}

  @Post('track-event')
  @RequirePermission('manage_contacts', {
    summary: 'Track an event of a contact',
    description: 'Another event with the same key and title increases its counter.',
  })
  @ApiBody({ type: TrackEventDto, examples: TRACKED_EVENT_EXAMPLES })
  @Answers(eventTrackedShape, 'The id of the tracked event')
  @Refuses({
    400: {
      message: 'Invalid parameter: subscriber_id, user_id or email is required',
      description: 'No contact is identified, the identifiers match several contacts, or a value is not allowed',
      data: {
        params: {
          subscriber_id: 'is required unless another identifier is sent',
          user_id: 'is required unless another identifier is sent',
          email: 'is required unless another identifier is sent',
        },
      },
    },
    404: unknownRecord('The contact does not exist'),
  })
  async trackEvent(@CurrentPrincipal() { managerId }: Principal, @Body() body: TrackEventDto) {
    return eventTrackedOf(await this.events.trackOf(body.toIdentifiers(), body.toEvent(), managerId));
  }

  @Get(':id/tracking-events')
  @RequirePermission('view_contacts', {
    summary: 'List the tracked events of a contact',
    description: 'Returns one row for each key and title, newest first.',
  })
  @PathId('contact')
  @Answers(trackedEventsShape, 'A page of tracked events, newest first')
  async listTrackedEvents(
    @Param('id', new IdPipe()) id: number,
    @Query() query: ListTrackedEventsDto,
    @RequestUrl() url: URL,
  ) {
    return {
      events: pageOf(await this.events.list(id, query.toPage()), url, trackedEventOf),
    };
  }
}
