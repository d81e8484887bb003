import { Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Permission, Principal } from '../../platform/access/permissions.js';
import { CurrentPrincipal, RequirePermission, Refuses, Answers } from '../../platform/access/operation.js';
import { BodyLike, RecordId, Resource } from '../../platform/http/resource.js';
import { PageUrl, pageOf } from '../../platform/http/page.js';
import { BulkJobStreams } from '../jobs/bulk-job-streams.service.js';
import { BulkJobsService } from '../jobs/bulk-jobs.service.js';
import { ListJobRowsDto, ListJobsDto } from '../jobs/dto/job.dto.js';
import { jobRowsOf, jobRowsShape, StreamsProgress } from '../jobs/dto/job.shapes.js';
import { checkAccess, bulkActionOptions, KIND } from './bulk-action.js';
import { bulkActionDoneShape, bulkActionOf, bulkActionQueuedShape } from './dto/bulk-action.shapes.js';
import { bulkActionsShape, oneBulkActionShape } from './dto/bulk-action.shapes.js';
import { FAULTY_ACTION, FAULTY_QUERY, NOT_CANCELLED, NOT_UNDONE, UNKNOWN_JOB } from './dto/bulk-action.shapes.js';
import { actionNamed, BulkActionRequests } from './bulk-action-requests.service.js';
import { BulkActionsService } from './bulk-actions.service.js';
import { BULK_ACTION_EXAMPLES, DoBulkActionDto } from './bulk-action.dto.js';

const WATCH = 'view_contacts' satisfies Permission;

@Resource('bulk-actions', 'Bulk actions')
export class BulkActionsController {
  constructor(
    private readonly jobs: BulkJobsService,
    private readonly streams: BulkJobStreams,
  ) {}

  @Get()
  @RequirePermission(WATCH, {
    summary: 'List bulk actions',
    description: 'Lists bulk actions that were started with a `filter`, newest first.',
  })
  @Answers(bulkActionsShape, 'A page of bulk actions, newest first')
  @Refuses({ 400: FAULTY_QUERY })
  async listBulkActions(@Query() query: ListJobsDto, @PageUrl() url: string) {
    return { bulk_actions: pageOf(await this.jobs.list(KIND, query.toPage()), url, bulkActionOf) };
  }

  @Get(':id')
  @RequirePermission(WATCH, { summary: 'Get a bulk action', description: 'Returns its status, progress, and counts.' })
  @Answers(oneBulkActionShape, 'The bulk action')
  @Refuses({ 404: UNKNOWN_JOB })
  async getBulkAction(@RecordId('bulk action') jobId: number) {
    return { bulk_action: bulkActionOf(await this.jobs.get(KIND, jobId)) };
  }

  @Get(':id/events')
  @RequirePermission(WATCH, {
    summary: 'Watch a bulk action',
    description: 'Streams the progress as server-sent events until the job ends.',
  })
  @StreamsProgress()
  @Refuses({ 404: UNKNOWN_JOB })
  async watchBulkAction(
    @RecordId('bulk action') jobId: number,
    @CurrentPrincipal() principal: Principal,
    @Res() response: Response,
  ): Promise<void> {
    await this.streams.open({ kind: KIND, jobId, principal, permission: WATCH, present: bulkActionOf }, response);
  }

  @Get(':id/rows')
  @RequirePermission(WATCH, {
    summary: 'List the rows of a bulk action',
    description: 'Returns the result for each contact, in the order of processing. Filter by `outcome`.',
  })
  @Answers(jobRowsShape, 'A page of rows, in the order of processing')
  @Refuses({ 400: FAULTY_QUERY, 404: UNKNOWN_JOB })
  async listBulkActionRows(@RecordId('bulk action') jobId: number, @Query() query: ListJobRowsDto) {
    return jobRowsOf(await this.jobs.rows(KIND, jobId, query.toRequest()));
  }

  @Post(':id/cancel')
  @RequirePermission('manage_contacts', {
    summary: 'Cancel a bulk action',
    description: 'Stops the job after the current batch. Changes made so far stay until you undo it.',
  })
  @Answers(oneBulkActionShape, 'The bulk action; it stops after the current batch')
  @Refuses({ 400: NOT_CANCELLED, 404: UNKNOWN_JOB })
  async cancelBulkAction(@RecordId('bulk action') jobId: number) {
    return { bulk_action: bulkActionOf(await this.jobs.requestCancel(KIND, jobId)) };
  }

  @Post(':id/undo')
  @RequirePermission('manage_contacts', {
    summary: 'Undo a bulk action',
    description:
      'Reverts its changes in a job. Values that were edited since then are kept and listed as conflicts. Undoing `add_to_funnel` also needs `manage_campaigns`.',
  })
  @Answers(oneBulkActionShape, 'The bulk action; the undo runs in the background', { status: 202 })
  @Refuses({ 400: NOT_UNDONE, 404: UNKNOWN_JOB })
  async undoBulkAction(@RecordId('bulk action') jobId: number) {
    checkAccess(bulkActionOptions(await this.jobs.get(KIND, jobId)).action.name);
    return { bulk_action: bulkActionOf(await this.jobs.requestUndo(KIND, jobId)) };
  }
}

@Resource('subscribers', 'Bulk actions')
export class DoBulkActionController {
  constructor(
    private readonly requests: BulkActionRequests,
    private readonly actions: BulkActionsService,
  ) {}

  @Post('do-bulk-action')
  @RequirePermission('manage_contacts', {
    summary: 'Run a bulk action',
    description:
      'Applies one action to many contacts. With `subscriber_ids`, it runs before the response (200), for all of them or none. With `filter`, a job runs it (202); the job can be watched, cancelled, and, unless it deletes contacts, undone. `add_to_funnel` also needs `manage_campaigns`.',
  })
  @HttpCode(200)
  @ApiOkResponse({ schema: bulkActionDoneShape as object, description: 'The action was applied' })
  @ApiAcceptedResponse({ schema: bulkActionQueuedShape as object, description: 'A job was queued' })
  @Refuses({ 400: FAULTY_ACTION })
  async startBulkAction(
    @BodyLike(BULK_ACTION_EXAMPLES) body: DoBulkActionDto,
    @CurrentPrincipal() principal: Principal,
    @Res({ passthrough: true }) response: Response,
  ) {
    checkAccess(actionNamed(body.action_name));
    const { action, target, expectedCount, ...mode } = await this.requests.read(body);
    if ('ids' in target) return this.actions.runNow(action, target.ids, mode);
    response.status(202);
    const job = await this.actions.queue(action, target.choice, mode, expectedCount, principal.managerId);
    return { message: 'The bulk action has been queued', bulk_action: bulkActionOf(job) };
  }
}
