-- Who has done most in all, in the order of the index, so that the limit stops it. The join leaves out who was just deleted.
SELECT c.contact_id AS id, c.activity AS value
  FROM contact_totals c FORCE INDEX (ix_contact_totals_activity)
  STRAIGHT_JOIN contacts p ON p.id = c.contact_id
 WHERE c.activity > 0
 ORDER BY c.activity DESC, c.contact_id DESC
 LIMIT :limit
