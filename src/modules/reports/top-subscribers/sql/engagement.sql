-- Who collected most points on the local days from :from to :to, as they count on the day :asOf. Conditions on
-- `c.contact_id`, grouping, order and limit are added behind. For all else see activity.sql.
SELECT c.contact_id AS id,
       SUM((c.opened * :opened + c.clicked * :clicked + CAST(c.tracked_events AS SIGNED) * :trackedEvents
            + c.orders * :orders) * POW(2, (DATEDIFF(c.day, :asOf) + 0e0) / :halfLife)) AS value
  FROM contact_daily_stats c
 WHERE c.day BETWEEN :from AND :to
   AND (c.opened <> 0 OR c.clicked <> 0 OR c.tracked_events <> 0 OR c.orders <> 0)
