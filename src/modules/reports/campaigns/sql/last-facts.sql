-- What people and mail servers did last about mails of the campaign :campaignId, the newest first, among the facts with ids
-- from :first to :last. Ids grow with time, so the walk is back through the table itself and ends at the last row it needs.
SELECT id, type, data
  FROM domain_events FORCE INDEX (PRIMARY)
 WHERE id BETWEEN :first AND :last
   AND type IN (:types)
   AND COALESCE(JSON_VALUE(data, '$.email.campaign_id'), JSON_VALUE(data, '$.campaign_id')) = :campaignId
 ORDER BY id DESC
 LIMIT :most
