-- For each {label} how many came to it and left it on the local days from :from to :to.
SELECT label_id AS id,
       SUM(added) AS added,
       SUM(removed) AS removed
  FROM label_daily_stats
 WHERE kind = '{label}'
   AND day BETWEEN :from AND :to
 GROUP BY label_id
