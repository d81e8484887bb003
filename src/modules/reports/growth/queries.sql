-- name: days
-- A row for each of the local days from :from to :to on which something happened to anybody.
SELECT day,
       new_subscribed AS newSubscribed,
       left_subscribed AS leftSubscribed,
       unsubscribed_contacts AS unsubscribed,
       bounced_contacts AS bounced,
       complained_contacts AS complained
  FROM daily_stats
 WHERE day BETWEEN :from AND :to

-- name: hours-of-members
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

-- name: hours
-- A row for each hour in which something happened to anybody, of those that began at :start or later and before :end.
SELECT hour,
       new_subscribed AS newSubscribed,
       left_subscribed AS leftSubscribed,
       unsubscribed_contacts AS unsubscribed,
       bounced_contacts AS bounced,
       complained_contacts AS complained
  FROM hourly_stats
 WHERE hour >= :start
   AND hour < :end

-- name: net-since-of-members
-- One row: by how many of some contacts more are subscribed since the moment :end. Conditions on `c.contact_id` are added
-- behind.
SELECT COALESCE(SUM(c.new_subscribed), 0) - COALESCE(SUM(c.left_subscribed), 0) AS net
  FROM contact_growth_stats c
 WHERE c.hour >= :end

-- name: net-since
-- One row: by how many subscribed contacts there are more since the end of the local day :to.
SELECT COALESCE(SUM(new_subscribed), 0) - COALESCE(SUM(left_subscribed), 0) AS net
  FROM daily_stats
 WHERE day > :to
