-- For each {label} what became of the mails to its present members on the local days from :from to :to. The days come in the
-- order of contacts, and memberships are looked up in the same: adding up by contact first would be three times as slow.
SELECT STRAIGHT_JOIN m.{label}_id AS id,
       SUM(c.sent) AS sent,
       SUM(c.opened) AS opened,
       SUM(c.clicked) AS clicked,
       SUM(c.unsubscribed) AS unsubscribed,
       SUM(c.machine_opens) AS machineOpens,
       SUM(c.machine_clicks) AS machineClicks
  FROM contact_daily_stats c
  JOIN contact_{label}s m ON m.contact_id = c.contact_id
 WHERE c.day BETWEEN :from AND :to
   AND {members}
 GROUP BY m.{label}_id
