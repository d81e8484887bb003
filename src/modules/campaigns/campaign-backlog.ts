import type { BacklogQuery } from '../../platform/metrics/backlog.js';

/** Campaigns that are due, enroll recipients, release the winner of an A/B test, have sent everything, or must be paused. */
export const CAMPAIGN_BACKLOG: readonly BacklogQuery[] = [
  {
    queue: 'campaigns',
    sql: `SELECT COUNT(*) AS depth, MIN(COALESCE(scheduled_at, updated_at)) AS oldest FROM campaigns
           WHERE deleted_at IS NULL AND ((status = 'scheduled' AND scheduled_at <= :now) OR (status = 'working' AND snapshot_done = 0))`,
    unfinished: `SELECT 1 FROM campaigns c
        WHERE c.deleted_at IS NULL AND ((c.status = 'scheduled' AND c.scheduled_at <= :now) OR (c.status = 'working'
          AND NOT EXISTS (SELECT 1 FROM sendings s WHERE s.source_type = 'campaign' AND s.source_id = c.id AND s.waiting_until > :now)
          AND (c.snapshot_done = 0
            OR NOT EXISTS (SELECT 1 FROM email_messages m WHERE m.source_type = 'campaign' AND m.source_id = c.id
                              AND m.state IN ('pending', 'sending', 'deferred'))
            OR EXISTS (SELECT 1 FROM campaign_experiments e
                        WHERE e.campaign_id = c.id AND (e.state = 'releasing' OR (e.state = 'testing' AND e.decides_at <= :now))))))
        UNION ALL SELECT 1 FROM campaign_experiments e JOIN campaigns c ON c.id = e.campaign_id
                   WHERE c.status = 'sent' AND c.deleted_at IS NULL
                     AND (e.state = 'releasing' OR (e.state = 'testing' AND e.decides_at <= :now))
        UNION ALL SELECT 1 FROM campaign_guardrails WHERE tripped IS NOT NULL`,
    task: 'Campaign scheduler',
  },
];
