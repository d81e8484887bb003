import { Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Permission, Principal } from '../../platform/access/permissions.js';
import {
  CurrentPrincipal,
  RequirePermission,
  Refuses,
  Answers,
  invalid,
  unknownRecord,
} from '../../platform/access/operation.js';
import { AnswersFile, sendFile } from '../../platform/export/send-file.js';
import { RecordId, Resource } from '../../platform/http/resource.js';
import { PageUrl } from '../../platform/http/page.js';
import type { AppRequest } from '../../platform/http/request.js';
import { HandlesOwnIdempotency } from '../../platform/idempotency/idempotency.interceptor.js';
import { AcceptsBody } from '../../platform/http/request-bodies.guard.js';
import { BulkJobStreams } from '../jobs/bulk-job-streams.service.js';
import { BulkJobsService } from '../jobs/bulk-jobs.service.js';
import { jobRowsOf, jobRowsShape, StreamsProgress } from '../jobs/dto/job.shapes.js';
import { ListJobRowsDto, ListJobsDto } from '../jobs/dto/job.dto.js';
import { AcceptsImport } from './dto/import-request.js';
import { acceptedImportShape, importOf, importsOf, importsShape, oneImportShape } from './dto/import.shapes.js';
import { ImportUploads } from './import-uploads.service.js';
import { RejectedRows } from './rejected-rows.js';

const KIND = 'import';
const WATCH = 'view_contacts' satisfies Permission;
const REJECTED_EXAMPLE = '\ufeffEmail,Name,row,reason\r\nada@,Ada,3,email must be one email address\r\n';

const UNKNOWN_IMPORT = unknownRecord('No import has this id');

const FAULTY_QUERY = invalid('An invalid page, cursor, or filter', { per_page: 'must be at least 1' });

const NOT_ACCEPTED = invalid(
  'Invalid options, or a file that is not a table. All errors are listed; nothing is stored',
  { file: 'is a ZIP archive or an Excel workbook (.xlsx); save it as CSV' },
);

const NOT_CANCELLED = invalid(
  'The import has ended or is being undone',
  { id: 'cannot be cancelled: it has ended with status done' },
  'The import cannot be cancelled: it has ended with status done.',
);

const NOT_UNDONE = invalid(
  'The import is still running, was already undone, was a dry run, or its undo data has expired',
  { id: 'cannot be undone: it is still running; cancel it first' },
  'The import cannot be undone: it is still running; cancel it first.',
);

@Resource('imports', 'Imports')
export class ImportsController {
  constructor(
    private readonly uploads: ImportUploads,
    private readonly jobs: BulkJobsService,
    private readonly streams: BulkJobStreams,
    private readonly rejected: RejectedRows,
  ) {}

  @AcceptsBody({ large: true, form: true })
  @Post()
  @RequirePermission('manage_contacts', {
    summary: 'Import contacts',
    description:
      'Accepts a CSV file in a form, or rows as JSON, and queues an import job. Watch it with `GET /imports/{id}` or its event stream. Errors of single rows do not stop the import; they are reported per row.',
  })
  @AcceptsImport()
  @HandlesOwnIdempotency()
  @Answers(acceptedImportShape, 'The queued import', { status: 202 })
  @Refuses({ 400: NOT_ACCEPTED })
  @ApiResponse({
    status: 409,
    description: 'The Idempotency-Key was used with another file or other options, or is in use',
  })
  @ApiResponse({ status: 413, description: 'The file exceeds `IMPORT_LIMIT`, or the JSON rows exceed 10 MB' })
  @ApiResponse({ status: 415, description: 'The body is neither a form nor JSON' })
  async createImport(
    @Req() request: AppRequest,
    @CurrentPrincipal() principal: Principal,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { body, replayed } = await this.uploads.accept(request, principal);
    if (replayed) response.setHeader('Idempotent-Replayed', 'true');
    return body;
  }

  @Get()
  @RequirePermission(WATCH, { summary: 'List imports', description: 'Returns them with progress, newest first.' })
  @Answers(importsShape, 'A page of imports, newest first')
  @Refuses({ 400: FAULTY_QUERY })
  async listImports(@Query() query: ListJobsDto, @PageUrl() url: string) {
    return importsOf(await this.jobs.list(KIND, query.toPage()), url);
  }

  @Get(':id')
  @RequirePermission(WATCH, { summary: 'Get an import', description: 'Returns status, progress, options, and counts.' })
  @Answers(oneImportShape, 'The import')
  @Refuses({ 404: UNKNOWN_IMPORT })
  async getImport(@RecordId('import') jobId: number) {
    return { import: importOf(await this.jobs.get(KIND, jobId)) };
  }

  @Get(':id/events')
  @RequirePermission(WATCH, {
    summary: 'Watch an import',
    description: 'Streams the progress as server-sent events until the import ends.',
  })
  @StreamsProgress()
  @Refuses({ 404: UNKNOWN_IMPORT })
  async watchImport(
    @RecordId('import') jobId: number,
    @CurrentPrincipal() principal: Principal,
    @Res() response: Response,
  ): Promise<void> {
    await this.streams.open({ kind: KIND, jobId, principal, permission: WATCH, present: importOf }, response);
  }

  @Get(':id/rows')
  @RequirePermission(WATCH, {
    summary: 'List the rows of an import',
    description: 'Returns the result of each row, in file order. Filter by `outcome`.',
  })
  @Answers(jobRowsShape, 'A page of rows, in file order')
  @Refuses({ 400: FAULTY_QUERY, 404: UNKNOWN_IMPORT })
  async listImportRows(@RecordId('import') jobId: number, @Query() query: ListJobRowsDto) {
    return jobRowsOf(await this.jobs.rows(KIND, jobId, query.toRequest()));
  }

  @Get(':id/rejected')
  @RequirePermission(WATCH, {
    summary: 'Download the rejected rows of an import',
    description:
      'Streams a CSV file in file order: the original columns, the row number, and the reason. Without rejected rows, it has only a header.',
  })
  @AnswersFile('bulk_job', 'The rejected rows with their original cells, row number, and reason', {
    csv: REJECTED_EXAMPLE,
  })
  @Refuses({ 404: UNKNOWN_IMPORT })
  async downloadRejectedRows(@RecordId('import') jobId: number, @Res() response: Response): Promise<void> {
    const table = this.rejected.table(await this.jobs.get(KIND, jobId));
    await sendFile(response, { name: `import-${jobId}-rejected`, format: 'csv', tables: [table] });
  }

  @Post(':id/cancel')
  @RequirePermission('manage_contacts', {
    summary: 'Cancel an import',
    description: 'Stops the import after the current batch. Changes made so far stay until you undo it.',
  })
  @Answers(oneImportShape, 'The import; it stops after the current batch')
  @Refuses({ 400: NOT_CANCELLED, 404: UNKNOWN_IMPORT })
  async cancelImport(@RecordId('import') jobId: number) {
    return { import: importOf(await this.jobs.requestCancel(KIND, jobId)) };
  }

  @Post(':id/undo')
  @RequirePermission('manage_contacts', {
    summary: 'Undo an import',
    description:
      'Reverts its changes in a job; watch the import. Values that were edited since then are kept and listed as conflicts.',
  })
  @Answers(oneImportShape, 'The import; the undo runs in the background', { status: 202 })
  @Refuses({ 400: NOT_UNDONE, 404: UNKNOWN_IMPORT })
  async undoImport(@RecordId('import') jobId: number) {
    return { import: importOf(await this.jobs.requestUndo(KIND, jobId)) };
  }
}
