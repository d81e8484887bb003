-- name: figures-of-members
-- One row: the same from the days of single contacts. Conditions on `c.contact_id` are added behind: members are those
-- of now, and there is no history of memberships that could say otherwise. EXISTS, because a join with a contact's two
-- lists would count its mails twice.
SELECT COALESCE(SUM(c.sent), 0) AS sent,
       COALESCE(SUM(c.opened), 0) AS opened,
       COALESCE(SUM(c.clicked), 0) AS clicked,
       COALESCE(SUM(c.machine_opens), 0) AS machineOpens,
       COALESCE(SUM(c.machine_clicks), 0) AS machineClicks,
       COALESCE(SUM(c.new_subscribed), 0) AS newSubscribed
  FROM contact_daily_stats c
 WHERE c.day BETWEEN :from AND :to

-- name: figures
-- One row: what happened on the local days from :from to :to, both included, to everybody.
SELECT COALESCE(SUM(sent), 0) AS sent,
       COALESCE(SUM(opened), 0) AS opened,
       COALESCE(SUM(clicked), 0) AS clicked,
       COALESCE(SUM(machine_opens), 0) AS machineOpens,
       COALESCE(SUM(machine_clicks), 0) AS machineClicks,
       COALESCE(SUM(new_subscribed), 0) AS newSubscribed
  FROM daily_stats
 WHERE day BETWEEN :from AND :to

-- name: subscribers-of-members
-- One row: how many of some contacts are subscribed now. Conditions on `c.contact_id` are added behind.
SELECT COUNT(*) AS total
  FROM (SELECT id AS contact_id, status FROM contacts) c
 WHERE c.status = 'subscribed'

-- name: subscribers
-- One row: how many contacts are subscribed now, from the counters that every write of a contact maintains.
SELECT COALESCE(SUM(total), 0) AS total
  FROM contact_counters
 WHERE status = 'subscribed'
