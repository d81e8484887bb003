-- name: sequence-stats
-- One row with the results of the step :stepId; none if the funnel :funnelId never had that step.
SELECT COALESCE(c.entered, 0) AS entered,
       COALESCE(c.completed, 0) AS completed,
       COALESCE(SUM(d.sent), 0) AS sent,
       COALESCE(SUM(d.opened), 0) AS opened,
       COALESCE(SUM(d.clicked), 0) AS clicked
  FROM funnel_steps s
  LEFT JOIN funnel_step_counts c ON c.step_id = s.id
  LEFT JOIN funnel_step_daily_stats d ON d.step_id = s.id
 WHERE s.id = :stepId AND s.funnel_id = :funnelId
 GROUP BY s.id, c.entered, c.completed
