-- For each {label} what its present members brought in :currency on the local days from :from to :to, in minor units.
SELECT STRAIGHT_JOIN m.{label}_id AS id,
       SUM(c.revenue) AS revenue
  FROM contact_revenue_daily_stats c
  JOIN contact_{label}s m ON m.contact_id = c.contact_id
 WHERE c.day BETWEEN :from AND :to
   AND c.currency = :currency
   AND {members}
 GROUP BY m.{label}_id
