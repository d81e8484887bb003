-- One row: how many contacts there are. Conditions on `c.contact_id` are added behind.
SELECT COUNT(*) AS total
  FROM (SELECT id AS contact_id FROM contacts) c
 WHERE TRUE
