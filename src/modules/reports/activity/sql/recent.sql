-- The newest things of the kinds :types that contacts did, at most :limit of them. No index has kinds in the order of time,
-- so the end of the log is walked, and not beyond its last :window events: while a campaign is being sent, most of them tell
-- of nothing but that. Silent ones are new in the log only: they tell of what happened long before.
SELECT id,
       type,
       data,
       occurred_at AS occurredAt
  FROM domain_events FORCE INDEX (PRIMARY)
 WHERE id > GREATEST((SELECT COALESCE(MAX(last.id), 0) FROM domain_events last), :window) - :window
   AND type IN (:types)
   AND silent = 0
 ORDER BY id DESC
 LIMIT :limit
