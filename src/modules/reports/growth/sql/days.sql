-- A row for each of the local days from :from to :to on which something happened to anybody.
SELECT day,
       new_subscribed AS newSubscribed,
       left_subscribed AS leftSubscribed,
       unsubscribed_contacts AS unsubscribed,
       bounced_contacts AS bounced,
       complained_contacts AS complained
  FROM daily_stats
 WHERE day BETWEEN :from AND :to
