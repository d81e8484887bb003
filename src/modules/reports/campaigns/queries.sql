-- name: all-figures
-- One row: email results of all campaigns, including deleted ones, on the days from :from to :to.
SELECT {sums}, MIN(day) AS firstDay, MAX(day) AS lastDay
  FROM campaign_daily_stats
 WHERE day BETWEEN :from AND :to

-- name: all-revenue
-- One row: revenue of all campaigns, including deleted ones, in :currency on the days from :from to :to.
SELECT {sums}, MIN(day) AS firstDay, MAX(day) AS lastDay
  FROM campaign_revenue_stats
 WHERE currency = :currency AND day BETWEEN :from AND :to

-- name: domains
-- The recipient domains with the most emails of the campaign :campaignId, and their results.
SELECT domain, {sums}
  FROM campaign_domain_stats
 WHERE campaign_id = :campaignId AND day BETWEEN :from AND :to
 GROUP BY domain
 ORDER BY sent DESC, bounced DESC, domain
 LIMIT :most

-- name: figures
-- Email results of the campaigns :campaignIds on the days from :from to :to, one row per campaign with figures. opened
-- and clicked count emails with human activity, not single opens and clicks.
SELECT campaign_id AS campaignId, {sums}, MIN(day) AS firstDay, MAX(day) AS lastDay
  FROM campaign_daily_stats
 WHERE campaign_id IN (:campaignIds) AND day BETWEEN :from AND :to
 GROUP BY campaign_id

-- name: emails-by-day
-- Email results of the campaign :campaignId by day.
SELECT day, {counters}
  FROM campaign_daily_stats
 WHERE campaign_id = :campaignId AND day BETWEEN :from AND :to

-- name: revenue-by-day
-- Revenue of the campaign :campaignId in :currency by day.
SELECT day, {counters}
  FROM campaign_revenue_stats
 WHERE campaign_id = :campaignId AND currency = :currency AND day BETWEEN :from AND :to

-- name: revenue
-- Revenue of the campaigns :campaignIds in :currency on the days from :from to :to, one row per campaign with revenue.
SELECT campaign_id AS campaignId, {sums}, MIN(day) AS firstDay, MAX(day) AS lastDay
  FROM campaign_revenue_stats
 WHERE campaign_id IN (:campaignIds) AND currency = :currency AND day BETWEEN :from AND :to
 GROUP BY campaign_id
