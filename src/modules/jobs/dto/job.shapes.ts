import type { WatchedJob } from '../bulk-job-columns.js';
import { etaSeconds } from '../bulk-job-progress.js';
import { BULK_JOB_PHASES, BULK_JOB_STATUSES, type BulkJobStatus } from '../bulk-job-status.js';
import { written } from '../../../platform/shapes/written.js';
import * as s from '../../../shapes/shape.js';

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
