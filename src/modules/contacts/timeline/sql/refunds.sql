-- The refunds :ids of a timeline, each with its order.
SELECT r.id, r.external_id, r.amount, r.reason, o.id AS order_id, o.external_id AS order_external_id, o.provider, o.currency
  FROM order_refunds r
  JOIN orders o ON o.id = r.order_id
 WHERE r.id IN (:ids)
