import { type BacklogQuery, MAX_COUNTED } from '../../../platform/metrics/backlog.js';

/** Due deliveries of active webhooks that no worker has claimed. */
export const DELIVERY_BACKLOG: BacklogQuery = {
  queue: 'webhook_deliveries',
  // A claimed delivery is due at the end of its lease. The first index entry shows whether a webhook has due deliveries, so
  // waiting retries are not scanned.
  sql: `SELECT COUNT(*) AS depth, MIN(next_attempt_at) AS oldest FROM (
          SELECT d.next_attempt_at FROM webhooks w
            JOIN webhook_deliveries d ON d.webhook_id = w.id AND d.status = 'pending' AND d.next_attempt_at <= :now
           WHERE w.status = 'active'
             AND (SELECT first.next_attempt_at FROM webhook_deliveries first FORCE INDEX (ix_webhook_deliveries_due)
                   WHERE first.webhook_id = w.id AND first.status = 'pending' AND first.next_attempt_at IS NOT NULL
                   ORDER BY first.webhook_id, first.status, first.next_attempt_at LIMIT 1) <= :now
           LIMIT ${MAX_COUNTED}) AS waiting`,
  unfinished: `SELECT 1 FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id AND w.status = 'active'
                WHERE d.status = 'pending' AND (d.next_attempt_at <= :now OR d.lease_owner IS NOT NULL)`,
  task: 'Webhook delivery sweep',
};

export const WEBHOOK_BACKLOG: readonly BacklogQuery[] = [
  DELIVERY_BACKLOG,
  {
    queue: 'webhook_replays',
    sql: `SELECT COUNT(*) AS depth, MIN(r.created_at) AS oldest
            FROM webhook_replays r JOIN webhooks w ON w.id = r.webhook_id AND w.status = 'active' WHERE r.status = 'running'`,
    task: 'Webhook replays',
  },
  {
    queue: 'webhook_resumptions',
    sql: `SELECT COUNT(*) AS depth, MIN(resuming_at) AS oldest FROM webhooks WHERE resuming_at IS NOT NULL AND status = 'active'`,
    task: 'Webhook delivery sweep',
  },
];
