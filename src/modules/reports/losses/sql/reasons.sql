-- Why mails were lost on the days from :from to :to, the most frequent reasons first.
SELECT kind, reason, SUM(total) AS total
  FROM reason_daily_stats
 WHERE day BETWEEN :from AND :to AND kind IN (:kinds)
 GROUP BY kind, reason
 ORDER BY total DESC, kind, reason
 LIMIT :most
