import { Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentPrincipal } from '../../platform/access/current-principal.js';
import type { Permission, Principal } from '../../platform/access/permissions.js';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { AnswersFile } from '../../platform/export/answers-file.js';
import { sendFile } from '../../platform/export/send-file.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { RequestUrl } from '../../platform/http/page.js';
import { PathId } from '../../platform/http/path-id.js';
import type { AppRequest } from '../../platform/http/request.js';
import { KeepsItsOwnAnswers } from '../../platform/idempotency/idempotency.interceptor.js';
import { Refuses } from '../../platform/openapi/refusals.js';
import { TakesBody } from '../../platform/http/request-bodies.guard.js';
import type { WatchedJob } from '../jobs/bulk-job-columns.js';
import { BulkJobRowsQueries } from '../jobs/bulk-job-rows.queries.js';
import { BulkJobStreams } from '../jobs/bulk-job-streams.service.js';
import { BulkJobsService } from '../jobs/bulk-jobs.service.js';
import { ListJobRowsDto } from '../jobs/dto/job-rows.dto.js';
import { JobRowsResponse } from '../jobs/dto/job-rows.response.js';
import { StreamsProgress } from '../jobs/dto/streams-progress.js';
import { TakesImport } from './dto/import-request.js';
import { AcceptedImportResponse, ImportResponse, ImportsResponse, OneImportResponse } from './dto/import.response.js';
import { ListImportsDto } from './dto/list-imports.dto.js';
import { FAULTY_QUERY, NOT_ACCEPTED, NOT_CANCELLED, NOT_UNDONE, UNKNOWN_IMPORT } from './dto/refusals.js';
import { ImportUploads } from './import-uploads.service.js';
import { RejectedRows } from './rejected-rows.js';

const KIND = 'import';
const WATCH = 'view_contacts' satisfies Permission;
const id = new IdPipe();
const REJECTED_EXAMPLE = '\ufeffMail,Name,row,reason\r\nada@,Ada,3,email must be one e-mail address\r\n';

/** Contacts out of files. */
@ApiTags('Imports')
@Controller('imports')
export class ImportsController {
  constructor(
    private readonly uploads: ImportUploads,
    private readonly jobs: BulkJobsService,
    private readonly rows: BulkJobRowsQueries,
    private readonly streams: BulkJobStreams,
    private readonly rejected: RejectedRows,
  ) {}

  @TakesBody({ large: true, form: true })
  @Post()
  @HttpCode(202)
  @RequirePermission('manage_contacts', {
    summary: 'Import contacts',
    description:
      'From a file in a form, or from rows in JSON. The file is stored and read by a worker afterwards: watch the import by `GET /imports/{id}` or its events. What is wrong with single rows is told of those rows.',
  })
  @TakesImport()
  @KeepsItsOwnAnswers()
  @ApiAcceptedResponse({ type: AcceptedImportResponse })
  @Refuses({ 400: NOT_ACCEPTED })
  @ApiResponse({
    status: 409,
    description: 'The Idempotency-Key belongs to another file or to other options, or is in use',
  })
  @ApiResponse({ status: 413, description: 'The file is larger than `IMPORT_LIMIT`, or the rows than 10 MB' })
  @ApiResponse({ status: 415, description: 'Neither a form nor JSON' })
  async createImport(
    @Req() request: AppRequest,
    @CurrentPrincipal() principal: Principal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AcceptedImportResponse> {
    const { body, replayed } = await this.uploads.accept(request, principal);
    if (replayed) response.setHeader('Idempotent-Replayed', 'true');
    return body;
  }

  @Get()
  @RequirePermission(WATCH, { summary: 'List imports', description: 'The newest first.' })
  @ApiOkResponse({ type: ImportsResponse })
  @Refuses({ 400: FAULTY_QUERY })
  async listImports(@Query() query: ListImportsDto, @RequestUrl() url: URL): Promise<ImportsResponse> {
    return new ImportsResponse(await this.jobs.list(KIND, query.toPage()), url);
  }

  @Get(':id')
  @RequirePermission(WATCH, { summary: 'Get an import', description: 'With how far it is.' })
  @PathId('import')
  @ApiOkResponse({ type: OneImportResponse })
  @Refuses({ 404: UNKNOWN_IMPORT })
  async getImport(@Param('id', id) jobId: number): Promise<OneImportResponse> {
    return new OneImportResponse(await this.jobs.get(KIND, jobId));
  }

  @Get(':id/events')
  @RequirePermission(WATCH, {
    summary: 'Watch an import',
    description: 'Its progress as server-sent events.',
  })
  @PathId('import')
  @StreamsProgress()
  @Refuses({ 404: UNKNOWN_IMPORT })
  async watchImport(
    @Param('id', id) jobId: number,
    @CurrentPrincipal() principal: Principal,
    @Res() response: Response,
  ): Promise<void> {
    const present = (job: WatchedJob): object => new ImportResponse(job);
    await this.streams.open({ kind: KIND, jobId, principal, permission: WATCH, present }, response);
  }

  @Get(':id/rows')
  @RequirePermission(WATCH, {
    summary: 'List the rows of an import',
    description: 'With what became of each of them.',
  })
  @PathId('import')
  @ApiOkResponse({ type: JobRowsResponse })
  @Refuses({ 400: FAULTY_QUERY, 404: UNKNOWN_IMPORT })
  async listImportRows(@Param('id', id) jobId: number, @Query() query: ListJobRowsDto): Promise<JobRowsResponse> {
    const request = query.toRequest();
    await this.jobs.get(KIND, jobId);
    return new JobRowsResponse(await this.rows.list(jobId, request));
  }

  @Get(':id/rejected')
  @RequirePermission(WATCH, { summary: 'Download the rows that an import has refused' })
  @PathId('import')
  @AnswersFile('bulk_job', 'The rows that were refused as they came, with their number and the reason', {
    csv: REJECTED_EXAMPLE,
  })
  @Refuses({ 404: UNKNOWN_IMPORT })
  async downloadRejectedRows(@Param('id', id) jobId: number, @Res() response: Response): Promise<void> {
    const table = this.rejected.table(await this.jobs.get(KIND, jobId));
    await sendFile(response, { name: `import-${jobId}-rejected`, format: 'csv', tables: [table] });
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @RequirePermission('manage_contacts', {
    summary: 'Cancel an import',
    description: 'What it has written stays, until it is undone.',
  })
  @PathId('import')
  @ApiOkResponse({ type: OneImportResponse })
  @Refuses({ 400: NOT_CANCELLED, 404: UNKNOWN_IMPORT })
  async cancelImport(@Param('id', id) jobId: number): Promise<OneImportResponse> {
    return new OneImportResponse(await this.jobs.requestCancel(KIND, jobId));
  }

  @Post(':id/undo')
  @HttpCode(202)
  @RequirePermission('manage_contacts', {
    summary: 'Undo an import',
    description:
      'Takes back what it has changed, unless that was edited since; such contacts are listed as conflicts. A job does it: watch the import.',
  })
  @PathId('import')
  @ApiAcceptedResponse({ type: OneImportResponse })
  @Refuses({ 400: NOT_UNDONE, 404: UNKNOWN_IMPORT })
  async undoImport(@Param('id', id) jobId: number): Promise<OneImportResponse> {
    return new OneImportResponse(await this.jobs.requestUndo(KIND, jobId));
  }
}
