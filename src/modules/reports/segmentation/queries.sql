-- name: by-key
-- For each {key}: the number of contacts, their email results on the local days from :from to :to, and their revenue in
-- :currency. Each part is grouped separately and scans its table once, in key order: adding up by contact first would
-- build a table of all contacts, ten times as slow. The caller appends conditions on the groups. {key}, {totals}, and
-- {audience} come from closed lists; {nothing}, {emails}, and {revenue} are the same counters, 0 if the part does not have them.
SELECT g.`key`, SUM(g.size) AS size, {sums g}
  FROM (
        SELECT {key} AS `key`, COUNT(*) AS size, {nothing}
          FROM contacts c
               {totals}
         WHERE {audience}
         GROUP BY `key`
         UNION ALL
        SELECT STRAIGHT_JOIN {key} AS `key`, 0 AS size, {emails}
          FROM contact_daily_stats d
          JOIN contacts c ON c.id = d.contact_id
               {totals}
         WHERE d.day BETWEEN :from AND :to AND {audience}
         GROUP BY `key`
         UNION ALL
        SELECT STRAIGHT_JOIN {key} AS `key`, 0 AS size, {revenue}
          FROM contact_revenue_daily_stats d
          JOIN contacts c ON c.id = d.contact_id
               {totals}
         WHERE d.day BETWEEN :from AND :to AND d.currency = :currency AND {audience}
         GROUP BY `key`) g
 GROUP BY g.`key`

-- name: label-overlap
-- The number of contacts that each two of the {label}s :ids share, if any.
SELECT c.{label}_id AS one, other.{label}_id AS other, COUNT(*) AS size
  FROM contact_{label}s c
  JOIN contact_{label}s other ON other.contact_id = c.contact_id AND other.{label}_id > c.{label}_id
 WHERE c.{label}_id IN (:ids) AND other.{label}_id IN (:ids) AND {audience}
 GROUP BY c.{label}_id, other.{label}_id

-- name: label-sizes
-- The :limit {label}s with the most members, and their sizes. {audience} filters the members.
SELECT l.id AS `key`, l.title AS label, COUNT(c.contact_id) AS size
  FROM {label}s l
  LEFT JOIN contact_{label}s c ON c.{label}_id = l.id AND {audience}
 GROUP BY l.id, l.title
 ORDER BY size DESC, l.id
 LIMIT :limit
