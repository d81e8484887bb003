SELECT COUNT(*) AS orders, SUM(total - refunded) AS spent, SUM(refunded) AS refunded,
       MIN(ordered_at) AS firstOrderAt, MAX(ordered_at) AS lastOrderAt
  FROM orders
 WHERE contact_id = :contactId AND currency = :currency AND status IN (:booked)
