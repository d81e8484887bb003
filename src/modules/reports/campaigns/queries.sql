-- {rollup} is the rollup of emails, or that of revenue with the condition on :currency. Of emails, opened and clicked count
-- those with human activity, not single opens and clicks.

-- name: by-day
-- The sums of the campaign :campaignId by day.
SELECT day, {counters}
  FROM {rollup} campaign_id = :campaignId AND day BETWEEN :from AND :to

-- name: domains
-- The recipient domains with the most emails of the campaign :campaignId, and their results.
SELECT domain, {sums}
  FROM campaign_domain_stats
 WHERE campaign_id = :campaignId AND day BETWEEN :from AND :to
 GROUP BY domain
 ORDER BY sent DESC, bounced DESC, domain
 LIMIT :most

-- name: of-all
-- One row: the sums of all campaigns, including deleted ones, on the days from :from to :to.
SELECT {sums}, MIN(day) AS firstDay, MAX(day) AS lastDay
  FROM {rollup} day BETWEEN :from AND :to

-- name: of-campaigns
-- The sums of the campaigns :ids on the days from :from to :to, one row per campaign with any.
SELECT campaign_id AS campaignId, {sums}, MIN(day) AS firstDay, MAX(day) AS lastDay
  FROM {rollup} campaign_id IN (:ids) AND day BETWEEN :from AND :to
 GROUP BY campaign_id
