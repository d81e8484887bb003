import { Get, Query } from '@nestjs/common';
import { RequirePermission, Answers } from '../../../platform/access/operation.js';
import { RecordId, Resource } from '../../../platform/http/resource.js';
import { TimelineDto } from './dto/timeline.dto.js';
import { timelineOf, timelineShape } from './dto/timeline.shapes.js';
import { TimelineQueries } from './timeline.queries.js';

@Resource('subscribers/:id/timeline', 'Contacts')
export class TimelineController {
  constructor(private readonly timeline: TimelineQueries) {}

  @Get()
  @RequirePermission('view_contacts', {
    summary: 'Read the timeline of a contact',
    description:
      'Returns one feed, from newest to oldest: status changes, tags, lists, emails, opens, clicks, orders, funnels, notes, and tracked events.',
  })
  @Answers(timelineShape, 'A page of the timeline, newest first')
  async getContactTimeline(@RecordId('contact') id: number, @Query() query: TimelineDto) {
    return timelineOf(await this.timeline.page(id, query.toRequest()));
  }
}
