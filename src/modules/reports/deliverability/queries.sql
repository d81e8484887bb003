-- name: campaigns
-- The campaigns with the highest count on the days from :from to :to. `{counter}` is the counted column.
SELECT s.campaign_id AS campaignId, SUM(s.{counter}) AS total, SUM(s.sent) AS sent, SUM(s.bounced) AS bounced
  FROM campaign_daily_stats s
  JOIN campaigns c ON c.id = s.campaign_id AND c.deleted_at IS NULL
 WHERE s.day BETWEEN :from AND :to
 GROUP BY s.campaign_id
HAVING total > 0
 ORDER BY total DESC, s.campaign_id DESC
 LIMIT :most

-- name: days-of-audience
-- The same for an audience. The caller appends conditions on `c.contact_id` and grouping by day.
SELECT c.day,
       SUM(c.sent) AS sent,
       SUM(c.bounced) AS bounced,
       SUM(c.complained) AS complained,
       SUM(c.unsubscribed) AS unsubscribed,
       0 AS unsubscribedContacts
  FROM contact_daily_stats c
 WHERE c.day BETWEEN :from AND :to

-- name: days
-- Sent emails and their results on the local days from :from to :to, by day. Only days with figures.
SELECT day, sent, bounced, complained, unsubscribed, unsubscribed_contacts AS unsubscribedContacts
  FROM daily_stats
 WHERE day BETWEEN :from AND :to

-- name: departures-of-audience
-- Unsubscribed contacts of an audience by hour. The caller appends conditions on `c.contact_id` and grouping by hour.
SELECT c.hour, SUM(c.unsubscribed_contacts) AS total
  FROM contact_growth_stats c
 WHERE c.hour >= :start
   AND c.hour < :end
   AND c.unsubscribed_contacts > 0

-- name: domains
-- The domains with the highest count on the days from :from to :to. `{counter}` is the counted column. Most domains
-- have none on most days, so few rows are grouped; `emails-of-domains` reads the emails sent to them.
SELECT domain, SUM({counter}) AS total
  FROM domain_daily_stats
 WHERE day BETWEEN :from AND :to AND {counter} > 0
 GROUP BY domain
 ORDER BY total DESC, domain
 LIMIT :most

-- name: kinds
-- The number of emails of each of :kinds on the days from :from to :to.
SELECT kind, SUM(total) AS total
  FROM reason_daily_stats
 WHERE day BETWEEN :from AND :to AND kind IN (:kinds)
 GROUP BY kind

-- name: emails-of-domains
-- Emails sent to :domains on :days, and bounced ones. Days are listed one by one, because for a range the server would
-- read all domains.
SELECT domain, SUM(sent) AS sent, SUM(bounced) AS bounced
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
-- table only for the returned rows.
SELECT e.data
  FROM (SELECT n.id, n.occurred_at
          FROM (SELECT id, occurred_at
                  FROM domain_events FORCE INDEX (ix_domain_events_history)
                 WHERE type = :type AND occurred_at >= :start AND occurred_at < :end
                 ORDER BY subject_id DESC, occurred_at DESC, id DESC
                 LIMIT :among) n
         ORDER BY n.occurred_at DESC, n.id DESC
         LIMIT :most) r
  JOIN domain_events e ON e.id = r.id
 ORDER BY r.occurred_at DESC, r.id DESC
