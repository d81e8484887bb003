-- name: page
-- The events that a reader wants out of a window of positions, with where the log begins and ends. All of it is one
-- statement and so one moment: what retention removes meanwhile is either in the page or known to be gone. The page is a
-- query of its own because a join would be sorted as a whole before it is cut; the hint, because by the index of kinds the
-- order would be lost; the window, so that a page of rare kinds costs no more. A row that cannot be read is parked.
SELECT s.last_position, s.removed_position, e.position, e.uid, e.type, e.data, e.occurred_at
  FROM relay_state s
  LEFT JOIN (SELECT position, uid, type, data, occurred_at
               FROM domain_events FORCE INDEX (ux_domain_events_position)
              WHERE position > :after AND position <= :upTo AND type IN (:types) AND silent = 0 AND JSON_VALID(data)
              ORDER BY position
              LIMIT :limit) e ON TRUE
 WHERE s.id = 1
 ORDER BY e.position
