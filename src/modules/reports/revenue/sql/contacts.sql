-- What contacts brought in :currency on the local days from :from to :to. Conditions on `c.contact_id`, grouping, order and
-- limit are added behind.
SELECT c.contact_id AS id, SUM(c.orders) AS orders, SUM(c.revenue) AS revenue, SUM(c.refunded) AS refunded
  FROM contact_revenue_daily_stats c
  JOIN contacts p ON p.id = c.contact_id
 WHERE c.currency = :currency AND c.day BETWEEN :from AND :to
