-- name: sequence-stats
-- One row: how many have come to the step :stepId of the funnel :funnelId, for how many it was done, and what became of its
-- mails; none when it was never a step of that funnel.
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
