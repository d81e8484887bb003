import { Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentPrincipal } from '../../../platform/access/current-principal.js';
import type { Permission, Principal } from '../../../platform/access/permissions.js';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { numbered, RequestUrl } from '../../../platform/http/page.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { BulkJobRowsQueries } from '../bulk-jobs/bulk-job-rows.queries.js';
import { BulkJobStreams } from '../bulk-jobs/bulk-job-streams.service.js';
import { BulkJobsService } from '../bulk-jobs/bulk-jobs.service.js';
import { ListJobRowsDto } from '../bulk-jobs/dto/job-rows.dto.js';
import { JobRowsResponse } from '../bulk-jobs/dto/job-rows.response.js';
import { StreamsProgress } from '../bulk-jobs/dto/streams-progress.js';
import { checkAccess } from './action-access.js';
import { bulkActionOptions } from './bulk-action-options.js';
import { BulkActionResponse, BulkActionsResponse, OneBulkActionResponse } from './dto/bulk-action.response.js';
import { ListBulkActionsDto } from './dto/list-bulk-actions.dto.js';
import { FAULTY_QUERY, NOT_CANCELLED, NOT_UNDONE, UNKNOWN_JOB } from './dto/refusals.js';

const KIND = 'bulk_action';
const WATCH = 'view_contacts' satisfies Permission;
const id = new IdPipe();

/** Bulk actions over filters, which take a while. */
@ApiTags('Bulk actions')
@Controller('bulk-actions')
export class BulkActionsController {
  constructor(
    private readonly jobs: BulkJobsService,
    private readonly rows: BulkJobRowsQueries,
    private readonly streams: BulkJobStreams,
  ) {}

  @Get()
  @RequirePermission(WATCH, { summary: 'Bulk actions over filters, the newest first' })
  @ApiOkResponse({ type: BulkActionsResponse })
  @Refuses({ 400: FAULTY_QUERY })
  async list(@Query() query: ListBulkActionsDto, @RequestUrl() url: URL): Promise<BulkActionsResponse> {
    return new BulkActionsResponse(await this.jobs.list(KIND, numbered(query.toPage())), url);
  }

  @Get(':id')
  @RequirePermission(WATCH, { summary: 'How far a bulk action is' })
  @ApiOkResponse({ type: OneBulkActionResponse })
  @Refuses({ 404: UNKNOWN_JOB })
  async get(@Param('id', id) jobId: number): Promise<OneBulkActionResponse> {
    return new OneBulkActionResponse(await this.jobs.get(KIND, jobId));
  }

  @Get(':id/events')
  @RequirePermission(WATCH, { summary: 'The progress of a bulk action, as server-sent events' })
  @StreamsProgress()
  @Refuses({ 404: UNKNOWN_JOB })
  async watch(
    @Param('id', id) jobId: number,
    @CurrentPrincipal() principal: Principal,
    @Res() response: Response,
  ): Promise<void> {
    const present = (job: ConstructorParameters<typeof BulkActionResponse>[0]): object => new BulkActionResponse(job);
    await this.streams.open({ kind: KIND, jobId, principal, permission: WATCH, present }, response);
  }

  @Get(':id/rows')
  @RequirePermission(WATCH, { summary: 'What became of each contact of a bulk action' })
  @ApiOkResponse({ type: JobRowsResponse })
  @Refuses({ 400: FAULTY_QUERY, 404: UNKNOWN_JOB })
  async listRows(@Param('id', id) jobId: number, @Query() query: ListJobRowsDto): Promise<JobRowsResponse> {
    const request = query.toRequest();
    await this.jobs.get(KIND, jobId);
    return new JobRowsResponse(await this.rows.list(jobId, request));
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @RequirePermission('manage_contacts', { summary: 'Stop a bulk action; what it has done stays' })
  @ApiOkResponse({ type: OneBulkActionResponse })
  @Refuses({ 400: NOT_CANCELLED, 404: UNKNOWN_JOB })
  async cancel(@Param('id', id) jobId: number): Promise<OneBulkActionResponse> {
    return new OneBulkActionResponse(await this.jobs.requestCancel(KIND, jobId));
  }

  @Post(':id/undo')
  @HttpCode(202)
  @RequirePermission('manage_contacts', {
    summary: 'Take back what a bulk action has changed',
    description:
      'Exactly that, unless it was edited since; such contacts are listed as conflicts. What put contacts into a funnel also needs `manage_campaigns`.',
  })
  @ApiAcceptedResponse({ type: OneBulkActionResponse })
  @Refuses({ 400: NOT_UNDONE, 404: UNKNOWN_JOB })
  async undo(@Param('id', id) jobId: number, @CurrentPrincipal() principal: Principal): Promise<OneBulkActionResponse> {
    checkAccess(principal, bulkActionOptions(await this.jobs.get(KIND, jobId)).action.name);
    return new OneBulkActionResponse(await this.jobs.requestUndo(KIND, jobId));
  }
}
