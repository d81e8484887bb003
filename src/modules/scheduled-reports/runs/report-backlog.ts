import type { BacklogQuery } from '../../../platform/metrics/backlog.js';

/** Scheduled reports that are due, planned or waiting for a retry. */
export const REPORT_BACKLOG: BacklogQuery = {
  queue: 'scheduled_reports',
  sql: `SELECT COUNT(*) AS depth, MIN(due_at) AS oldest FROM (
          SELECT next_run_at AS due_at FROM scheduled_reports WHERE next_run_at <= :now
          UNION ALL SELECT due_at FROM scheduled_report_runs WHERE state = 'waiting' AND due_at <= :now) AS waiting`,
  // Not waited for: a report itself waits for all other work, until every event of its period is counted.
  unfinished: 'SELECT 1 FROM DUAL WHERE FALSE',
  byDatabaseClock: true,
};
