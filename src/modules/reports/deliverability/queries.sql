-- name: campaigns
-- The campaigns with the highest count on the days from :from to :to. `{counter}` is the counted column.
SELECT s.campaign_id AS campaignId, {sums s}
  FROM campaign_daily_stats s
  JOIN campaigns c ON c.id = s.campaign_id AND c.deleted_at IS NULL
 WHERE s.day BETWEEN :from AND :to
 GROUP BY s.campaign_id
HAVING SUM(s.{counter}) > 0
 ORDER BY SUM(s.{counter}) DESC, s.campaign_id DESC
 LIMIT :most

-- name: domains
-- The domains with the highest count on the days from :from to :to. `{counter}` is the counted column. Most domains
-- have none on most days, so few rows are grouped; `emails-of-domains` reads the emails sent to them.
SELECT domain
  FROM domain_daily_stats
 WHERE day BETWEEN :from AND :to AND {counter} > 0
 GROUP BY domain
 ORDER BY SUM({counter}) DESC, domain
 LIMIT :most

-- name: kinds
-- The number of emails of each of :kinds on the days from :from to :to.
SELECT kind, SUM(total) AS total
  FROM reason_daily_stats
 WHERE day BETWEEN :from AND :to AND kind IN (:kinds)
 GROUP BY kind

-- name: emails-of-domains
-- Emails sent to :domains on :days, and their results. Days are listed one by one, because for a range the server would
-- read all domains.
SELECT domain, {sums}
  FROM domain_daily_stats
 WHERE day IN (:days) AND domain IN (:domains)
 GROUP BY domain

-- name: reasons
-- The reasons on the days from :from to :to, the most frequent reasons first.
SELECT kind, reason, SUM(total) AS total
  FROM reason_daily_stats
 WHERE day BETWEEN :from AND :to AND kind IN (:kinds)
 GROUP BY kind, reason
 ORDER BY total DESC, kind, reason
 LIMIT :most

-- name: recent
-- The events of the type :type recorded last from :start to before :end, newest first. No index orders the events of a
-- type by time, so the query scans the events of the newest emails, up to a limit; it reads only the index, and the
-- table only for the returned rows and those of single emails between them.
SELECT e.data
  FROM (SELECT id, occurred_at
          FROM domain_events FORCE INDEX (ix_domain_events_history)
         WHERE type = :type AND occurred_at >= :start AND occurred_at < :end
         ORDER BY subject_id DESC, occurred_at DESC, id DESC
         LIMIT :among) n
  STRAIGHT_JOIN domain_events e ON e.id = n.id
 WHERE NOT JSON_VALUE(e.data, '$.email.source.type') <=> 'single'
 ORDER BY n.occurred_at DESC, n.id DESC
 LIMIT :most
