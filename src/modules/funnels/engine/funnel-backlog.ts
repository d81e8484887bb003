import { type BacklogQuery, MAX_COUNTED } from '../../../platform/metrics/backlog.js';

/** Due steps, changes of versions, removals, and HTTP requests. */
export const FUNNEL_BACKLOG: readonly BacklogQuery[] = [
  {
    queue: 'funnel_steps',
    sql: `SELECT COUNT(*) AS depth, MIN(due_at) AS oldest FROM (
          SELECT e.due_at FROM funnels f
            JOIN funnel_entries e FORCE INDEX (ix_funnel_entries_due) ON e.funnel_id = f.id AND e.due_at <= :now
           WHERE f.status = 'published' AND f.deleted_at IS NULL LIMIT ${MAX_COUNTED}) AS waiting`,
    task: 'Funnel step sweep',
    byDatabaseClock: true,
  },
  {
    queue: 'funnel_migrations',
    sql: `SELECT COUNT(*) AS depth, NULL AS oldest FROM funnels WHERE migrating <> 0 AND deleted_at IS NULL`,
    task: 'Funnel version migration',
    byDatabaseClock: true,
  },
  {
    queue: 'funnel_removals',
    sql: `SELECT COUNT(*) AS depth, MIN(deleted_at) AS oldest FROM funnels f
         WHERE deleted_at IS NOT NULL AND EXISTS (SELECT 1 FROM funnel_entries e WHERE e.funnel_id = f.id)`,
    task: 'Removal of deleted funnels',
    byDatabaseClock: true,
  },
  {
    queue: 'funnel_http_calls',
    sql: `SELECT COUNT(*) AS depth, MIN(next_attempt_at) AS oldest FROM (
          SELECT next_attempt_at FROM funnel_http_calls WHERE state = 'pending' AND next_attempt_at <= :now LIMIT ${MAX_COUNTED}) AS waiting`,
    unfinished: `SELECT 1 FROM funnel_http_calls
                WHERE state = 'calling' OR (state = 'pending' AND next_attempt_at <= :now)`,
    task: 'Funnel HTTP request sweep',
    byDatabaseClock: true,
  },
];
