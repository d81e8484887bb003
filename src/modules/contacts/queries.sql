-- name: contact-stats
-- One row: the mails that contact :contactId was sent, and how many of them a human opened or clicked at least once.
-- A bounced mail and one complained about were sent too.
SELECT COUNT(*) AS emails,
       COUNT(first_human_open_at) AS opens,
       COUNT(first_human_click_at) AS clicks
  FROM email_messages
 WHERE contact_id = :contactId
   AND state IN ('sent', 'bounced', 'complained')
