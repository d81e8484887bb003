-- name: as-of
-- One row: up to when the rollups tell the whole story. That is until the oldest fact that the relay has yet to carry,
-- or that the rollups have yet to take where they are late, or until now when there is none. Ask before reading figures,
-- never after.
SELECT LEAST(
         COALESCE((SELECT occurred_at FROM domain_events WHERE state = 'new' ORDER BY id LIMIT 1), NOW(3)),
         COALESCE((SELECT e.occurred_at FROM late_subscribers l JOIN domain_events e ON e.position = l.position + 1
                    WHERE l.subscriber = 'rollups'), NOW(3))
       ) AS as_of
