import { columnsOf } from '../../platform/database/entity-columns.js';
import { BulkJob } from './bulk-job.entity.js';

/** A job with its elapsed time by the database clock. */
export interface WatchedJob extends BulkJob {
  /** Null before it starts. */
  readonly elapsedMs: number | null;
}

/** Selects all columns of the job `j` as `WatchedJob`. */
export const WATCHED_JOB = `${columnsOf(BulkJob, 'j')},
  TIMESTAMPDIFF(MICROSECOND, j.started_at, NOW(3)) DIV 1000 AS elapsedMs`;
