import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission, Answers } from '../../../platform/access/operation.js';
import { IdPipe, PathId } from '../../../platform/http/id.pipe.js';
import { TimelineDto } from './dto/timeline.dto.js';
import { timelineOf, timelineShape } from './dto/timeline.shapes.js';
import { TimelineQueries } from './timeline.queries.js';

@ApiTags('Contacts')
@Controller('subscribers/:id/timeline')
export class TimelineController {
  constructor(private readonly timeline: TimelineQueries) {}

  @Get()
  @RequirePermission('view_contacts', {
    summary: 'Read the timeline of a contact',
    description:
      'Returns one feed, from newest to oldest: status changes, tags, lists, emails, opens, clicks, orders, funnels, notes, and tracked events.',
  })
  @PathId('contact')
  @Answers(timelineShape, 'A page of the timeline, newest first')
  async getContactTimeline(@Param('id', new IdPipe()) id: number, @Query() query: TimelineDto) {
    return timelineOf(await this.timeline.page(id, query.toRequest()));
  }
}
