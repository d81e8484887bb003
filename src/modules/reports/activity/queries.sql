-- name: days-of-members
-- The same of some contacts. Conditions on `c.contact_id` are added behind, and that days are one row each.
SELECT c.day,
       SUM(c.sent) AS sent,
       SUM(c.opened) AS opens,
       SUM(c.clicked) AS clicks,
       SUM(c.unsubscribed) AS unsubscribes,
       SUM(c.tracked_events) AS events,
       SUM(c.orders) AS orders,
       SUM(c.machine_opens) AS machineOpens,
       SUM(c.machine_clicks) AS machineClicks
  FROM contact_daily_stats c
 WHERE c.day BETWEEN :from AND :to

-- name: days
-- A row for each of the local days from :from to :to on which anybody did anything.
SELECT day,
       sent,
       opened AS opens,
       clicked AS clicks,
       unsubscribed AS unsubscribes,
       tracked_events AS events,
       orders,
       machine_opens AS machineOpens,
       machine_clicks AS machineClicks
  FROM daily_stats
 WHERE day BETWEEN :from AND :to

-- name: hours
-- The same of everybody by hour: of those that began at :start or later and before :end.
SELECT hour,
       sent,
       opened AS opens,
       clicked AS clicks,
       unsubscribed AS unsubscribes,
       tracked_events AS events,
       orders,
       machine_opens AS machineOpens,
       machine_clicks AS machineClicks
  FROM hourly_stats
 WHERE hour >= :start
   AND hour < :end

-- name: recent-of-members
-- The same of some contacts, among the last :candidates. Conditions on `c.contact_id` are added behind, and the order. What
-- a contact did that has become part of another one is that one's.
SELECT c.id,
       c.type,
       c.data,
       c.occurredAt
  FROM (SELECT e.id,
               e.type,
               e.data,
               e.occurredAt,
               COALESCE(a.contact_id, e.contact_id) AS contact_id
          FROM (SELECT id,
                       type,
                       data,
                       occurred_at AS occurredAt,
                       CAST(COALESCE(JSON_VALUE(data, '$.email.contact_id'), JSON_VALUE(data, '$.contact.id')) AS UNSIGNED)
                         AS contact_id
                  FROM domain_events FORCE INDEX (PRIMARY)
                 WHERE id > GREATEST((SELECT COALESCE(MAX(last.id), 0) FROM domain_events last), :window) - :window
                   AND type IN (:types)
                   AND silent = 0
                 ORDER BY id DESC
                 LIMIT :candidates) e
          LEFT JOIN contact_aliases a ON a.old_id = e.contact_id) c
 WHERE TRUE

-- name: recent
-- The newest things of the kinds :types that contacts did, at most :limit of them. No index has kinds in the order of time,
-- so the end of the log is walked, and not beyond its last :window events: while a campaign is being sent, most of them tell
-- of nothing but that. Silent ones are new in the log only: they tell of what happened long before.
SELECT id,
       type,
       data,
       occurred_at AS occurredAt
  FROM domain_events FORCE INDEX (PRIMARY)
 WHERE id > GREATEST((SELECT COALESCE(MAX(last.id), 0) FROM domain_events last), :window) - :window
   AND type IN (:types)
   AND silent = 0
 ORDER BY id DESC
 LIMIT :limit
