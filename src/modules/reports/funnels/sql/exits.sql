-- Why people have left the funnels :funnelIds, and how many for each reason. Who came to the end without one is not here.
SELECT funnel_id AS funnelId, reason, total
  FROM funnel_exits
 WHERE funnel_id IN (:funnelIds) AND total > 0
 ORDER BY total DESC, reason
