import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { RequirePermission, Refuses, invalid, Answers } from '../../platform/access/operation.js';
import { IdPipe, PathId } from '../../platform/http/id.pipe.js';
import { RequestUrl } from '../../platform/http/page.js';
import { ReadsReplica } from '../../platform/http/replica-reads.interceptor.js';
import { contactsPageOf, contactsPageShape } from '../contacts/dto/contact.shapes.js';
import {
  ListSegmentsDto,
  ExplainSegmentDto,
  SegmentMembersDto,
  CreateSegmentDto,
  SEGMENT_CHANGE_EXAMPLES,
  SEGMENT_EXAMPLES,
  UpdateSegmentDto,
} from './dto/segment.dto.js';
import {
  explanationShape,
  oneSegmentShape,
  segmentCountOf,
  segmentCountShape,
  segmentRemovedShape,
  segmentSavedShape,
  segmentsShape,
  segmentOf,
} from './dto/segment.shapes.js';
import { SegmentsQueries } from './segments.queries.js';
import { SegmentsService } from './segments.service.js';

const INVALID = invalid(
  'The title or slug is taken, or the rule is invalid; `params` names every error, rows by position',
  { title: 'is taken' },
  'Segment with this title already exists',
);
const INVALID_RULE = invalid('The rule is no longer valid, or a parameter is not allowed', {
  'filters.0.0.value': 'unknown: 7',
});

@ApiTags('Segments')
@Controller('segments')
export class SegmentsController {
  constructor(
    private readonly segments: SegmentsService,
    private readonly queries: SegmentsQueries,
  ) {}

  @Get()
  @RequirePermission('view_contacts', {
    summary: 'List segments',
    description: 'Returns all segments on one page, by default the newest first.',
  })
  @Answers(segmentsShape, 'All matching segments')
  async listSegments(@Query() query: ListSegmentsDto) {
    return { segments: (await this.segments.list(query.toSearch())).map(segmentOf) };
  }

  @Get(':id')
  @RequirePermission('view_contacts', {
    summary: 'Get a segment',
    description: 'Returns its rule. `GET /segments/{id}/count` and `.../subscribers` evaluate it.',
  })
  @PathId('segment')
  @Answers(oneSegmentShape, 'The segment')
  async getSegment(@Param('id', new IdPipe()) id: number) {
    return { segment: segmentOf(await this.segments.get(id)) };
  }

  @Post()
  @RequirePermission('manage_contacts', {
    summary: 'Create a segment',
    description: 'The title must be unique, regardless of case. A missing slug is generated from it.',
  })
  @ApiBody({ type: CreateSegmentDto, examples: SEGMENT_EXAMPLES })
  @Answers(segmentSavedShape, 'The new segment')
  @Refuses({ 400: INVALID })
  async createSegment(@Body() body: CreateSegmentDto) {
    return {
      segment: segmentOf(await this.segments.create(body)),
      message: 'Successfully saved the segment.',
    };
  }

  @Put(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Update a segment',
    description: 'Omitted fields are unchanged; a new title does not change the slug.',
  })
  @PathId('segment')
  @ApiBody({ type: UpdateSegmentDto, examples: SEGMENT_CHANGE_EXAMPLES })
  @Answers(segmentSavedShape, 'The updated segment')
  @Refuses({ 400: INVALID })
  async updateSegment(@Param('id', new IdPipe()) id: number, @Body() body: UpdateSegmentDto) {
    return {
      segment: segmentOf(await this.segments.update(id, body)),
      message: 'Successfully saved the segment.',
    };
  }

  @Delete(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Delete a segment',
    description: 'Its contacts remain. A draft that refers to it cannot be sent until the draft is changed.',
  })
  @PathId('segment')
  @Answers(segmentRemovedShape, 'The segment is deleted')
  async deleteSegment(@Param('id', new IdPipe()) id: number) {
    await this.segments.remove(id);
    return { message: 'Successfully removed the segment.' };
  }

  @Get(':id/count')
  @ReadsReplica()
  @RequirePermission('view_contacts', {
    summary: 'Count the contacts of a segment',
    description: 'Evaluates the rule now.',
  })
  @PathId('segment')
  @Answers(segmentCountShape, 'The number of contacts, and when they were counted')
  @Refuses({ 400: INVALID_RULE })
  async countSegmentContacts(@Param('id', new IdPipe()) id: number) {
    return segmentCountOf(await this.queries.count(id));
  }

  @Get(':id/subscribers')
  @RequirePermission('view_contacts', {
    summary: 'List the contacts of a segment',
    description: 'Evaluates the rule now. By default, the newest contacts come first.',
  })
  @PathId('segment')
  @Answers(contactsPageShape, 'A page of contacts')
  @Refuses({ 400: INVALID_RULE })
  async listSegmentContacts(
    @Param('id', new IdPipe()) id: number,
    @Query() query: SegmentMembersDto,
    @RequestUrl() url: URL,
  ) {
    const page = await this.queries.members(id, query.toSorting(), query.custom_fields ?? false, query.toPage());
    return contactsPageOf(page, url);
  }

  @Get(':id/explain')
  @RequirePermission('view_contacts', {
    summary: 'Explain why a contact is in a segment',
    description:
      'Returns for each group and row of the rule whether the contact matches, and the value that was tested.',
  })
  @PathId('segment')
  @Answers(explanationShape, 'The result of the rule and of each row')
  @Refuses({ 400: INVALID_RULE })
  async explainSegment(@Param('id', new IdPipe()) id: number, @Query() query: ExplainSegmentDto) {
    return this.queries.explain(id, query.contact_id);
  }
}
