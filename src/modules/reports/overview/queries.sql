-- name: subscribers-of-audience
-- One row: the number of subscribed contacts in an audience. The caller appends conditions on `c.contact_id`.
SELECT COUNT(*) AS total
  FROM (SELECT id AS contact_id, status FROM contacts) c
 WHERE c.status = 'subscribed'

-- name: subscribers
-- One row: the current number of subscribed contacts, from the counters that every write of a contact maintains.
SELECT COALESCE(SUM(total), 0) AS total
  FROM contact_counters
 WHERE status = 'subscribed'
