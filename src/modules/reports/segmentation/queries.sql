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
-- The number of contacts that each two of the {label}s :ids share, if any. Contacts with the same labels, as bits in `low` and `high`,
-- count together: joining the memberships of all contacts would take ten times as long.
SELECT c.{label}_id AS one, other.{label}_id AS other, SUM(alike.size) AS size
  FROM (
        SELECT MIN(contact_id) AS contact_id, COUNT(*) AS size
          FROM (
                SELECT c.contact_id, BIT_OR(1 << FIELD(c.{label}_id, :ids) - 1) AS low,
                       BIT_OR(1 << FIELD(c.{label}_id, :ids) - 65) AS high
                  FROM contact_{label}s c
                 WHERE c.{label}_id IN (:ids) AND {audience}
                 GROUP BY c.contact_id) each_contact
         GROUP BY low, high) alike
  JOIN contact_{label}s c ON c.contact_id = alike.contact_id AND c.{label}_id IN (:ids)
  JOIN contact_{label}s other
    ON other.contact_id = alike.contact_id AND other.{label}_id > c.{label}_id AND other.{label}_id IN (:ids)
 GROUP BY c.{label}_id, other.{label}_id

-- name: label-sizes
-- The :limit {label}s with the most members, and their sizes. {audience} filters the members.
SELECT l.id AS `key`, l.title AS label,
       (SELECT COUNT(*) FROM contact_{label}s c WHERE c.{label}_id = l.id AND {audience}) AS size
  FROM {label}s l
 ORDER BY size DESC, l.id
 LIMIT :limit
