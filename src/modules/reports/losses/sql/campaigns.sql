-- With which campaigns most was lost on the days from :from to :to. `{lost}` is the counter that says what.
SELECT s.campaign_id AS campaignId, SUM(s.{lost}) AS lost, SUM(s.sent) AS sent, SUM(s.bounced) AS bounced
  FROM campaign_daily_stats s
  JOIN campaigns c ON c.id = s.campaign_id AND c.deleted_at IS NULL
 WHERE s.day BETWEEN :from AND :to
 GROUP BY s.campaign_id
HAVING lost > 0
 ORDER BY lost DESC, s.campaign_id DESC
 LIMIT :most
