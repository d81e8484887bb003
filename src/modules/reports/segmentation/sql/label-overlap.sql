-- How many contacts each two of the {label}s :ids have in common, where there are any.
SELECT c.{label}_id AS one,
       other.{label}_id AS other,
       COUNT(*) AS size
  FROM contact_{label}s c
  JOIN contact_{label}s other ON other.contact_id = c.contact_id AND other.{label}_id > c.{label}_id
 WHERE c.{label}_id IN (:ids)
   AND other.{label}_id IN (:ids)
   AND {members}
 GROUP BY c.{label}_id, other.{label}_id
