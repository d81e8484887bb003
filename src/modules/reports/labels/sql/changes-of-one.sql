-- A row for each of the local days from :from to :to on which somebody came to the {label} :id or left it.
SELECT day,
       added,
       removed
  FROM label_daily_stats
 WHERE kind = '{label}'
   AND label_id = :id
   AND day BETWEEN :from AND :to
