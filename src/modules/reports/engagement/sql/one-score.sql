-- How many contacts have so many points that their score is this one. Repeated for every score and joined by UNION ALL, so
-- that all of them together read the index once, and nothing but it.
SELECT {score} AS score, COUNT(*) AS contacts
  FROM contact_totals FORCE INDEX (ix_contact_totals_engagement)
 WHERE engagement >= CAST(:least{score} AS DECIMAL(65, 0)) AND engagement < CAST(:least{next} AS DECIMAL(65, 0))
