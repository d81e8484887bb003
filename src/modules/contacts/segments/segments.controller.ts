import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { PageResponse, RequestUrl } from '../../../platform/http/page.js';
import { ContactResponse } from '../dto/contact.response.js';
import { ListSegmentsDto } from './dto/list-segments.dto.js';
import { ExplainSegmentDto, SegmentMembersDto } from './dto/segment-members.dto.js';
import {
  ExplanationResponse,
  OneSegmentResponse,
  SegmentCountResponse,
  SegmentRemovedResponse,
  SegmentSavedResponse,
  SegmentsResponse,
} from './dto/segment.response.js';
import { CreateSegmentDto, UpdateSegmentDto } from './dto/write-segment.dto.js';
import { SegmentsQueries } from './segments.queries.js';
import { SegmentsService } from './segments.service.js';

@ApiTags('Segments')
@Controller('segments')
export class SegmentsController {
  constructor(
    private readonly segments: SegmentsService,
    private readonly queries: SegmentsQueries,
  ) {}

  @Get()
  @RequirePermission('view_contacts', { summary: 'List all segments' })
  async list(@Query() query: ListSegmentsDto): Promise<SegmentsResponse> {
    return new SegmentsResponse(await this.segments.list(query.toSearch()));
  }

  @Get(':id')
  @RequirePermission('view_contacts', { summary: 'Get one segment' })
  async get(@Param('id', new IdPipe()) id: number): Promise<OneSegmentResponse> {
    return new OneSegmentResponse(await this.segments.get(id));
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage_contacts', { summary: 'Create a segment' })
  async create(@Body() body: CreateSegmentDto): Promise<SegmentSavedResponse> {
    return new SegmentSavedResponse(await this.segments.create(body.toInput()));
  }

  @Put(':id')
  @RequirePermission('manage_contacts', { summary: 'Change a segment' })
  async update(@Param('id', new IdPipe()) id: number, @Body() body: UpdateSegmentDto): Promise<SegmentSavedResponse> {
    return new SegmentSavedResponse(await this.segments.update(id, body.toInput()));
  }

  @Delete(':id')
  @RequirePermission('manage_contacts', { summary: 'Delete a segment; its contacts stay' })
  async remove(@Param('id', new IdPipe()) id: number): Promise<SegmentRemovedResponse> {
    await this.segments.remove(id);
    return new SegmentRemovedResponse();
  }

  @Get(':id/count')
  @RequirePermission('view_contacts', { summary: 'Count the contacts of a segment, now' })
  async count(@Param('id', new IdPipe()) id: number): Promise<SegmentCountResponse> {
    return new SegmentCountResponse(await this.queries.count(id));
  }

  @Get(':id/subscribers')
  @RequirePermission('view_contacts', { summary: 'List the contacts of a segment, now' })
  async members(
    @Param('id', new IdPipe()) id: number,
    @Query() query: SegmentMembersDto,
    @RequestUrl() url: URL,
  ): Promise<PageResponse<ContactResponse>> {
    const page = await this.queries.members(id, query.toSorting(), query.toWithCustomValues(), query.toPage());
    return new PageResponse(
      page,
      page.items.map((view) => new ContactResponse(view)),
      url,
    );
  }

  @Get(':id/explain')
  @RequirePermission('view_contacts', { summary: 'Tell which rows of a segment hold for a contact, and why' })
  async explain(
    @Param('id', new IdPipe()) id: number,
    @Query() query: ExplainSegmentDto,
  ): Promise<ExplanationResponse> {
    return new ExplanationResponse(await this.queries.explain(id, query.toContactId()));
  }
}
