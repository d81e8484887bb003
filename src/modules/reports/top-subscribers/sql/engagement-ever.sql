-- Who has the highest sum of points, in the order of the index, so that the limit stops it. A sum has more digits than a
-- double, so it is handed out as text.
SELECT c.contact_id AS id, CAST(c.engagement AS CHAR) AS value
  FROM contact_totals c FORCE INDEX (ix_contact_totals_engagement)
  STRAIGHT_JOIN contacts p ON p.id = c.contact_id
 WHERE c.engagement >= CAST(:least AS DECIMAL(65, 0))
 ORDER BY c.engagement DESC, c.contact_id DESC
 LIMIT :limit
