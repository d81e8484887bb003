-- name: due-by-step
-- Before which steps of the funnel :funnelId those stand whose step is due by :now. As a rule they are few, because it runs
-- at once; of very many, as after a long pause, only so many are looked at.
SELECT stepId, COUNT(*) AS total
  FROM (SELECT next_step_id AS stepId
          FROM funnel_entries FORCE INDEX (ix_funnel_entries_due)
         WHERE funnel_id = :funnelId AND due_at <= :now
         LIMIT 10000) due
 WHERE stepId IS NOT NULL
 GROUP BY stepId

-- name: exits
-- Why people have left the funnels :funnelIds, and how many for each reason. Who came to the end without one is not here.
SELECT funnel_id AS funnelId, reason, total
  FROM funnel_exits
 WHERE funnel_id IN (:funnelIds) AND total > 0
 ORDER BY total DESC, reason

-- name: funnels
-- The funnels :funnelIds that are not deleted, with how many have entered them and left them, ever.
SELECT f.id, f.title, f.version_id AS versionId,
       COALESCE(c.entered, 0) AS entered,
       COALESCE(c.completed, 0) AS completed,
       COALESCE(c.cancelled, 0) AS cancelled
  FROM funnels f
  LEFT JOIN funnel_counts c ON c.funnel_id = f.id
 WHERE f.id IN (:funnelIds) AND f.deleted_at IS NULL

-- name: last-hour
-- One row: how many entered the funnel :funnelId and how many completed it within the last hour. From the log, whose index
-- by type and subject is in the order of time; among the entries nothing is.
SELECT COALESCE(SUM(type = 'funnel.subscriber_added'), 0) AS entered,
       COALESCE(SUM(type = 'funnel.subscriber_completed'), 0) AS completed
  FROM domain_events
 WHERE type IN ('funnel.subscriber_added', 'funnel.subscriber_completed')
   AND subject_id = :funnelId
   AND occurred_at > NOW(3) - INTERVAL 1 HOUR

-- name: mails-by-step
-- What became of the mails of each step of the funnels :funnelIds on the local days from :from to :to, both included.
-- opened and clicked count mails with at least one human hit, not hits.
SELECT s.funnel_id AS funnelId, d.step_id AS stepId,
       SUM(d.sent) AS sent,
       SUM(d.opened) AS opened,
       SUM(d.clicked) AS clicked,
       SUM(d.machine_opens) AS machineOpens,
       SUM(d.machine_clicks) AS machineClicks,
       MIN(d.day) AS firstDay,
       MAX(d.day) AS lastDay
  FROM funnel_steps s
  JOIN funnel_step_daily_stats d ON d.step_id = s.id
 WHERE s.funnel_id IN (:funnelIds) AND d.day BETWEEN :from AND :to
 GROUP BY s.funnel_id, d.step_id

-- name: median-seconds
-- One row: how long it took from coming to the step :stepId until it was done, as the median of its last 1,000 runs; null
-- when none of them was done. Skipped and failed runs are left out after the limit, because an index finds only the last.
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
-- What the mails of each step of the funnels :funnelIds brought in :currency on the local days from :from to :to, both
-- included. A step whose orders were all cancelled has brought nothing and is not here.
SELECT s.funnel_id AS funnelId, d.step_id AS stepId, SUM(d.orders) AS orders, SUM(d.revenue) AS revenue
  FROM funnel_steps s
  JOIN funnel_step_revenue_stats d ON d.step_id = s.id
 WHERE s.funnel_id IN (:funnelIds) AND d.currency = :currency AND d.day BETWEEN :from AND :to
 GROUP BY s.funnel_id, d.step_id
HAVING SUM(d.orders) <> 0 OR SUM(d.revenue) <> 0 OR SUM(d.refunded) <> 0

-- name: step-counts
-- How many have come to each step of the funnel :funnelId, and what became of them there. Who is in none of the others
-- stands before it.
SELECT c.step_id AS stepId, c.entered, c.completed, c.skipped, c.failed, c.abandoned
  FROM funnel_steps s
  JOIN funnel_step_counts c ON c.step_id = s.id
 WHERE s.funnel_id = :funnelId
