-- name: ever-of-audience
-- The highest contacts of an audience, all time. The caller appends conditions on `c.contact_id`, order, and limit. The
-- value is text, because a sum of points has more digits than a double.
SELECT c.contact_id AS id, CAST(c.{total} AS CHAR) AS value
  FROM contact_totals c
 WHERE c.{total} >= CAST(:least AS DECIMAL(65, 0))

-- name: ever
-- The highest contacts, all time, in index order, so that the limit stops the scan. The join excludes contacts that
-- were just deleted.
SELECT c.contact_id AS id, CAST(c.{total} AS CHAR) AS value
  FROM contact_totals c FORCE INDEX (ix_contact_totals_{total})
  STRAIGHT_JOIN contacts p ON p.id = c.contact_id
 WHERE c.{total} >= CAST(:least AS DECIMAL(65, 0))
 ORDER BY c.{total} DESC, c.contact_id DESC
 LIMIT :limit

-- name: days
-- The contacts with the most on the local days from :from to :to. The caller appends conditions on `c.contact_id`,
-- grouping, order, and limit. Includes deleted contacts: a join for every day costs several times the rest. CAST,
-- because a counter can be negative on a day, and the database does not add negative values to an unsigned number.
SELECT c.contact_id AS id,
       SUM((c.opened * :opened + c.clicked * :clicked + CAST(c.tracked_events AS SIGNED) * :trackedEvents
            + c.orders * :orders){weighted}) AS value
  FROM contact_daily_stats c
 WHERE c.day BETWEEN :from AND :to
   AND (c.opened <> 0 OR c.clicked <> 0 OR c.tracked_events <> 0 OR c.orders <> 0)

-- name: figures-ever
-- All-time figures of the contacts :ids. The last day of activity is found by index, from the newest day on.
SELECT c.contact_id AS id, c.opened, c.clicked,
       (SELECT d.day
          FROM contact_daily_stats d
         WHERE d.contact_id = c.contact_id
           AND (d.opened > 0 OR d.clicked > 0 OR d.tracked_events > 0 OR d.orders > 0)
         ORDER BY d.day DESC
         LIMIT 1) AS lastActivity
  FROM contact_totals c
 WHERE c.contact_id IN (:ids)

-- name: figures
-- Figures of the contacts :ids on the local days from :from to :to, by the index on the contact. A day whose counters
-- are back at 0 is not a day of activity.
SELECT c.contact_id AS id,
       SUM(c.opened) AS opened,
       SUM(c.clicked) AS clicked,
       MAX(IF(c.opened > 0 OR c.clicked > 0 OR c.tracked_events > 0 OR c.orders > 0, c.day, NULL)) AS lastActivity
  FROM contact_daily_stats c FORCE INDEX (ix_contact_daily_stats_contact)
 WHERE c.contact_id IN (:ids) AND c.day BETWEEN :from AND :to
 GROUP BY c.contact_id
