-- What the campaigns :campaignIds brought in :currency on the days from :from to :to, a row for each that brought something.
SELECT campaign_id AS campaignId,
       SUM(revenue) AS revenue,
       SUM(orders) AS orders,
       MIN(day) AS firstDay,
       MAX(day) AS lastDay
  FROM campaign_revenue_stats
 WHERE campaign_id IN (:campaignIds) AND currency = :currency AND day BETWEEN :from AND :to
 GROUP BY campaign_id
