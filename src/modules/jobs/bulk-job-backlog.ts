import type { BacklogQuery } from '../../platform/metrics/backlog.js';

/** Imports and bulk actions that have not ended. */
export const BULK_JOB_BACKLOG: BacklogQuery = {
  queue: 'bulk_jobs',
  sql: `SELECT COUNT(*) AS depth, MIN(created_at) AS oldest FROM bulk_jobs WHERE status IN ('queued', 'running')`,
  task: 'Job pickup',
};
