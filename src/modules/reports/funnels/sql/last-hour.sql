-- One row: how many entered the funnel :funnelId and how many completed it within the last hour. From the log, whose index
-- by type and subject is in the order of time; among the entries nothing is.
SELECT COALESCE(SUM(type = 'funnel.subscriber_added'), 0) AS entered,
       COALESCE(SUM(type = 'funnel.subscriber_completed'), 0) AS completed
  FROM domain_events
 WHERE type IN ('funnel.subscriber_added', 'funnel.subscriber_completed')
   AND subject_id = :funnelId
   AND occurred_at > NOW(3) - INTERVAL 1 HOUR
