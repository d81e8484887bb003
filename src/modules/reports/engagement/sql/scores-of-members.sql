-- How many of some contacts have each score, which is how many of the limits their points reach. Conditions on
-- `c.contact_id` and the grouping are added behind.
SELECT INTERVAL(c.engagement, {limits}) AS score, COUNT(*) AS contacts
  FROM contact_totals c
 WHERE c.engagement >= CAST(:least1 AS DECIMAL(65, 0))
