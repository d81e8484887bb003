-- name: one-score
-- How many contacts have so many points that their score is this one. Repeated for every score and joined by UNION ALL, so
-- that all of them together read the index once, and nothing but it.
SELECT {score} AS score, COUNT(*) AS contacts
  FROM contact_totals FORCE INDEX (ix_contact_totals_engagement)
 WHERE engagement >= CAST(:least{score} AS DECIMAL(65, 0)) AND engagement < CAST(:least{next} AS DECIMAL(65, 0))

-- name: scores-of-days
-- How many contacts have each score for what they did on the local days from :from to :to, as it counts on the day :asOf.
-- The braces stand for conditions on `c.contact_id`. The cast: what can be taken back may be negative on a day, and the
-- database adds nothing negative to an unsigned number. The sums know also who is gone; they are left out after adding up,
-- once for each contact and not for each day.
SELECT score, COUNT(*) AS contacts
  FROM (SELECT c.contact_id,
               ROUND(100 * (1 - POW(2, -SUM(
                 (c.opened * :opened + c.clicked * :clicked + CAST(c.tracked_events AS SIGNED) * :trackedEvents
                  + c.orders * :orders) * POW(2, (DATEDIFF(c.day, :asOf) + 0e0) / :halfLife)) / :pointsToHalf))) AS score
          FROM contact_daily_stats c
         WHERE c.day BETWEEN :from AND :to
           AND (c.opened <> 0 OR c.clicked <> 0 OR c.tracked_events <> 0 OR c.orders <> 0)
           AND {members}
         GROUP BY c.contact_id) scored
  STRAIGHT_JOIN contacts p ON p.id = scored.contact_id
 WHERE score > 0
 GROUP BY score

-- name: scores-of-members
-- How many of some contacts have each score, which is how many of the limits their points reach. Conditions on
-- `c.contact_id` and the grouping are added behind.
SELECT INTERVAL(c.engagement, {limits}) AS score, COUNT(*) AS contacts
  FROM contact_totals c
 WHERE c.engagement >= CAST(:least1 AS DECIMAL(65, 0))
