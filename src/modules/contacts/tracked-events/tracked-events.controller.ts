import { Get, Post, Query } from '@nestjs/common';
import type { Principal } from '../../../platform/access/permissions.js';
import {
  CurrentPrincipal,
  RequirePermission,
  Refuses,
  unknownRecord,
  Answers,
} from '../../../platform/access/operation.js';
import { BodyLike, RecordId, Resource } from '../../../platform/http/resource.js';
import { PageUrl, pageOf } from '../../../platform/http/page.js';
import { ListTrackedEventsDto, TRACKED_EVENT_EXAMPLES, TrackEventDto } from './dto/tracked-event.dto.js';
import { eventTrackedOf, eventTrackedShape, trackedEventsShape, trackedEventOf } from './dto/tracked-event.shapes.js';
import { TrackedEventsService } from './tracked-events.service.js';

@Resource('subscribers', 'Contacts')
export class TrackedEventsController {
  constructor(private readonly events: TrackedEventsService) {}

  @Post('track-event')
  @RequirePermission('manage_contacts', {
    summary: 'Track an event of a contact',
    description: 'Another event with the same key and title increases its counter.',
  })
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
  async trackEvent(
    @CurrentPrincipal() { managerId }: Principal,
    @BodyLike(TRACKED_EVENT_EXAMPLES) body: TrackEventDto,
  ) {
    return eventTrackedOf(await this.events.trackOf(body.toIdentifiers(), body.toEvent(), managerId));
  }

  @Get(':id/tracking-events')
  @RequirePermission('view_contacts', {
    summary: 'List the tracked events of a contact',
    description: 'Returns one row for each key and title, newest first.',
  })
  @Answers(trackedEventsShape, 'A page of tracked events, newest first')
  async listTrackedEvents(
    @RecordId('contact') id: number,
    @Query() query: ListTrackedEventsDto,
    @PageUrl() url: string,
  ) {
    return {
      events: pageOf(await this.events.list(id, query.toPage()), url, trackedEventOf),
    };
  }
}
