-- The same of some contacts. Conditions on `c.contact_id`, grouping and order are added behind.
SELECT c.currency, SUM(c.orders) AS orders, SUM(c.revenue) AS revenue, SUM(c.refunded) AS refunded
  FROM contact_revenue_daily_stats c
 WHERE c.day BETWEEN :from AND :to
