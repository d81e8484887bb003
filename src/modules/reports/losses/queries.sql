-- name: campaigns
-- With which campaigns most was lost on the days from :from to :to. `{lost}` is the counter that says what.
SELECT s.campaign_id AS campaignId, SUM(s.{lost}) AS lost, SUM(s.sent) AS sent, SUM(s.bounced) AS bounced
  FROM campaign_daily_stats s
  JOIN campaigns c ON c.id = s.campaign_id AND c.deleted_at IS NULL
 WHERE s.day BETWEEN :from AND :to
 GROUP BY s.campaign_id
HAVING lost > 0
 ORDER BY lost DESC, s.campaign_id DESC
 LIMIT :most

-- name: days-of-members
-- The same of the mails of some contacts. Conditions on `c.contact_id` are added behind, and that days are one row each.
SELECT c.day,
       SUM(c.sent) AS sent,
       SUM(c.bounced) AS bounced,
       SUM(c.complained) AS complained,
       SUM(c.unsubscribed) AS unsubscribed,
       0 AS unsubscribedContacts
  FROM contact_daily_stats c
 WHERE c.day BETWEEN :from AND :to

-- name: days
-- What was sent and lost on the local days from :from to :to, by day. Only days with figures.
SELECT day, sent, bounced, complained, unsubscribed, unsubscribed_contacts AS unsubscribedContacts
  FROM daily_stats
 WHERE day BETWEEN :from AND :to

-- name: departures-of-members
-- How many of some contacts became unsubscribed, by the hour. Conditions on `c.contact_id` are added behind, and that hours
-- are one row each.
SELECT c.hour, SUM(c.unsubscribed_contacts) AS total
  FROM contact_growth_stats c
 WHERE c.hour >= :start
   AND c.hour < :end
   AND c.unsubscribed_contacts > 0

-- name: domains
-- Where most was lost on the days from :from to :to. `{lost}` is the counter that says what. Most domains lose nothing on most
-- days, so that few rows are left to be grouped; how many mails went to those found is another question.
SELECT domain, SUM({lost}) AS lost
  FROM domain_daily_stats
 WHERE day BETWEEN :from AND :to AND {lost} > 0
 GROUP BY domain
 ORDER BY lost DESC, domain
 LIMIT :most

-- name: kinds
-- How many losses of each of :kinds there were on the days from :from to :to.
SELECT kind, SUM(total) AS total
  FROM reason_daily_stats
 WHERE day BETWEEN :from AND :to AND kind IN (:kinds)
 GROUP BY kind

-- name: mails-of-domains
-- How many mails went to :domains on :days, and how many of them came back. Days are named one by one, because between two
-- of them the server would read all domains.
SELECT domain, SUM(sent) AS sent, SUM(bounced) AS bounced
  FROM domain_daily_stats
 WHERE day IN (:days) AND domain IN (:domains)
 GROUP BY domain

-- name: reasons
-- Why mails were lost on the days from :from to :to, the most frequent reasons first.
SELECT kind, reason, SUM(total) AS total
  FROM reason_daily_stats
 WHERE day BETWEEN :from AND :to AND kind IN (:kinds)
 GROUP BY kind, reason
 ORDER BY total DESC, kind, reason
 LIMIT :most

-- name: recent
-- The facts of the type :type that became known last from :start to before :end, the newest first. No index has facts of a
-- type in the order of time, so the newest are looked for among those about the mails that were written last, so many of
-- them; all of this is in the index, and only what is shown is read from the table.
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
