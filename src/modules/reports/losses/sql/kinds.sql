-- How many losses of each of :kinds there were on the days from :from to :to.
SELECT kind, SUM(total) AS total
  FROM reason_daily_stats
 WHERE day BETWEEN :from AND :to AND kind IN (:kinds)
 GROUP BY kind
