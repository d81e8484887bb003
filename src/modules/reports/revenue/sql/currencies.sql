-- What orders in all currencies brought on the local days from :from to :to, the one of most orders first.
SELECT currency, SUM(orders) AS orders, SUM(revenue) AS revenue, SUM(refunded) AS refunded
  FROM revenue_daily_stats
 WHERE day BETWEEN :from AND :to
 GROUP BY currency
 ORDER BY SUM(orders) DESC, currency
