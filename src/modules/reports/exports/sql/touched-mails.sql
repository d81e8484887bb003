-- The next :most mails of campaign :campaignId behind the mail :after that anybody, or anything, has opened or clicked in.
SELECT m.id, m.contact_id AS contactId, m.email
  FROM email_messages m FORCE INDEX (ix_email_messages_source)
 WHERE m.source_type = 'campaign' AND m.source_id = :campaignId AND m.id > :after
   AND m.human_opens + m.human_clicks + m.machine_opens + m.machine_clicks > 0
 ORDER BY m.id
 LIMIT :most
