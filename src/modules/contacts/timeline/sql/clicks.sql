-- The clicks :ids of a timeline, each with its mail and the link as the campaign has it.
SELECT h.id, m.id AS email_id, COALESCE(m.subject, c.subject) AS subject, m.state, m.source_type, m.source_id,
       COALESCE(l.url, '') AS url
  FROM email_hits h
  JOIN email_messages m ON m.id = h.message_id
  JOIN email_contents c ON c.id = m.content_id
  LEFT JOIN email_links l ON l.id = h.link_id
 WHERE h.id IN (:ids)
