-- The :limit {label}s with the most members, with how many they have. {members} narrows them down.
SELECT l.id AS `key`,
       l.title AS label,
       COUNT(c.contact_id) AS size
  FROM {label}s l
  LEFT JOIN contact_{label}s c ON c.{label}_id = l.id AND {members}
 GROUP BY l.id, l.title
 ORDER BY size DESC, l.id
 LIMIT :limit
