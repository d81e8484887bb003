-- One row: by how many subscribed contacts there are more since the end of the local day :to.
SELECT COALESCE(SUM(new_subscribed), 0) - COALESCE(SUM(left_subscribed), 0) AS net
  FROM daily_stats
 WHERE day > :to
