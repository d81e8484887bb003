-- One row: what all campaigns, also those deleted since, brought in :currency on the days from :from to :to.
SELECT COALESCE(SUM(revenue), 0) AS revenue,
       COALESCE(SUM(orders), 0) AS orders,
       MIN(day) AS firstDay,
       MAX(day) AS lastDay
  FROM campaign_revenue_stats
 WHERE currency = :currency AND day BETWEEN :from AND :to
