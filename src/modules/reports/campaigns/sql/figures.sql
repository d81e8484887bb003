-- What became of the mails of the campaigns :campaignIds on the days from :from to :to, a row for each that has figures.
-- opened and clicked count mails with at least one human hit, not hits.
SELECT campaign_id AS campaignId,
       SUM(sent) AS sent,
       SUM(bounced) AS bounced,
       SUM(complained) AS complained,
       SUM(opened) AS opened,
       SUM(clicked) AS clicked,
       SUM(unsubscribed) AS unsubscribed,
       SUM(machine_opens) AS machineOpens,
       SUM(machine_clicks) AS machineClicks,
       MIN(day) AS firstDay,
       MAX(day) AS lastDay
  FROM campaign_daily_stats
 WHERE campaign_id IN (:campaignIds) AND day BETWEEN :from AND :to
 GROUP BY campaign_id
