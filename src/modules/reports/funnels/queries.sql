-- name: due-by-step
-- The steps of the funnel :funnelId that are due by :now for some contacts. Usually few; after a long pause there may
-- be very many, so the number of rows is limited.
SELECT stepId, COUNT(*) AS total
  FROM (SELECT next_step_id AS stepId
          FROM funnel_entries FORCE INDEX (ix_funnel_entries_due)
         WHERE funnel_id = :funnelId AND due_at <= :now
         LIMIT 10000) due
 WHERE stepId IS NOT NULL
 GROUP BY stepId

-- name: exits
-- The number of exits from the funnels :funnelIds by reason. Contacts who completed the funnel without a reason are not
-- included.
SELECT funnel_id AS funnelId, reason, total
  FROM funnel_exits
 WHERE funnel_id IN (:funnelIds) AND total > 0
 ORDER BY total DESC, reason

-- name: funnels
-- The funnels :funnelIds that are not deleted, with all-time counts of entries and exits.
SELECT f.id, f.title, f.version_id AS versionId,
       COALESCE(c.entered, 0) AS entered,
       COALESCE(c.completed, 0) AS completed,
       COALESCE(c.cancelled, 0) AS cancelled
  FROM funnels f
  LEFT JOIN funnel_counts c ON c.funnel_id = f.id
 WHERE f.id IN (:funnelIds) AND f.deleted_at IS NULL

-- name: last-hour
-- One row: entries and completions of the funnel :funnelId in the last hour. Read from the event log, whose index is in
-- the order of time; the enrollments have no such index.
SELECT COALESCE(SUM(type = 'funnel.subscriber_added'), 0) AS entered,
       COALESCE(SUM(type = 'funnel.subscriber_completed'), 0) AS completed
  FROM domain_events
 WHERE type IN ('funnel.subscriber_added', 'funnel.subscriber_completed')
   AND subject_id = :funnelId
   AND occurred_at > NOW(3) - INTERVAL 1 HOUR

-- name: emails-by-step
-- Email results of each step of the funnels :funnelIds on the local days from :from to :to (inclusive). opened and
-- clicked count emails with human activity, not single opens and clicks.
SELECT s.funnel_id AS funnelId, d.step_id AS stepId, {sums d}, MIN(d.day) AS firstDay, MAX(d.day) AS lastDay
  FROM funnel_steps s
  JOIN funnel_step_daily_stats d ON d.step_id = s.id
 WHERE s.funnel_id IN (:funnelIds) AND d.day BETWEEN :from AND :to
 GROUP BY s.funnel_id, d.step_id

-- name: median-seconds
-- One row: the median seconds from reaching the step :stepId to completing it, over its last 1,000 runs; null if none
-- completed. Skipped and failed runs are excluded after the limit, because the index finds only the latest runs.
SELECT AVG(seconds) AS seconds
  FROM (SELECT seconds, ROW_NUMBER() OVER (ORDER BY seconds) AS place, COUNT(*) OVER () AS total
          FROM (SELECT outcome, TIMESTAMPDIFF(MICROSECOND, arrived_at, ran_at) / 1000000 AS seconds
                  FROM funnel_step_runs
                 WHERE step_id = :stepId
                 ORDER BY ran_at DESC
                 LIMIT 1000) recent
         WHERE outcome = 'done') ranked
 WHERE place IN (FLOOR((total + 1) / 2), CEIL((total + 1) / 2))

-- name: revenue-by-step
-- Revenue attributed to each step of the funnels :funnelIds in :currency on the local days from :from to :to
-- (inclusive). A step whose orders were all canceled is absent.
SELECT s.funnel_id AS funnelId, d.step_id AS stepId, {sums d}
  FROM funnel_steps s
  JOIN funnel_step_revenue_stats d ON d.step_id = s.id
 WHERE s.funnel_id IN (:funnelIds) AND d.currency = :currency AND d.day BETWEEN :from AND :to
 GROUP BY s.funnel_id, d.step_id
HAVING SUM(d.orders) <> 0 OR SUM(d.revenue) <> 0 OR SUM(d.refunded) <> 0

-- name: step-counts
-- The number of contacts that reached each step of the funnel :funnelId, and their results. Contacts without a result
-- wait before the step.
SELECT c.step_id AS stepId, c.entered, c.completed, c.skipped, c.failed, c.abandoned
  FROM funnel_steps s
  JOIN funnel_step_counts c ON c.step_id = s.id
 WHERE s.funnel_id = :funnelId
