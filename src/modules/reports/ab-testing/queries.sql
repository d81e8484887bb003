-- name: test-count
-- One row: the number of these tests.
SELECT COUNT(*) AS total
  FROM campaign_experiments e
  JOIN campaigns c ON c.id = e.campaign_id AND c.deleted_at IS NULL
 WHERE (:start IS NULL OR c.started_at >= :start) AND (:end IS NULL OR c.started_at < :end)

-- name: tests
-- A/B tests of campaigns that are not deleted, newest campaign first; a null time does not filter.
SELECT c.id, c.title, JSON_UNQUOTE(JSON_EXTRACT(c.settings, '$.ab_test.metric')) AS metric
  FROM campaign_experiments e
  JOIN campaigns c ON c.id = e.campaign_id AND c.deleted_at IS NULL
 WHERE (:start IS NULL OR c.started_at >= :start) AND (:end IS NULL OR c.started_at < :end)
 ORDER BY c.id DESC
 LIMIT :limit OFFSET :offset
