-- One row: the same of some contacts. Conditions on `c.contact_id` are added behind.
SELECT COALESCE(SUM(c.orders), 0) AS orders,
       COALESCE(SUM(c.revenue), 0) AS revenue,
       COALESCE(SUM(c.refunded), 0) AS refunded,
       0 AS campaignOrders,
       0 AS campaignRevenue
  FROM contact_revenue_daily_stats c
 WHERE c.currency = :currency AND c.day BETWEEN :from AND :to
