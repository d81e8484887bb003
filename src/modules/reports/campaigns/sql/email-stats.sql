-- One row: what became of the mails of campaign :campaignId, from the daily rollup.
-- opened and clicked count mails with at least one human hit, not hits. A bounced mail was sent but not delivered.
SELECT COALESCE(SUM(sent), 0) AS sent,
       COALESCE(SUM(sent), 0) - COALESCE(SUM(bounced), 0) AS delivered,
       COALESCE(SUM(opened), 0) AS opened,
       COALESCE(SUM(clicked), 0) AS clicked,
       COALESCE(SUM(unsubscribed), 0) AS unsubscribed,
       COALESCE(SUM(bounced), 0) AS bounced,
       COALESCE(SUM(machine_opens), 0) AS machineOpens,
       COALESCE(SUM(machine_clicks), 0) AS machineClicks,
       MIN(day) AS firstDay,
       MAX(day) AS lastDay
  FROM campaign_daily_stats
 WHERE campaign_id = :campaignId
