-- The notes :ids of a timeline.
SELECT id, type, status, title, description, created_by, updated_at
  FROM notes
 WHERE id IN (:ids)
