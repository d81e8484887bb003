-- The shares of contacts per status (:shards of each) that differ from the contacts there are.
-- Not a join from the counters: a share whose row is missing has to be found too.
SELECT status, shard, CAST(SUM(stored) AS SIGNED) AS stored, CAST(SUM(counted) AS SIGNED) AS counted
  FROM (SELECT status, shard, total AS stored, 0 AS counted
          FROM contact_counters
         UNION ALL
        SELECT status, id % :shards AS shard, 0 AS stored, COUNT(*) AS counted
          FROM contacts
         GROUP BY status, shard) AS shares
 GROUP BY status, shard
HAVING SUM(stored) <> SUM(counted)
 ORDER BY status, shard
