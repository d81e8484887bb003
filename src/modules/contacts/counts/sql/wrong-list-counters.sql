-- The lists (only list :id, unless that is 0) whose counters differ from the contacts that are in them.
-- Contacts that are gone and memberships of deleted lists do not count, as nobody sees them.
SELECT l.id,
       l.total_count AS stored_total,
       l.subscribed_count AS stored_subscribed,
       COUNT(c.id) AS counted_total,
       COUNT(CASE WHEN c.status = 'subscribed' THEN 1 END) AS counted_subscribed
  FROM lists l
  LEFT JOIN contact_lists m ON m.list_id = l.id
  LEFT JOIN contacts c ON c.id = m.contact_id
 WHERE :id = 0 OR l.id = :id
 GROUP BY l.id, l.total_count, l.subscribed_count
HAVING stored_total <> counted_total OR stored_subscribed <> counted_subscribed
 ORDER BY l.id
