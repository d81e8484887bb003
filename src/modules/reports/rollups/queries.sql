-- name: events-to-count
-- The carried events in a window of positions that the rollups stand for. One that is parked for them is not in the
-- tables, so it must not be counted here: when it is carried again it counts then. Windows by position and not by LIMIT,
-- so that a step is the same however often it is tried.
SELECT position, type, data, occurred_at
  FROM domain_events e
 WHERE position > :after
   AND position <= :upTo
   AND type IN (:types)
   AND NOT EXISTS (SELECT 1 FROM parked_events p WHERE p.event_id = e.id AND p.subscriber = :subscriber)
