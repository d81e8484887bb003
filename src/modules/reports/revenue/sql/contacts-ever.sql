-- What contacts have brought in :currency in all, those of everybody in the order of the index, so that a limit stops it
-- early. The names of the contacts are read elsewhere; the join leaves out who was just deleted.
SELECT c.contact_id AS id, c.orders, c.revenue, c.refunded
  FROM contact_revenue_stats c FORCE INDEX (ix_contact_revenue_stats_revenue)
  STRAIGHT_JOIN contacts p ON p.id = c.contact_id
 WHERE c.currency = :currency AND (c.orders <> 0 OR c.revenue <> 0 OR c.refunded <> 0)
