-- One row: by how many of some contacts more are subscribed since the moment :end. Conditions on `c.contact_id` are added
-- behind.
SELECT COALESCE(SUM(c.new_subscribed), 0) - COALESCE(SUM(c.left_subscribed), 0) AS net
  FROM contact_growth_stats c
 WHERE c.hour >= :end
