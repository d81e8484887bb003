-- The ways :ids through funnels, of a timeline, each with the version that it went by and the funnel as it is called now.
SELECT e.id, e.funnel_id, f.title, v.version, e.exit_reason
  FROM funnel_entries e
  JOIN funnels f ON f.id = e.funnel_id
  JOIN funnel_versions v ON v.id = e.version_id
 WHERE e.id IN (:ids)
