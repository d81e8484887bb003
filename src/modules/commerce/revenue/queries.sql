-- name: booked
-- The booked figures of these orders, summed by all other columns.
SELECT order_id AS orderId, refund_id AS refundId, kind, contact_id AS contactId, currency, touch,
       campaign_id AS campaignId, funnel_id AS funnelId, step_id AS stepId, email_id AS emailId,
       recorded_at AS recordedAt, SUM(amount) AS amount, SUM(orders) AS orders
  FROM revenue_entries
 WHERE order_id IN (:orderIds)
 GROUP BY order_id, refund_id, kind, contact_id, currency, touch, campaign_id, funnel_id, step_id, email_id, recorded_at
 ORDER BY order_id, MIN(id)

-- name: clicks-before-orders
-- Human clicks to which these orders may be attributed; a contact has few emails and few clicks.
SELECT o.id AS orderId, h.id AS trackingEventId, m.id AS emailId, m.source_type AS sourceType, m.source_id AS sourceId,
       m.recipient_key AS recipientKey, h.occurred_at AS clickedAt
  FROM orders o
  JOIN email_messages m
    ON m.contact_id = o.contact_id AND m.source_type IN ('campaign', 'funnel') AND m.first_human_click_at <= o.ordered_at
  JOIN email_hits h
    ON h.message_id = m.id AND h.kind = 'click' AND h.is_machine = 0
   AND h.occurred_at BETWEEN o.ordered_at - INTERVAL :windowDays DAY AND o.ordered_at
 WHERE o.id IN (:orderIds)

-- name: contact-figures
SELECT COUNT(*) AS orders, SUM(total - refunded) AS spent, SUM(refunded) AS refunded,
       MIN(ordered_at) AS firstOrderAt, MAX(ordered_at) AS lastOrderAt
  FROM orders
 WHERE contact_id = :contactId AND currency = :currency AND status IN (:booked)
