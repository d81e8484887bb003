-- The campaigns that are not deleted with what their mails brought in :currency on the local days from :from to :to.
-- Order and limit are added behind. One whose orders were all cancelled has brought nothing and is not here.
SELECT s.campaign_id AS id, SUM(s.orders) AS orders, SUM(s.revenue) AS revenue, SUM(s.refunded) AS refunded
  FROM campaign_revenue_stats s
  JOIN campaigns p ON p.id = s.campaign_id AND p.deleted_at IS NULL
 WHERE s.currency = :currency AND s.day BETWEEN :from AND :to
 GROUP BY s.campaign_id
HAVING SUM(s.orders) <> 0 OR SUM(s.revenue) <> 0 OR SUM(s.refunded) <> 0
