-- name: by-key
-- For each {key} how many contacts have it, what became of the mails to them on the local days from :from to :to, and what they
-- brought in :currency. Each part is grouped by itself and goes through its table once, in the order of its key: adding up by
-- contact first would make a table of all contacts, ten times as slow. What is asked of the groups is added behind.
-- {key}, {totals} and {members} come from closed lists.
SELECT g.`key`,
       SUM(g.size) AS size,
       SUM(g.sent) AS sent,
       SUM(g.opened) AS opened,
       SUM(g.clicked) AS clicked,
       SUM(g.unsubscribed) AS unsubscribed,
       SUM(g.machineOpens) AS machineOpens,
       SUM(g.machineClicks) AS machineClicks,
       SUM(g.revenue) AS revenue
  FROM (
        SELECT {key} AS `key`,
               COUNT(*) AS size,
               0 AS sent,
               0 AS opened,
               0 AS clicked,
               0 AS unsubscribed,
               0 AS machineOpens,
               0 AS machineClicks,
               0 AS revenue
          FROM contacts c
               {totals}
         WHERE {members}
         GROUP BY `key`
         UNION ALL
        SELECT STRAIGHT_JOIN {key} AS `key`,
               0 AS size,
               SUM(d.sent) AS sent,
               SUM(d.opened) AS opened,
               SUM(d.clicked) AS clicked,
               SUM(d.unsubscribed) AS unsubscribed,
               SUM(d.machine_opens) AS machineOpens,
               SUM(d.machine_clicks) AS machineClicks,
               0 AS revenue
          FROM contact_daily_stats d
          JOIN contacts c ON c.id = d.contact_id
               {totals}
         WHERE d.day BETWEEN :from AND :to
           AND {members}
         GROUP BY `key`
         UNION ALL
        SELECT STRAIGHT_JOIN {key} AS `key`,
               0 AS size,
               0 AS sent,
               0 AS opened,
               0 AS clicked,
               0 AS unsubscribed,
               0 AS machineOpens,
               0 AS machineClicks,
               SUM(r.revenue) AS revenue
          FROM contact_revenue_daily_stats r
          JOIN contacts c ON c.id = r.contact_id
               {totals}
         WHERE r.day BETWEEN :from AND :to
           AND r.currency = :currency
           AND {members}
         GROUP BY `key`) g
 GROUP BY g.`key`

-- name: contacts
-- One row: how many contacts there are. Conditions on `c.contact_id` are added behind.
SELECT COUNT(*) AS total
  FROM (SELECT id AS contact_id FROM contacts) c
 WHERE TRUE

-- name: label-overlap
-- How many contacts each two of the {label}s :ids have in common, where there are any.
SELECT c.{label}_id AS one,
       other.{label}_id AS other,
       COUNT(*) AS size
  FROM contact_{label}s c
  JOIN contact_{label}s other ON other.contact_id = c.contact_id AND other.{label}_id > c.{label}_id
 WHERE c.{label}_id IN (:ids)
   AND other.{label}_id IN (:ids)
   AND {members}
 GROUP BY c.{label}_id, other.{label}_id

-- name: label-sizes
-- The :limit {label}s with the most members, with how many they have. {members} narrows them down.
SELECT l.id AS `key`,
       l.title AS label,
       COUNT(c.contact_id) AS size
  FROM {label}s l
  LEFT JOIN contact_{label}s c ON c.{label}_id = l.id AND {members}
 GROUP BY l.id, l.title
 ORDER BY size DESC, l.id
 LIMIT :limit
