-- The same of some contacts, among the last :candidates. Conditions on `c.contact_id` are added behind, and the order.
SELECT c.id,
       c.type,
       c.data,
       c.occurredAt
  FROM (SELECT id,
               type,
               data,
               occurred_at AS occurredAt,
               CAST(COALESCE(JSON_VALUE(data, '$.email.contact_id'), JSON_VALUE(data, '$.contact.id')) AS UNSIGNED) AS contact_id
          FROM domain_events FORCE INDEX (PRIMARY)
         WHERE id > GREATEST((SELECT COALESCE(MAX(last.id), 0) FROM domain_events last), :window) - :window
           AND type IN (:types)
         ORDER BY id DESC
         LIMIT :candidates) c
 WHERE TRUE
