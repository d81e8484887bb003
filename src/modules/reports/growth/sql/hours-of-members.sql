-- The same of some contacts. Conditions on `c.contact_id` are added behind, and that hours are one row each. Members are
-- those of now; who was deleted is a member of nothing.
SELECT c.hour,
       SUM(c.new_subscribed) AS newSubscribed,
       SUM(c.left_subscribed) AS leftSubscribed,
       SUM(c.unsubscribed_contacts) AS unsubscribed,
       SUM(c.bounced_contacts) AS bounced,
       SUM(c.complained_contacts) AS complained
  FROM contact_growth_stats c
 WHERE c.hour >= :start
   AND c.hour < :end
