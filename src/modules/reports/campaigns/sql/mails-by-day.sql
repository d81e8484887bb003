-- What became of the mails of the campaign :campaignId, by day.
SELECT day, sent, bounced, opened, clicked, unsubscribed, machine_opens AS machineOpens, machine_clicks AS machineClicks
  FROM campaign_daily_stats
 WHERE campaign_id = :campaignId AND day BETWEEN :from AND :to
