import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiResponse } from '@nestjs/swagger';
import { etaSeconds, type WatchedJob } from '../watched-job.js';
import {
  BULK_JOB_PHASES,
  BULK_JOB_STATUSES,
  type BulkJobStatus,
  ROW_OUTCOMES,
  UNDO_OUTCOMES,
} from '../bulk-job-status.js';
import { written } from '../../../platform/shapes/written.js';
import * as s from '../../../shapes/shape.js';
import { encodeCursor } from '../../../platform/http/page.js';
import type { JobRow, JobRowsPage } from '../bulk-jobs.service.js';

/** The state of a job. Each kind adds its own members. */
export const jobShape = s.component('JobResponse', {
  id: s.integer(12),
  status: s.oneOf<BulkJobStatus>(
    BULK_JOB_STATUSES.filter((status) => status !== 'receiving'),
    undefined,
    'running',
  ),
  phase: s.oneOf(BULK_JOB_PHASES, '`undo` while the job is being undone'),
  total: s.nullable(s.integer(50_000, 'Null until the rows are counted')),
  processed: s.integer(12_500, 'Rows processed so far'),
  created: s.integer(11_000, 'Contacts created'),
  updated: s.integer(1_200, 'Contacts changed'),
  kept_status: s.integer(
    3,
    'Rows that requested a status that they may not set; they are also counted in another outcome',
  ),
  skipped: s.integer(280, 'Rows that changed nothing'),
  invalid: s.integer(20, 'Rows refused because of invalid values'),
  undone: s.integer(0, 'Rows undone'),
  conflicts: s.integer(0, 'Rows not undone, or only partly, because of edits'),
  error: s.nullable(s.text(null, 'Why the job failed')),
  created_at: s.sqlTime(),
  started_at: s.nullable(s.sqlTime('Null until a worker starts it', '2026-01-31 09:30:01')),
  finished_at: s.nullable(s.sqlTime('When the work ended, with any result', null)),
  undone_at: s.nullable(s.sqlTime('When the undo ended', null)),
  eta_seconds: s.nullable(s.integer(38, 'Estimated seconds left; null unless running')),
});

export const jobOf = (job: WatchedJob) => written(jobShape, job, { eta_seconds: etaSeconds(job) });

const jobRowShape = s.component('JobRowResponse', {
  row: s.integer(17, 'From 1; in a file, the first row after the header'),
  outcome: s.oneOf(ROW_OUTCOMES, undefined, 'invalid'),
  kept_status: s.flag('Whether the row requested a status that it may not set; the contact keeps its own'),
  contact_id: s.nullable(s.integer(null, 'Null if none, as in a dry run')),
  reason: s.nullable(s.text('email must be one email address', 'Why the row was refused or skipped')),
  undo: s.nullable(
    s.oneOf(
      UNDO_OUTCOMES,
      'The outcome of undoing the row; null before an undo and if there was nothing to undo',
      null,
    ),
  ),
  warnings: s.list(s.text(), 'Values of the row that were left out, and why', { example: [] }),
  conflict: s.nullable(s.text(null, 'Edits that the undo kept')),
});

const jobRowOf = (row: JobRow) =>
  written(jobRowShape, row, {
    row: row.rowNo,
    kept_status: row.keptStatus === 1,
    warnings: row.warnings === null ? [] : (JSON.parse(row.warnings) as string[]),
  });

export const jobRowsShape = s.component('JobRowsResponse', {
  rows: s.list(jobRowShape),
  next_cursor: s.nullable(s.text(null, 'The next `cursor`; null on the last page')),
});

export const jobRowsOf = ({ rows, next }: JobRowsPage) => ({
  rows: rows.map(jobRowOf),
  next_cursor: next === null ? null : encodeCursor({ value: null, id: next }),
});

const EXAMPLE = `retry: 2000

event: progress
data: {"id":12,"status":"running","total":50000,"processed":12500,"eta_seconds":38}

event: end
data: {"id":12,"status":"done","total":50000,"processed":50000,"eta_seconds":null}

`;

/** Documents a route that answers with `BulkJobStreams`. */
export function StreamsProgress(): MethodDecorator {
  return applyDecorators(
    ApiOkResponse({
      description:
        'Events: `progress` on each change, at most twice per second, and `end` when the job has ended. `data` is the job',
      content: { 'text/event-stream': { schema: { type: 'string' }, example: EXAMPLE } },
    }),
    ApiResponse({
      status: 503,
      description: 'Too many open streams, or the service is restarting; see `Retry-After`',
    }),
  );
}
