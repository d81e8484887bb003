-- name: days-of-audience
-- The same for an audience. The caller appends conditions on `c.contact_id` and grouping by day.
SELECT c.day,
       SUM(c.sent) AS sent,
       SUM(c.opened) AS opened,
       SUM(c.clicked) AS clicked,
       SUM(c.unsubscribed) AS unsubscribes,
       SUM(c.tracked_events) AS events,
       SUM(c.orders) AS orders,
       SUM(c.machine_opens) AS machineOpens,
       SUM(c.machine_clicks) AS machineClicks
  FROM contact_daily_stats c
 WHERE c.day BETWEEN :from AND :to

-- name: days
-- A row for each local day from :from to :to with activity.
SELECT day,
       sent,
       opened,
       clicked,
       unsubscribed AS unsubscribes,
       tracked_events AS events,
       orders,
       machine_opens AS machineOpens,
       machine_clicks AS machineClicks
  FROM daily_stats
 WHERE day BETWEEN :from AND :to

-- name: hours
-- The same by hour, for hours that start at :start or later and before :end.
SELECT hour,
       sent,
       opened,
       clicked,
       unsubscribed AS unsubscribes,
       tracked_events AS events,
       orders,
       machine_opens AS machineOpens,
       machine_clicks AS machineClicks
  FROM hourly_stats
 WHERE hour >= :start
   AND hour < :end

-- name: recent-of-audience
-- The same for an audience, among the last :candidates. The caller appends conditions on `c.contact_id` and the order.
-- Activity of a merged contact belongs to the contact it was merged into.
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
-- The newest :limit events of the types :types. No index orders types by time, so the scan walks the end of the log, at
-- most :window events: while a campaign is being sent, most of them are sends. Silent events are excluded, because they
-- record what happened long before.
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
