import { type BacklogQuery, MOST_COUNTED } from '../../../platform/metrics/backlog.js';

/** Deliveries of active webhooks that are due and that no worker has in hand. */
export const WEBHOOK_BACKLOG: BacklogQuery = {
  queue: 'webhook_deliveries',
  // A claimed delivery is due at the end of its lease.
  sql: `SELECT COUNT(*) AS depth, MIN(next_attempt_at) AS oldest FROM (
          SELECT d.next_attempt_at FROM webhooks w
            JOIN webhook_deliveries d ON d.webhook_id = w.id AND d.status = 'pending' AND d.next_attempt_at <= NOW(3)
           WHERE w.status = 'active' LIMIT ${MOST_COUNTED}) AS waiting`,
};
