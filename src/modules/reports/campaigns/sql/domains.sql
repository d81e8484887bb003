-- Where most readers of the campaign :campaignId have their mailboxes, and what became of the mails there.
SELECT domain,
       SUM(sent) AS sent,
       SUM(bounced) AS bounced,
       SUM(complained) AS complained,
       SUM(unsubscribed) AS unsubscribed
  FROM campaign_domain_stats
 WHERE campaign_id = :campaignId AND day BETWEEN :from AND :to
 GROUP BY domain
 ORDER BY sent DESC, bounced DESC, domain
 LIMIT :most
