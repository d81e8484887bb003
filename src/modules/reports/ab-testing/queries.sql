-- name: test-count
-- One row: how many there are of the same.
SELECT COUNT(*) AS total
  FROM campaign_experiments e
  JOIN campaigns c ON c.id = e.campaign_id AND c.deleted_at IS NULL
 WHERE (:from IS NULL OR c.started_at >= :from) AND (:before IS NULL OR c.started_at < :before)

-- name: tests
-- The A/B tests of campaigns that are not deleted, the newest campaign first; null as a moment asks for nothing.
SELECT c.id, c.title, JSON_UNQUOTE(JSON_EXTRACT(c.settings, '$.ab_test.metric')) AS metric
  FROM campaign_experiments e
  JOIN campaigns c ON c.id = e.campaign_id AND c.deleted_at IS NULL
 WHERE (:from IS NULL OR c.started_at >= :from) AND (:before IS NULL OR c.started_at < :before)
 ORDER BY c.id DESC
 LIMIT :limit OFFSET :offset
