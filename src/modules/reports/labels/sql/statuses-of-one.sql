-- How many members of the {label} :id there are by status.
SELECT c.status,
       COUNT(*) AS total
  FROM contact_{label}s m
  JOIN contacts c ON c.id = m.contact_id
 WHERE m.{label}_id = :id
 GROUP BY c.status
