-- The funnels :funnelIds that are not deleted, with how many have entered them and left them, ever.
SELECT f.id, f.title, f.version_id AS versionId,
       COALESCE(c.entered, 0) AS entered,
       COALESCE(c.completed, 0) AS completed,
       COALESCE(c.cancelled, 0) AS cancelled
  FROM funnels f
  LEFT JOIN funnel_counts c ON c.funnel_id = f.id
 WHERE f.id IN (:funnelIds) AND f.deleted_at IS NULL
