import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { PathId } from '../../../platform/http/path-id.js';
import { RequestUrl } from '../../../platform/http/page.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { ADDED } from '../dto/funnel.examples.js';
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
@PathId('funnel')
@Controller('funnels/:id/subscribers')
export class EntriesController {
  constructor(
    private readonly queries: EntriesQueries,
    private readonly traces: EntryTraces,
    private readonly manual: ManualEntries,
  ) {}

  @Get()
  @RequirePermission(READERS, {
    summary: 'List the contacts of a funnel',
    description: 'Who is and who was in it, the newest first.',
  })
  @ApiOkResponse({ type: EntriesResponse })
  @Refuses({ 400: FAULTY_QUERY, 404: UNKNOWN_FUNNEL })
  async listFunnelContacts(
    @Param('id', funnelId) id: number,
    @Query() query: ListEntriesDto,
    @RequestUrl() url: URL,
  ): Promise<EntriesResponse> {
    return new EntriesResponse(await this.queries.list(id, query.status, query.toPage()), url);
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage_campaigns', {
    summary: 'Put contacts into a funnel',
    description:
      'A published one; all of them or none. They are let in whatever the funnel asks of those whom its trigger brings, unless they are inside.',
  })
  @ApiBody({ type: AddEntriesDto, examples: ADDED })
  @ApiOkResponse({ type: EntriesAddedResponse })
  @Refuses({ 400: NOT_LET_IN, 404: UNKNOWN_FUNNEL, 409: INSIDE_ALREADY })
  async addContactsToFunnel(
    @Param('id', funnelId) id: number,
    @Body() body: AddEntriesDto,
  ): Promise<EntriesAddedResponse> {
    return new EntriesAddedResponse(await this.manual.add(id, body.subscribers));
  }

  @Delete(':subscriberId')
  @RequirePermission('manage_campaigns', {
    summary: 'Take a contact out of a funnel',
    description: 'Its mails that are not sent yet never will be.',
  })
  @PathId('contact', 'subscriberId')
  @ApiOkResponse({ type: EntryRemovedResponse })
  @Refuses({ 400: LEFT_ALREADY, 404: UNKNOWN_PART })
  async removeContactFromFunnel(
    @Param('id', funnelId) id: number,
    @Param('subscriberId', contactId) subscriberId: number,
  ): Promise<EntryRemovedResponse> {
    await this.manual.remove(id, subscriberId);
    return new EntryRemovedResponse();
  }

  @Get(':subscriberId/trace')
  @RequirePermission(READERS, {
    summary: 'Trace a contact through a funnel',
    description: 'What it has done for the contact, step by step, and what comes next.',
  })
  @PathId('contact', 'subscriberId')
  @ApiOkResponse({ type: EntryTraceResponse })
  @Refuses({ 400: FAULTY_ENTRY_ID, 404: UNKNOWN_PART })
  async traceContactInFunnel(
    @Param('id', funnelId) id: number,
    @Param('subscriberId', contactId) subscriberId: number,
    @Query() query: TraceDto,
  ): Promise<EntryTraceResponse> {
    return new EntryTraceResponse(await this.traces.of(id, subscriberId, query.entry_id ?? null));
  }
}
