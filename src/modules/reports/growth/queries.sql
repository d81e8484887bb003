-- name: days
-- A row for each local day from :from to :to with changes.
SELECT day,
       new_subscribed AS newSubscribed,
       left_subscribed AS leftSubscribed,
       unsubscribed_contacts AS unsubscribed,
       bounced_contacts AS bounced,
       complained_contacts AS complained
  FROM daily_stats
 WHERE day BETWEEN :from AND :to

-- name: hours-of-audience
-- The same for an audience. The caller appends conditions on `c.contact_id` and grouping by hour. Deleted contacts have
-- no memberships.
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
-- A row for each hour with changes that starts at :start or later and before :end.
SELECT hour,
       new_subscribed AS newSubscribed,
       left_subscribed AS leftSubscribed,
       unsubscribed_contacts AS unsubscribed,
       bounced_contacts AS bounced,
       complained_contacts AS complained
  FROM hourly_stats
 WHERE hour >= :start
   AND hour < :end

-- name: net-since-of-audience
-- One row: the net growth of an audience since :end. The caller appends conditions on `c.contact_id`.
SELECT COALESCE(SUM(c.new_subscribed), 0) - COALESCE(SUM(c.left_subscribed), 0) AS net
  FROM contact_growth_stats c
 WHERE c.hour >= :end

-- name: net-since
-- One row: the net growth since the end of the local day :to.
SELECT COALESCE(SUM(new_subscribed), 0) - COALESCE(SUM(left_subscribed), 0) AS net
  FROM daily_stats
 WHERE day > :to
