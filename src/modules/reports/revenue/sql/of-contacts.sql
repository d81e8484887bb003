-- What the contacts :ids brought in :currency on the local days from :from to :to, by the index that begins with the contact.
SELECT c.contact_id AS id, SUM(c.orders) AS orders, SUM(c.revenue) AS revenue, SUM(c.refunded) AS refunded
  FROM contact_revenue_daily_stats c FORCE INDEX (ix_contact_revenue_daily_stats_contact)
 WHERE c.contact_id IN (:ids) AND c.currency = :currency AND c.day BETWEEN :from AND :to
 GROUP BY c.contact_id
