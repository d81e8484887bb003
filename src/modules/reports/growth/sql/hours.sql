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
