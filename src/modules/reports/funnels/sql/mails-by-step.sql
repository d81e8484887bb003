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
