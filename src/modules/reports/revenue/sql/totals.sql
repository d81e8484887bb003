-- One row: what orders in :currency brought on the local days from :from to :to, both included.
SELECT COALESCE(SUM(orders), 0) AS orders,
       COALESCE(SUM(revenue), 0) AS revenue,
       COALESCE(SUM(refunded), 0) AS refunded,
       COALESCE(SUM(campaign_orders), 0) AS campaignOrders,
       COALESCE(SUM(campaign_revenue), 0) AS campaignRevenue
  FROM revenue_daily_stats
 WHERE currency = :currency AND day BETWEEN :from AND :to
