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
