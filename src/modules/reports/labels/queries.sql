-- name: changes-of-each
-- For each {label} how many came to it and left it on the local days from :from to :to.
SELECT label_id AS id,
       SUM(added) AS added,
       SUM(removed) AS removed
  FROM label_daily_stats
 WHERE kind = '{label}'
   AND day BETWEEN :from AND :to
 GROUP BY label_id

-- name: changes-of-one
-- A row for each of the local days from :from to :to on which somebody came to the {label} :id or left it.
SELECT day,
       added,
       removed
  FROM label_daily_stats
 WHERE kind = '{label}'
   AND label_id = :id
   AND day BETWEEN :from AND :to

-- name: mails-of-each
-- For each {label} what became of the mails to its present members on the local days from :from to :to. The days come in the
-- order of contacts, and memberships are looked up in the same: adding up by contact first would be three times as slow.
SELECT STRAIGHT_JOIN m.{label}_id AS id,
       SUM(c.sent) AS sent,
       SUM(c.opened) AS opened,
       SUM(c.clicked) AS clicked,
       SUM(c.unsubscribed) AS unsubscribed,
       SUM(c.machine_opens) AS machineOpens,
       SUM(c.machine_clicks) AS machineClicks
  FROM contact_daily_stats c
  JOIN contact_{label}s m ON m.contact_id = c.contact_id
 WHERE c.day BETWEEN :from AND :to
   AND {members}
 GROUP BY m.{label}_id

-- name: mails-of-one
-- One row: the same of the mails to the present members of the {label} :id. The server begins with the days or with the
-- members, whichever are fewer.
SELECT COALESCE(SUM(c.sent), 0) AS sent,
       COALESCE(SUM(c.opened), 0) AS opened,
       COALESCE(SUM(c.clicked), 0) AS clicked,
       COALESCE(SUM(c.unsubscribed), 0) AS unsubscribed,
       COALESCE(SUM(c.machine_opens), 0) AS machineOpens,
       COALESCE(SUM(c.machine_clicks), 0) AS machineClicks
  FROM contact_{label}s m
  JOIN contact_daily_stats c ON c.contact_id = m.contact_id
 WHERE m.{label}_id = :id
   AND c.day BETWEEN :from AND :to

-- name: revenue-of-each
-- For each {label} what its present members brought in :currency on the local days from :from to :to, in minor units.
SELECT STRAIGHT_JOIN m.{label}_id AS id,
       SUM(c.revenue) AS revenue
  FROM contact_revenue_daily_stats c
  JOIN contact_{label}s m ON m.contact_id = c.contact_id
 WHERE c.day BETWEEN :from AND :to
   AND c.currency = :currency
   AND {members}
 GROUP BY m.{label}_id

-- name: revenue-of-one
-- One row: what the present members of the {label} :id brought in :currency on the local days from :from to :to.
SELECT COALESCE(SUM(c.revenue), 0) AS revenue
  FROM contact_{label}s m
  JOIN contact_revenue_daily_stats c ON c.contact_id = m.contact_id
 WHERE m.{label}_id = :id
   AND c.day BETWEEN :from AND :to
   AND c.currency = :currency

-- name: sizes
-- Every {label} with its maintained counters.
SELECT id,
       title,
       total_count AS totalCount,
       subscribed_count AS subscribersCount
  FROM {label}s

-- name: statuses-of-one
-- How many members of the {label} :id there are by status.
SELECT c.status,
       COUNT(*) AS total
  FROM contact_{label}s m
  JOIN contacts c ON c.id = m.contact_id
 WHERE m.{label}_id = :id
 GROUP BY c.status
