-- name: recent-of-audience
-- The same for an audience, among the last :candidates. The caller appends conditions on `c.contact_id` and the order.
-- Activity of a merged contact belongs to the contact it was merged into.
SELECT c.id, c.type, c.data, c.occurredAt
  FROM (SELECT e.id, e.type, e.data, e.occurredAt, COALESCE(a.contact_id, e.contact_id) AS contact_id
          FROM (SELECT id, type, data, occurred_at AS occurredAt,
                       CAST(COALESCE(JSON_VALUE(data, '$.email.contact_id'), JSON_VALUE(data, '$.contact.id')) AS UNSIGNED)
                         AS contact_id
                  FROM domain_events FORCE INDEX (PRIMARY)
                 WHERE id > GREATEST((SELECT COALESCE(MAX(last.id), 0) FROM domain_events last), :window) - :window
                   AND type IN (:types) AND silent = 0
   AND NOT JSON_VALUE(data, '$.email.source.type') <=> 'single'
                 ORDER BY id DESC LIMIT :candidates) e
          LEFT JOIN contact_aliases a ON a.old_id = e.contact_id) c
 WHERE TRUE

-- name: recent
-- The newest :limit events of the types :types. No index orders types by time, so the scan walks the end of the log, at
-- most :window events: while a campaign is being sent, most of them are sends. Silent events are excluded, because they
-- record what happened long before.
SELECT id, type, data, occurred_at AS occurredAt
  FROM domain_events FORCE INDEX (PRIMARY)
 WHERE id > GREATEST((SELECT COALESCE(MAX(last.id), 0) FROM domain_events last), :window) - :window
   AND type IN (:types) AND silent = 0
   AND NOT JSON_VALUE(data, '$.email.source.type') <=> 'single'
 ORDER BY id DESC LIMIT :limit
