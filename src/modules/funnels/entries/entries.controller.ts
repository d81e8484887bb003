import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { RequestUrl } from '../../../platform/http/page.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { AddEntriesDto, ListEntriesDto, TraceDto } from '../dto/entry.dto.js';
import {
  EntriesAddedResponse,
  EntriesResponse,
  EntryRemovedResponse,
  EntryTraceResponse,
} from '../dto/entry.response.js';
import {
  FAULTY_ENTRY_ID,
  FAULTY_QUERY,
  INSIDE_ALREADY,
  LEFT_ALREADY,
  NOT_LET_IN,
  UNKNOWN_FUNNEL,
  UNKNOWN_PART,
} from '../dto/refusals.js';
import { EntriesQueries } from './entries.queries.js';
import { EntryTraces } from './entry-trace.queries.js';
import { ManualEntries } from './manual-entries.service.js';

const funnelId = new IdPipe('funnel');
const contactId = new IdPipe();
const READERS = { anyOf: ['view_contacts', 'manage_campaigns'] } as const;

/** Who is in a funnel. */
@ApiTags('Funnels')
@Controller('funnels/:id/subscribers')
export class EntriesController {
  constructor(
    private readonly queries: EntriesQueries,
    private readonly traces: EntryTraces,
    private readonly manual: ManualEntries,
  ) {}

  @Get()
  @RequirePermission(READERS, { summary: 'Who is and who was in a funnel, the newest first' })
  @ApiOkResponse({ type: EntriesResponse })
  @Refuses({ 400: FAULTY_QUERY, 404: UNKNOWN_FUNNEL })
  async list(
    @Param('id', funnelId) id: number,
    @Query() query: ListEntriesDto,
    @RequestUrl() url: URL,
  ): Promise<EntriesResponse> {
    return new EntriesResponse(await this.queries.list(id, query.status, query.toPage()), url);
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage_campaigns', {
    summary: 'Put contacts into a published funnel',
    description:
      'All of them or none. They are let in whatever the funnel asks of those whom its trigger brings, unless they are inside.',
  })
  @ApiOkResponse({ type: EntriesAddedResponse })
  @Refuses({ 400: NOT_LET_IN, 404: UNKNOWN_FUNNEL, 409: INSIDE_ALREADY })
  async add(@Param('id', funnelId) id: number, @Body() body: AddEntriesDto): Promise<EntriesAddedResponse> {
    return new EntriesAddedResponse(await this.manual.add(id, body.subscribers));
  }

  @Delete(':subscriberId')
  @RequirePermission('manage_campaigns', { summary: 'Take a contact out of a funnel' })
  @ApiOkResponse({ type: EntryRemovedResponse })
  @Refuses({ 400: LEFT_ALREADY, 404: UNKNOWN_PART })
  async remove(
    @Param('id', funnelId) id: number,
    @Param('subscriberId', contactId) subscriberId: number,
  ): Promise<EntryRemovedResponse> {
    await this.manual.remove(id, subscriberId);
    return new EntryRemovedResponse();
  }

  @Get(':subscriberId/trace')
  @RequirePermission(READERS, { summary: 'What a funnel has done for a contact, step by step' })
  @ApiOkResponse({ type: EntryTraceResponse })
  @Refuses({ 400: FAULTY_ENTRY_ID, 404: UNKNOWN_PART })
  async trace(
    @Param('id', funnelId) id: number,
    @Param('subscriberId', contactId) subscriberId: number,
    @Query() query: TraceDto,
  ): Promise<EntryTraceResponse> {
    return new EntryTraceResponse(await this.traces.of(id, subscriberId, query.entry_id ?? null));
  }
}
