-- name: events-to-count
-- Processed events in a window of positions. Excludes events parked for the rollups, which count when they are retried.
-- Windows by position instead of LIMIT, so that a retried step reads the same events.
SELECT position, type, data, occurred_at
  FROM domain_events e
 WHERE position > :after
   AND position <= :upTo
   AND type IN (:types)
   AND NOT EXISTS (SELECT 1 FROM parked_events p WHERE p.event_id = e.id AND p.subscriber = :subscriber)
