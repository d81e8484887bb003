-- name: net-since-of-audience
-- One row: the net growth of an audience since :end. The caller appends conditions on `c.contact_id`.
SELECT COALESCE(SUM(c.new_subscribed), 0) - COALESCE(SUM(c.left_subscribed), 0) AS net
  FROM contact_growth_stats c
 WHERE c.hour >= :end

-- name: net-since
-- One row: the net growth since the end of the local day :to.
SELECT COALESCE(SUM(new_subscribed), 0) - COALESCE(SUM(left_subscribed), 0) AS net
  FROM daily_stats
 WHERE day > :to
