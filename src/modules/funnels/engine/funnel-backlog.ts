import { type BacklogQuery, MAX_COUNTED } from '../../../platform/metrics/backlog.js';

export const FUNNEL_BACKLOG: BacklogQuery = {
  queue: 'funnel_steps',
  sql: `SELECT COUNT(*) AS depth, MIN(due_at) AS oldest FROM (
          SELECT e.due_at FROM funnels f
            JOIN funnel_entries e FORCE INDEX (ix_funnel_entries_due) ON e.funnel_id = f.id AND e.due_at <= NOW(3)
           WHERE f.status = 'published' AND f.deleted_at IS NULL LIMIT ${MAX_COUNTED}) AS waiting`,
};
