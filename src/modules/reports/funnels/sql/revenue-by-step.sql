-- What the mails of each step of the funnels :funnelIds brought in :currency on the local days from :from to :to, both
-- included. A step whose orders were all cancelled has brought nothing and is not here.
SELECT s.funnel_id AS funnelId, d.step_id AS stepId, SUM(d.orders) AS orders, SUM(d.revenue) AS revenue
  FROM funnel_steps s
  JOIN funnel_step_revenue_stats d ON d.step_id = s.id
 WHERE s.funnel_id IN (:funnelIds) AND d.currency = :currency AND d.day BETWEEN :from AND :to
 GROUP BY s.funnel_id, d.step_id
HAVING SUM(d.orders) <> 0 OR SUM(d.revenue) <> 0 OR SUM(d.refunded) <> 0
