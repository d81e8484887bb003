-- One row: how many of some contacts are subscribed now. Conditions on `c.contact_id` are added behind.
SELECT COUNT(*) AS total
  FROM (SELECT id AS contact_id, status FROM contacts) c
 WHERE c.status = 'subscribed'
