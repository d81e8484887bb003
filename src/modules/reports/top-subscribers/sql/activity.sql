-- Who did most on the local days from :from to :to. Conditions on `c.contact_id`, grouping, order and limit are added behind.
-- Deleted contacts are here, too: a join with contacts, for each of so many days, costs several times the rest.
-- The cast: what can be taken back may be negative on a day, and the database adds nothing negative to an unsigned number.
SELECT c.contact_id AS id,
       SUM(c.opened + c.clicked + CAST(c.tracked_events AS SIGNED) + c.orders) AS value
  FROM contact_daily_stats c
 WHERE c.day BETWEEN :from AND :to
   AND (c.opened <> 0 OR c.clicked <> 0 OR c.tracked_events <> 0 OR c.orders <> 0)
