-- How many have come to each step of the funnel :funnelId, and what became of them there. Who is in none of the others
-- stands before it.
SELECT c.step_id AS stepId, c.entered, c.completed, c.skipped, c.failed, c.abandoned
  FROM funnel_steps s
  JOIN funnel_step_counts c ON c.step_id = s.id
 WHERE s.funnel_id = :funnelId
