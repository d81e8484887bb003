-- What the contacts :ids have brought in :currency in all.
SELECT c.contact_id AS id, c.orders, c.revenue, c.refunded
  FROM contact_revenue_stats c
 WHERE c.contact_id IN (:ids) AND c.currency = :currency
