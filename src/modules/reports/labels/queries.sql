-- name: changes-of-each
-- For each {label}: contacts added and removed on the local days from :from to :to.
SELECT label_id AS id, {sums}
  FROM label_daily_stats
 WHERE kind = '{label}' AND day BETWEEN :from AND :to
 GROUP BY label_id

-- name: changes-of-one
-- A row for each local day from :from to :to with contacts added to or removed from the {label} :id.
SELECT day, {counters}
  FROM label_daily_stats
 WHERE kind = '{label}' AND label_id = :id AND day BETWEEN :from AND :to

-- name: sizes
-- Every {label} with its maintained counters.
SELECT id, title, total_count AS totalCount, subscribed_count AS subscribersCount FROM {label}s

-- name: statuses-of-one
-- The members of the {label} :id by status.
SELECT c.status, COUNT(*) AS total
  FROM contact_{label}s m
  JOIN contacts c ON c.id = m.contact_id
 WHERE m.{label}_id = :id
 GROUP BY c.status

-- name: sums-of-each
-- For each {label}: email results of its current members on the local days from :from to :to, or their revenue in
-- :currency, by the {table} and its {condition}. Days and memberships are both read in contact order: adding up by contact
-- first would be three times as slow.
SELECT STRAIGHT_JOIN m.{label}_id AS id, {sums c}
  FROM {table} c
  JOIN contact_{label}s m ON m.contact_id = c.contact_id
 WHERE c.day BETWEEN :from AND :to AND {condition} AND {audience}
 GROUP BY m.{label}_id

-- name: sums-of-one
-- One row: the same for the {label} :id. The optimizer starts with the days or the members, whichever are fewer.
SELECT {sums c}
  FROM contact_{label}s m
  JOIN {table} c ON c.contact_id = m.contact_id
 WHERE m.{label}_id = :id AND c.day BETWEEN :from AND :to AND {condition}
