-- One row: how many there are of the same.
SELECT COUNT(*) AS total
  FROM campaign_experiments e
  JOIN campaigns c ON c.id = e.campaign_id AND c.deleted_at IS NULL
 WHERE (:from IS NULL OR c.started_at >= :from) AND (:before IS NULL OR c.started_at < :before)
