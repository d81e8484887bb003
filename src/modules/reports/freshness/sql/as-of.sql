-- One row: up to when the rollups tell the whole story. That is until the oldest fact that the relay has yet to carry,
-- or until now when there is none. Ask before reading figures, never after.
SELECT COALESCE(
         (SELECT occurred_at FROM domain_events WHERE state = 'new' ORDER BY id LIMIT 1),
         NOW(3)
       ) AS as_of
