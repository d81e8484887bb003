-- One row: what the present members of the {label} :id brought in :currency on the local days from :from to :to.
SELECT COALESCE(SUM(c.revenue), 0) AS revenue
  FROM contact_{label}s m
  JOIN contact_revenue_daily_stats c ON c.contact_id = m.contact_id
 WHERE m.{label}_id = :id
   AND c.day BETWEEN :from AND :to
   AND c.currency = :currency
