-- name: page
-- Selects the requested events in a window of positions, with the start and end of the log, in one statement: events that
-- retention removes meanwhile are either in the page or known to be gone. The subquery limits before the join is sorted, the
-- hint keeps the order of positions, and the window bounds pages of rare types. Invalid JSON is a parked event.
SELECT s.last_position, s.removed_position, e.position, e.uid, e.type, e.data, e.occurred_at
  FROM relay_state s
  LEFT JOIN (SELECT position, uid, type, data, occurred_at
               FROM domain_events FORCE INDEX (ux_domain_events_position)
              WHERE position > :after AND position <= :upTo AND type IN (:types) AND silent = 0 AND JSON_VALID(data)
              ORDER BY position
              LIMIT :limit) e ON TRUE
 WHERE s.id = 1
 ORDER BY e.position
