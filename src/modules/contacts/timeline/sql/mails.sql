-- The mails :ids of a timeline. A mail has a subject of its own once it was rendered for its reader.
SELECT m.id, m.id AS email_id, COALESCE(m.subject, c.subject) AS subject, m.state, m.source_type, m.source_id
  FROM email_messages m
  JOIN email_contents c ON c.id = m.content_id
 WHERE m.id IN (:ids)
