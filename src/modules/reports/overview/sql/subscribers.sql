-- One row: how many contacts are subscribed now, from the counters that every write of a contact maintains.
SELECT COALESCE(SUM(total), 0) AS total
  FROM contact_counters
 WHERE status = 'subscribed'
