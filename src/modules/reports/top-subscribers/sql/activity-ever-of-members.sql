-- Who of some contacts has done most in all. Conditions on `c.contact_id`, order and limit are added behind.
SELECT c.contact_id AS id, c.activity AS value
  FROM contact_totals c
 WHERE c.activity > 0
