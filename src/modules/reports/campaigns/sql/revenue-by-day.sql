-- What the campaign :campaignId brought in :currency, by day.
SELECT day, revenue, orders
  FROM campaign_revenue_stats
 WHERE campaign_id = :campaignId AND currency = :currency AND day BETWEEN :from AND :to
