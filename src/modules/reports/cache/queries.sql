-- name: as-of
-- One row: the time up to which the rollups are complete. That is the oldest event that the relay or the rollups have
-- not processed yet, or now if there is none. Query it before reading figures, never after.
SELECT LEAST(
         COALESCE((SELECT occurred_at FROM domain_events WHERE state = 'new' ORDER BY id LIMIT 1), NOW(3)),
         COALESCE((SELECT e.occurred_at FROM late_subscribers l JOIN domain_events e ON e.position = l.position + 1
                    WHERE l.subscriber = 'rollups'), NOW(3))
       ) AS as_of
