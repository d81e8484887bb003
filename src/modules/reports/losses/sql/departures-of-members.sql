-- How many of some contacts became unsubscribed, by the hour. Conditions on `c.contact_id` are added behind, and that hours
-- are one row each.
SELECT c.hour, SUM(c.unsubscribed_contacts) AS total
  FROM contact_growth_stats c
 WHERE c.hour >= :start
   AND c.hour < :end
   AND c.unsubscribed_contacts > 0
