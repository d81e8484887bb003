-- name: all-figures
-- One row: email results of all campaigns, including deleted ones, on the days from :from to :to.
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

-- name: all-revenue
-- One row: revenue of all campaigns, including deleted ones, in :currency on the days from :from to :to.
SELECT COALESCE(SUM(revenue), 0) AS revenue,
       COALESCE(SUM(orders), 0) AS orders,
       MIN(day) AS firstDay,
       MAX(day) AS lastDay
  FROM campaign_revenue_stats
 WHERE currency = :currency AND day BETWEEN :from AND :to

-- name: domains
-- The recipient domains with the most emails of the campaign :campaignId, and their results.
SELECT domain,
       SUM(sent) AS sent,
       SUM(bounced) AS bounced,
       SUM(complained) AS complained,
       SUM(unsubscribed) AS unsubscribed
  FROM campaign_domain_stats
 WHERE campaign_id = :campaignId AND day BETWEEN :from AND :to
 GROUP BY domain
 ORDER BY sent DESC, bounced DESC, domain
 LIMIT :most

-- name: figures
-- Email results of the campaigns :campaignIds on the days from :from to :to, one row per campaign with figures. opened
-- and clicked count emails with human activity, not single opens and clicks.
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

-- name: emails-by-day
-- Email results of the campaign :campaignId by day.
SELECT day, sent, bounced, opened, clicked, unsubscribed, machine_opens AS machineOpens, machine_clicks AS machineClicks
  FROM campaign_daily_stats
 WHERE campaign_id = :campaignId AND day BETWEEN :from AND :to

-- name: revenue-by-day
-- Revenue of the campaign :campaignId in :currency by day.
SELECT day, revenue, orders
  FROM campaign_revenue_stats
 WHERE campaign_id = :campaignId AND currency = :currency AND day BETWEEN :from AND :to

-- name: revenue
-- Revenue of the campaigns :campaignIds in :currency on the days from :from to :to, one row per campaign with revenue.
SELECT campaign_id AS campaignId,
       SUM(revenue) AS revenue,
       SUM(orders) AS orders,
       MIN(day) AS firstDay,
       MAX(day) AS lastDay
  FROM campaign_revenue_stats
 WHERE campaign_id IN (:campaignIds) AND currency = :currency AND day BETWEEN :from AND :to
 GROUP BY campaign_id
