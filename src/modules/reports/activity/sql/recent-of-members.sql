-- The same of some contacts, among the last :candidates. Conditions on `c.contact_id` are added behind, and the order. What
-- a contact did that has become part of another one is that one's.
SELECT c.id,
       c.type,
       c.data,
       c.occurredAt
  FROM (SELECT e.id,
               e.type,
               e.data,
               e.occurredAt,
               COALESCE(a.contact_id, e.contact_id) AS contact_id
          FROM (SELECT id,
                       type,
                       data,
                       occurred_at AS occurredAt,
                       CAST(COALESCE(JSON_VALUE(data, '$.email.contact_id'), JSON_VALUE(data, '$.contact.id')) AS UNSIGNED)
                         AS contact_id
                  FROM domain_events FORCE INDEX (PRIMARY)
                 WHERE id > GREATEST((SELECT COALESCE(MAX(last.id), 0) FROM domain_events last), :window) - :window
                   AND type IN (:types)
                   AND silent = 0
                 ORDER BY id DESC
                 LIMIT :candidates) e
          LEFT JOIN contact_aliases a ON a.old_id = e.contact_id) c
 WHERE TRUE
