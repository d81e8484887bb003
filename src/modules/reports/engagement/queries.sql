-- name: one-score
-- The number of contacts with the points of one score. Repeated for every score and joined by UNION ALL, so that
-- together they read the index once and nothing else.
SELECT {score} AS score, COUNT(*) AS contacts
  FROM contact_totals FORCE INDEX (ix_contact_totals_engagement)
 WHERE engagement >= CAST(:least{score} AS DECIMAL(65, 0)) AND engagement < CAST(:least{next} AS DECIMAL(65, 0))

-- name: scores-of-days
-- The number of contacts by score for their activity on the local days from :from to :to, weighted on the day :asOf.
-- The braces are replaced by conditions on `c.contact_id`. CAST, because a counter can be negative on a day, and the
-- database does not add negative values to an unsigned number. Deleted contacts are excluded after the sum, once per
-- contact instead of once per day.
SELECT score, COUNT(*) AS contacts
  FROM (SELECT c.contact_id,
               ROUND(100 * (1 - POW(2, -SUM(
                 (c.opened * :opened + c.clicked * :clicked + CAST(c.tracked_events AS SIGNED) * :trackedEvents
                  + c.orders * :orders) * POW(2, (DATEDIFF(c.day, :asOf) + 0e0) / :halfLife)) / :pointsToHalf))) AS score
          FROM contact_daily_stats c
         WHERE c.day BETWEEN :from AND :to
           AND (c.opened <> 0 OR c.clicked <> 0 OR c.tracked_events <> 0 OR c.orders <> 0)
           AND {audience}
         GROUP BY c.contact_id) scored
  STRAIGHT_JOIN contacts p ON p.id = scored.contact_id
 WHERE score > 0
 GROUP BY score

-- name: scores-of-audience
-- The number of contacts in an audience by score, which is the number of limits that their points reach. The caller
-- appends conditions on `c.contact_id` and grouping.
SELECT INTERVAL(c.engagement, {limits}) AS score, COUNT(*) AS contacts
  FROM contact_totals c
 WHERE c.engagement >= CAST(:least1 AS DECIMAL(65, 0))
