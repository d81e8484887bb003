-- name: by-key
-- For each {key}: the number of contacts, their email results on the local days from :from to :to, and their revenue in
-- :currency. Each part is grouped separately and scans its table once, in key order: adding up by contact first would
-- build a table of all contacts, ten times as slow. The caller appends conditions on the groups. {key}, {totals}, and
-- {audience} come from closed lists.
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
         WHERE {audience}
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
           AND {audience}
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
           AND {audience}
         GROUP BY `key`) g
 GROUP BY g.`key`

-- name: label-overlap
-- The number of contacts that each two of the {label}s :ids share, if any.
SELECT c.{label}_id AS one,
       other.{label}_id AS other,
       COUNT(*) AS size
  FROM contact_{label}s c
  JOIN contact_{label}s other ON other.contact_id = c.contact_id AND other.{label}_id > c.{label}_id
 WHERE c.{label}_id IN (:ids)
   AND other.{label}_id IN (:ids)
   AND {audience}
 GROUP BY c.{label}_id, other.{label}_id

-- name: label-sizes
-- The :limit {label}s with the most members, and their sizes. {audience} filters the members.
SELECT l.id AS `key`,
       l.title AS label,
       COUNT(c.contact_id) AS size
  FROM {label}s l
  LEFT JOIN contact_{label}s c ON c.{label}_id = l.id AND {audience}
 GROUP BY l.id, l.title
 ORDER BY size DESC, l.id
 LIMIT :limit
