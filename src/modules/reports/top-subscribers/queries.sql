-- name: activity-ever-of-members
-- Who of some contacts has done most in all. Conditions on `c.contact_id`, order and limit are added behind.
SELECT c.contact_id AS id, c.activity AS value
  FROM contact_totals c
 WHERE c.activity > 0

-- name: activity-ever
-- Who has done most in all, in the order of the index, so that the limit stops it. The join leaves out who was just deleted.
SELECT c.contact_id AS id, c.activity AS value
  FROM contact_totals c FORCE INDEX (ix_contact_totals_activity)
  STRAIGHT_JOIN contacts p ON p.id = c.contact_id
 WHERE c.activity > 0
 ORDER BY c.activity DESC, c.contact_id DESC
 LIMIT :limit

-- name: activity
-- Who did most on the local days from :from to :to. Conditions on `c.contact_id`, grouping, order and limit are added behind.
-- Deleted contacts are here, too: a join with contacts, for each of so many days, costs several times the rest.
-- The cast: what can be taken back may be negative on a day, and the database adds nothing negative to an unsigned number.
SELECT c.contact_id AS id,
       SUM(c.opened + c.clicked + CAST(c.tracked_events AS SIGNED) + c.orders) AS value
  FROM contact_daily_stats c
 WHERE c.day BETWEEN :from AND :to
   AND (c.opened <> 0 OR c.clicked <> 0 OR c.tracked_events <> 0 OR c.orders <> 0)

-- name: engagement-ever-of-members
-- Who of some contacts has the highest sum of points. Conditions on `c.contact_id`, order and limit are added behind.
SELECT c.contact_id AS id, CAST(c.engagement AS CHAR) AS value
  FROM contact_totals c
 WHERE c.engagement >= CAST(:least AS DECIMAL(65, 0))

-- name: engagement-ever
-- Who has the highest sum of points, in the order of the index, so that the limit stops it. A sum has more digits than a
-- double, so it is handed out as text.
SELECT c.contact_id AS id, CAST(c.engagement AS CHAR) AS value
  FROM contact_totals c FORCE INDEX (ix_contact_totals_engagement)
  STRAIGHT_JOIN contacts p ON p.id = c.contact_id
 WHERE c.engagement >= CAST(:least AS DECIMAL(65, 0))
 ORDER BY c.engagement DESC, c.contact_id DESC
 LIMIT :limit

-- name: engagement
-- Who collected most points on the local days from :from to :to, as they count on the day :asOf. Conditions on
-- `c.contact_id`, grouping, order and limit are added behind. For all else see activity.sql.
SELECT c.contact_id AS id,
       SUM((c.opened * :opened + c.clicked * :clicked + CAST(c.tracked_events AS SIGNED) * :trackedEvents
            + c.orders * :orders) * POW(2, (DATEDIFF(c.day, :asOf) + 0e0) / :halfLife)) AS value
  FROM contact_daily_stats c
 WHERE c.day BETWEEN :from AND :to
   AND (c.opened <> 0 OR c.clicked <> 0 OR c.tracked_events <> 0 OR c.orders <> 0)

-- name: figures-ever
-- What the contacts :ids have done in all. The last day of activity is looked for from the newest one on, by index.
SELECT c.contact_id AS id, c.opened AS opens, c.clicked AS clicks,
       (SELECT d.day
          FROM contact_daily_stats d
         WHERE d.contact_id = c.contact_id
           AND (d.opened > 0 OR d.clicked > 0 OR d.tracked_events > 0 OR d.orders > 0)
         ORDER BY d.day DESC
         LIMIT 1) AS lastActivity
  FROM contact_totals c
 WHERE c.contact_id IN (:ids)

-- name: figures
-- What the contacts :ids did on the local days from :from to :to, by the index that
-- begins with the contact. A day on which nothing is left of what was counted is none of activity.
SELECT c.contact_id AS id,
       SUM(c.opened) AS opens,
       SUM(c.clicked) AS clicks,
       MAX(IF(c.opened > 0 OR c.clicked > 0 OR c.tracked_events > 0 OR c.orders > 0, c.day, NULL)) AS lastActivity
  FROM contact_daily_stats c FORCE INDEX (ix_contact_daily_stats_contact)
 WHERE c.contact_id IN (:ids) AND c.day BETWEEN :from AND :to
 GROUP BY c.contact_id
