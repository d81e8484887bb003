-- One row: what became of the mails of all campaigns, also of those deleted since, on the days from :from to :to.
SELECT COALESCE(SUM(sent), 0) AS sent,
       COALESCE(SUM(bounced), 0) AS bounced,
       COALESCE(SUM(complained), 0) AS complained,
       COALESCE(SUM(opened), 0) AS opened,
       COALESCE(SUM(clicked), 0) AS clicked,
       COALESCE(SUM(unsubscribed), 0) AS unsubscribed,
       COALESCE(SUM(machine_opens), 0) AS machineOpens,
       COALESCE(SUM(machine_clicks), 0) AS machineClicks,
       MIN(day) AS firstDay,
       MAX(day) AS lastDay
  FROM campaign_daily_stats
 WHERE day BETWEEN :from AND :to
