import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { PathId } from '../../../platform/http/path-id.js';
import { TimelineDto } from './dto/timeline.dto.js';
import { TimelineResponse } from './dto/timeline.response.js';
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
  @ApiOkResponse({ type: TimelineResponse, description: 'A page of the timeline, newest first' })
  async getContactTimeline(
    @Param('id', new IdPipe()) id: number,
    @Query() query: TimelineDto,
  ): Promise<TimelineResponse> {
    return new TimelineResponse(await this.timeline.page(id, query.toRequest()));
  }
}
