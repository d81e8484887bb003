-- What the contacts :ids have done in all. The last day of activity is looked for from the newest one on, by index.
SELECT c.contact_id AS id, c.opened AS opens, c.clicked AS clicks,
       (SELECT d.day
          FROM contact_daily_stats d
         WHERE d.contact_id = c.contact_id
           AND (d.opened > 0 OR d.clicked > 0 OR d.tracked_events > 0 OR d.orders > 0)
         ORDER BY d.day DESC
         LIMIT 1) AS lastActivity
  FROM contact_totals c
 WHERE c.contact_id IN (:ids)
