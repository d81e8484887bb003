-- The same of the mails of some contacts. Conditions on `c.contact_id` are added behind, and that days are one row each.
SELECT c.day,
       SUM(c.sent) AS sent,
       SUM(c.bounced) AS bounced,
       SUM(c.complained) AS complained,
       SUM(c.unsubscribed) AS unsubscribed,
       0 AS unsubscribedContacts
  FROM contact_daily_stats c
 WHERE c.day BETWEEN :from AND :to
