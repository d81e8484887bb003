import { Delete, Get, Post, Put, Query } from '@nestjs/common';
import { RequirePermission, Refuses, invalid, Answers } from '../../platform/access/operation.js';
import { BodyLike, RecordId, Resource } from '../../platform/http/resource.js';
import { PageUrl } from '../../platform/http/page.js';
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
import * as shapes from './dto/segment.shapes.js';
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

@Resource('segments', 'Segments')
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
  @Answers(shapes.segmentsShape, 'All matching segments')
  async listSegments(@Query() query: ListSegmentsDto) {
    return { segments: (await this.segments.list(query.toSearch())).map(shapes.segmentOf) };
  }

  @Get(':id')
  @RequirePermission('view_contacts', {
    summary: 'Get a segment',
    description: 'Returns its rule. `GET /segments/{id}/count` and `.../subscribers` evaluate it.',
  })
  @Answers(shapes.oneSegmentShape, 'The segment')
  async getSegment(@RecordId('segment') id: number) {
    return { segment: shapes.segmentOf(await this.segments.get(id)) };
  }

  @Post()
  @RequirePermission('manage_contacts', {
    summary: 'Create a segment',
    description: 'The title must be unique, regardless of case. A missing slug is generated from it.',
  })
  @Answers(shapes.segmentSavedShape, 'The new segment')
  @Refuses({ 400: INVALID })
  async createSegment(@BodyLike(SEGMENT_EXAMPLES) body: CreateSegmentDto) {
    return {
      segment: shapes.segmentOf(await this.segments.create(body)),
      message: 'Successfully saved the segment.',
    };
  }

  @Put(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Update a segment',
    description: 'Omitted fields are unchanged; a new title does not change the slug.',
  })
  @Answers(shapes.segmentSavedShape, 'The updated segment')
  @Refuses({ 400: INVALID })
  async updateSegment(@RecordId('segment') id: number, @BodyLike(SEGMENT_CHANGE_EXAMPLES) body: UpdateSegmentDto) {
    return {
      segment: shapes.segmentOf(await this.segments.update(id, body)),
      message: 'Successfully saved the segment.',
    };
  }

  @Delete(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Delete a segment',
    description: 'Its contacts remain. A draft that refers to it cannot be sent until the draft is changed.',
  })
  @Answers(shapes.segmentRemovedShape, 'The segment is deleted')
  async deleteSegment(@RecordId('segment') id: number) {
    await this.segments.remove(id);
    return { message: 'Successfully removed the segment.' };
  }

  @Get(':id/count')
  @ReadsReplica()
  @RequirePermission('view_contacts', {
    summary: 'Count the contacts of a segment',
    description: 'Evaluates the rule now.',
  })
  @Answers(shapes.segmentCountShape, 'The number of contacts, and when they were counted')
  @Refuses({ 400: INVALID_RULE })
  async countSegmentContacts(@RecordId('segment') id: number) {
    return shapes.segmentCountOf(await this.queries.count(id));
  }

  @Get(':id/subscribers')
  @RequirePermission('view_contacts', {
    summary: 'List the contacts of a segment',
    description: 'Evaluates the rule now. By default, the newest contacts come first.',
  })
  @Answers(contactsPageShape, 'A page of contacts')
  @Refuses({ 400: INVALID_RULE })
  async listSegmentContacts(
    @RecordId('segment') id: number,
    @Query() query: SegmentMembersDto,
    @PageUrl() url: string,
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
  @Answers(shapes.explanationShape, 'The result of the rule and of each row')
  @Refuses({ 400: INVALID_RULE })
  async explainSegment(@RecordId('segment') id: number, @Query() query: ExplainSegmentDto) {
    return this.queries.explain(id, query.contact_id);
  }
}
