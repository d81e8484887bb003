-- What the contacts :ids did on the local days from :from to :to, by the index that
-- begins with the contact. A day on which nothing is left of what was counted is none of activity.
SELECT c.contact_id AS id,
       SUM(c.opened) AS opens,
       SUM(c.clicked) AS clicks,
       MAX(IF(c.opened > 0 OR c.clicked > 0 OR c.tracked_events > 0 OR c.orders > 0, c.day, NULL)) AS lastActivity
  FROM contact_daily_stats c FORCE INDEX (ix_contact_daily_stats_contact)
 WHERE c.contact_id IN (:ids) AND c.day BETWEEN :from AND :to
 GROUP BY c.contact_id
