-- Who of some contacts has the highest sum of points. Conditions on `c.contact_id`, order and limit are added behind.
SELECT c.contact_id AS id, CAST(c.engagement AS CHAR) AS value
  FROM contact_totals c
 WHERE c.engagement >= CAST(:least AS DECIMAL(65, 0))
