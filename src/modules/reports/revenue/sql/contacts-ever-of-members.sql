-- The same of some contacts. Conditions on `c.contact_id` are added behind.
SELECT c.contact_id AS id, c.orders, c.revenue, c.refunded
  FROM contact_revenue_stats c
  JOIN contacts p ON p.id = c.contact_id
 WHERE c.currency = :currency AND (c.orders <> 0 OR c.revenue <> 0 OR c.refunded <> 0)
