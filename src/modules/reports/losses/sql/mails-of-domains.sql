-- How many mails went to :domains on :days, and how many of them came back. Days are named one by one, because between two
-- of them the server would read all domains.
SELECT domain, SUM(sent) AS sent, SUM(bounced) AS bounced
  FROM domain_daily_stats
 WHERE day IN (:days) AND domain IN (:domains)
 GROUP BY domain
