-- One row: how many contacts have brought anything in :currency. By the table itself: through the index it is far slower.
SELECT COUNT(*) AS total
  FROM contact_revenue_stats c
 WHERE c.currency = :currency AND (c.orders <> 0 OR c.revenue <> 0 OR c.refunded <> 0)
