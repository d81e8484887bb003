-- One row: what happened on the local days from :from to :to, both included, to everybody.
SELECT COALESCE(SUM(sent), 0) AS sent,
       COALESCE(SUM(opened), 0) AS opened,
       COALESCE(SUM(clicked), 0) AS clicked,
       COALESCE(SUM(machine_opens), 0) AS machineOpens,
       COALESCE(SUM(machine_clicks), 0) AS machineClicks,
       COALESCE(SUM(new_subscribed), 0) AS newSubscribed
  FROM daily_stats
 WHERE day BETWEEN :from AND :to
