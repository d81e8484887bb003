-- What was sent and lost on the local days from :from to :to, by day. Only days with figures.
SELECT day, sent, bounced, complained, unsubscribed, unsubscribed_contacts AS unsubscribedContacts
  FROM daily_stats
 WHERE day BETWEEN :from AND :to
