-- name: wrong-company-counters
-- Companies (only company :id, unless it is 0) whose counter differs from the number of their contacts.
-- Deleted contacts and memberships of deleted companies are not counted.
SELECT k.id, k.contacts_count AS `stored`, COUNT(c.id) AS counted
  FROM companies k
  LEFT JOIN contact_companies m ON m.company_id = k.id
  LEFT JOIN contacts c ON c.id = m.contact_id
 WHERE :id = 0 OR k.id = :id
 GROUP BY k.id, k.contacts_count
HAVING `stored` <> counted
 ORDER BY k.id

-- name: wrong-list-counters
-- Lists (only list :id, unless it is 0) whose counters differ from the number of their contacts.
-- Deleted contacts and memberships of deleted lists are not counted.
SELECT l.id,
       l.total_count AS stored_total,
       l.subscribed_count AS stored_subscribed,
       COUNT(c.id) AS counted_total,
       COUNT(CASE WHEN c.status = 'subscribed' THEN 1 END) AS counted_subscribed
  FROM lists l
  LEFT JOIN contact_lists m ON m.list_id = l.id
  LEFT JOIN contacts c ON c.id = m.contact_id
 WHERE :id = 0 OR l.id = :id
 GROUP BY l.id, l.total_count, l.subscribed_count
HAVING stored_total <> counted_total OR stored_subscribed <> counted_subscribed
 ORDER BY l.id

-- name: wrong-status-counters
-- Status shards (:shards per status) whose counter differs from the number of contacts.
-- No join from the counters: a missing shard row must be found too.
SELECT status, shard, CAST(SUM(`stored`) AS SIGNED) AS `stored`, CAST(SUM(counted) AS SIGNED) AS counted
  FROM (SELECT status, shard, total AS `stored`, 0 AS counted
          FROM contact_counters
         UNION ALL
        SELECT status, id % :shards AS shard, 0 AS `stored`, COUNT(*) AS counted
          FROM contacts
         GROUP BY status, shard) AS shares
 GROUP BY status, shard
HAVING SUM(`stored`) <> SUM(counted)
 ORDER BY status, shard

-- name: wrong-tag-counters
-- Tags (only tag :id, unless it is 0) whose counters differ from the number of their contacts.
-- Deleted contacts and memberships of deleted tags are not counted.
SELECT l.id,
       l.total_count AS stored_total,
       l.subscribed_count AS stored_subscribed,
       COUNT(c.id) AS counted_total,
       COUNT(CASE WHEN c.status = 'subscribed' THEN 1 END) AS counted_subscribed
  FROM tags l
  LEFT JOIN contact_tags m ON m.tag_id = l.id
  LEFT JOIN contacts c ON c.id = m.contact_id
 WHERE :id = 0 OR l.id = :id
 GROUP BY l.id, l.total_count, l.subscribed_count
HAVING stored_total <> counted_total OR stored_subscribed <> counted_subscribed
 ORDER BY l.id
