-- Every click by a person that may have brought one of these orders: the mails of a contact are few, and so are his clicks.
SELECT o.id AS orderId, h.id AS hitId, m.id AS emailId, m.source_type AS sourceType, m.source_id AS sourceId,
       m.recipient_key AS recipientKey, h.occurred_at AS clickedAt
  FROM orders o
  JOIN email_messages m
    ON m.contact_id = o.contact_id AND m.source_type IN ('campaign', 'funnel') AND m.first_human_click_at <= o.ordered_at
  JOIN email_hits h
    ON h.message_id = m.id AND h.kind = 'click' AND h.is_machine = 0
   AND h.occurred_at BETWEEN o.ordered_at - INTERVAL :windowDays DAY AND o.ordered_at
 WHERE o.id IN (:orderIds)
