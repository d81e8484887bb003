-- What the ledger says of these orders so far, each thing that it speaks of as one sum.
SELECT order_id AS orderId, refund_id AS refundId, kind, contact_id AS contactId, currency, touch,
       campaign_id AS campaignId, funnel_id AS funnelId, step_id AS stepId, email_id AS emailId,
       recorded_at AS recordedAt, SUM(amount) AS amount, SUM(orders) AS orders
  FROM revenue_entries
 WHERE order_id IN (:orderIds)
 GROUP BY order_id, refund_id, kind, contact_id, currency, touch, campaign_id, funnel_id, step_id, email_id, recorded_at
 ORDER BY order_id, MIN(id)
