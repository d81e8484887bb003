-- The same of some contacts. Conditions on `c.contact_id` and the grouping by `c.day` are added behind. What they brought
-- is not split up by what it is put down to, because contacts are not counted by campaign.
SELECT c.day, SUM(c.orders) AS orders, SUM(c.revenue) AS revenue, SUM(c.refunded) AS refunded,
       0 AS campaignRevenue, 0 AS funnelRevenue
  FROM contact_revenue_daily_stats c
 WHERE c.currency = :currency AND c.day BETWEEN :from AND :to
