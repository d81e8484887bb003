-- The same of some contacts. Conditions on `c.contact_id` are added behind, and that days are one row each.
SELECT c.day,
       SUM(c.sent) AS sent,
       SUM(c.opened) AS opens,
       SUM(c.clicked) AS clicks,
       SUM(c.unsubscribed) AS unsubscribes,
       SUM(c.tracked_events) AS events,
       SUM(c.orders) AS orders,
       SUM(c.machine_opens) AS machineOpens,
       SUM(c.machine_clicks) AS machineClicks
  FROM contact_daily_stats c
 WHERE c.day BETWEEN :from AND :to
