import type { BulkJob } from './bulk-job.entity.js';

/** A job with its elapsed time by the database clock. */
export interface WatchedJob extends BulkJob {
  /** Null before it starts. */
  readonly elapsedMs: number | null;
}

const COLUMNS: Readonly<Record<keyof BulkJob, string>> = {
  id: 'id',
  kind: 'kind',
  status: 'status',
  phase: 'phase',
  title: 'title',
  options: 'options',
  managerId: 'manager_id',
  total: 'total',
  processed: 'processed',
  created: 'created',
  updated: 'updated',
  keptStatus: 'kept_status',
  skipped: 'skipped',
  invalid: 'invalid',
  undone: 'undone',
  conflicts: 'conflicts',
  position: 'position',
  cancelRequested: 'cancel_requested',
  error: 'error',
  claim: 'claim',
  claimedUntil: 'claimed_until',
  requestId: 'request_id',
  createdAt: 'created_at',
  startedAt: 'started_at',
  finishedAt: 'finished_at',
  undoneAt: 'undone_at',
};

/** Selects all columns of the job `j` as `WatchedJob`. */
export const WATCHED_JOB = [
  ...Object.entries(COLUMNS).map(([member, column]) => `j.${column} AS ${member}`),
  'TIMESTAMPDIFF(MICROSECOND, j.started_at, NOW(3)) DIV 1000 AS elapsedMs',
].join(', ');
