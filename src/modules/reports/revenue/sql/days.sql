-- What orders in :currency brought on each local day from :from to :to, both included; days without any are not here.
SELECT day, orders, revenue, refunded, campaign_revenue AS campaignRevenue, funnel_revenue AS funnelRevenue
  FROM revenue_daily_stats
 WHERE currency = :currency AND day BETWEEN :from AND :to
 ORDER BY day
