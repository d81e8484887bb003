-- name: figures-of-audience
-- One row: the same from the days of single contacts. The caller appends conditions on `c.contact_id`: current members,
-- because memberships have no history. EXISTS, because a join with two lists of a contact would count its emails twice.
SELECT COALESCE(SUM(c.sent), 0) AS sent,
       COALESCE(SUM(c.opened), 0) AS opened,
       COALESCE(SUM(c.clicked), 0) AS clicked,
       COALESCE(SUM(c.machine_opens), 0) AS machineOpens,
       COALESCE(SUM(c.machine_clicks), 0) AS machineClicks,
       COALESCE(SUM(c.new_subscribed), 0) AS newSubscribed
  FROM contact_daily_stats c
 WHERE c.day BETWEEN :from AND :to

-- name: figures
-- One row: the figures of all contacts on the local days from :from to :to (inclusive).
SELECT COALESCE(SUM(sent), 0) AS sent,
       COALESCE(SUM(opened), 0) AS opened,
       COALESCE(SUM(clicked), 0) AS clicked,
       COALESCE(SUM(machine_opens), 0) AS machineOpens,
       COALESCE(SUM(machine_clicks), 0) AS machineClicks,
       COALESCE(SUM(new_subscribed), 0) AS newSubscribed
  FROM daily_stats
 WHERE day BETWEEN :from AND :to

-- name: subscribers-of-audience
-- One row: the number of subscribed contacts in an audience. The caller appends conditions on `c.contact_id`.
SELECT COUNT(*) AS total
  FROM (SELECT id AS contact_id, status FROM contacts) c
 WHERE c.status = 'subscribed'

-- name: subscribers
-- One row: the current number of subscribed contacts, from the counters that every write of a contact maintains.
SELECT COALESCE(SUM(total), 0) AS total
  FROM contact_counters
 WHERE status = 'subscribed'
