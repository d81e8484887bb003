-- The orders :ids of a timeline, as they are now.
SELECT id, external_id, provider, status, currency, total, refunded, campaign_id, funnel_id
  FROM orders
 WHERE id IN (:ids)
