import { Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentPrincipal } from '../../platform/access/current-principal.js';
import type { Permission, Principal } from '../../platform/access/permissions.js';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { RequestUrl } from '../../platform/http/page.js';
import { PathId } from '../../platform/http/path-id.js';
import { Refuses } from '../../platform/openapi/refusals.js';
import { BulkJobRowsQueries } from '../jobs/bulk-job-rows.queries.js';
import { BulkJobStreams } from '../jobs/bulk-job-streams.service.js';
import { BulkJobsService } from '../jobs/bulk-jobs.service.js';
import { ListJobRowsDto } from '../jobs/dto/job-rows.dto.js';
import { JobRowsResponse } from '../jobs/dto/job-rows.response.js';
import { StreamsProgress } from '../jobs/dto/streams-progress.js';
import { checkAccess } from './action-access.js';
import { bulkActionOptions } from './bulk-action-options.js';
import { BulkActionResponse, BulkActionsResponse, OneBulkActionResponse } from './dto/bulk-action.response.js';
import { ListBulkActionsDto } from './dto/list-bulk-actions.dto.js';
import { FAULTY_QUERY, NOT_CANCELLED, NOT_UNDONE, UNKNOWN_JOB } from './dto/refusals.js';

const KIND = 'bulk_action';
const WATCH = 'view_contacts' satisfies Permission;
const id = new IdPipe();

/** Bulk actions that run as jobs. */
@ApiTags('Bulk actions')
@Controller('bulk-actions')
export class BulkActionsController {
  constructor(
    private readonly jobs: BulkJobsService,
    private readonly rows: BulkJobRowsQueries,
    private readonly streams: BulkJobStreams,
  ) {}

  @Get()
  @RequirePermission(WATCH, {
    summary: 'List bulk actions',
    description: 'Lists bulk actions that were started with a `filter`, newest first.',
  })
  @ApiOkResponse({ type: BulkActionsResponse, description: 'A page of bulk actions, newest first' })
  @Refuses({ 400: FAULTY_QUERY })
  async listBulkActions(@Query() query: ListBulkActionsDto, @RequestUrl() url: URL): Promise<BulkActionsResponse> {
    return new BulkActionsResponse(await this.jobs.list(KIND, query.toPage()), url);
  }

  @Get(':id')
  @RequirePermission(WATCH, { summary: 'Get a bulk action', description: 'Returns its status, progress, and counts.' })
  @PathId('bulk action')
  @ApiOkResponse({ type: OneBulkActionResponse, description: 'The bulk action' })
  @Refuses({ 404: UNKNOWN_JOB })
  async getBulkAction(@Param('id', id) jobId: number): Promise<OneBulkActionResponse> {
    return { bulk_action: new BulkActionResponse(await this.jobs.get(KIND, jobId)) };
  }

  @Get(':id/events')
  @RequirePermission(WATCH, {
    summary: 'Watch a bulk action',
    description: 'Streams the progress as server-sent events until the job ends.',
  })
  @PathId('bulk action')
  @StreamsProgress()
  @Refuses({ 404: UNKNOWN_JOB })
  async watchBulkAction(
    @Param('id', id) jobId: number,
    @CurrentPrincipal() principal: Principal,
    @Res() response: Response,
  ): Promise<void> {
    const present = (job: ConstructorParameters<typeof BulkActionResponse>[0]): object => new BulkActionResponse(job);
    await this.streams.open({ kind: KIND, jobId, principal, permission: WATCH, present }, response);
  }

  @Get(':id/rows')
  @RequirePermission(WATCH, {
    summary: 'List the rows of a bulk action',
    description: 'Returns the result for each contact, in the order of processing. Filter by `outcome`.',
  })
  @PathId('bulk action')
  @ApiOkResponse({ type: JobRowsResponse, description: 'A page of rows, in the order of processing' })
  @Refuses({ 400: FAULTY_QUERY, 404: UNKNOWN_JOB })
  async listBulkActionRows(@Param('id', id) jobId: number, @Query() query: ListJobRowsDto): Promise<JobRowsResponse> {
    const request = query.toRequest();
    await this.jobs.get(KIND, jobId);
    return new JobRowsResponse(await this.rows.list(jobId, request));
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @RequirePermission('manage_contacts', {
    summary: 'Cancel a bulk action',
    description: 'Stops the job after the current batch. Changes made so far stay until you undo it.',
  })
  @PathId('bulk action')
  @ApiOkResponse({ type: OneBulkActionResponse, description: 'The bulk action; it stops after the current batch' })
  @Refuses({ 400: NOT_CANCELLED, 404: UNKNOWN_JOB })
  async cancelBulkAction(@Param('id', id) jobId: number): Promise<OneBulkActionResponse> {
    return { bulk_action: new BulkActionResponse(await this.jobs.requestCancel(KIND, jobId)) };
  }

  @Post(':id/undo')
  @HttpCode(202)
  @RequirePermission('manage_contacts', {
    summary: 'Undo a bulk action',
    description:
      'Reverts its changes in a job. Values that were edited since then are kept and listed as conflicts. Undoing `add_to_funnel` also needs `manage_campaigns`.',
  })
  @PathId('bulk action')
  @ApiAcceptedResponse({ type: OneBulkActionResponse, description: 'The bulk action; the undo runs in the background' })
  @Refuses({ 400: NOT_UNDONE, 404: UNKNOWN_JOB })
  async undoBulkAction(@Param('id', id) jobId: number): Promise<OneBulkActionResponse> {
    checkAccess(bulkActionOptions(await this.jobs.get(KIND, jobId)).action.name);
    return { bulk_action: new BulkActionResponse(await this.jobs.requestUndo(KIND, jobId)) };
  }
}
