-- name: contact-stats
-- One row: the emails sent to contact :contactId, and how many a human opened or clicked at least once.
-- Bounced emails and emails with a complaint count as sent.
SELECT COALESCE(SUM(emails), 0) AS emails, COALESCE(SUM(opens), 0) AS opens, COALESCE(SUM(clicks), 0) AS clicks
  FROM (SELECT COUNT(*) AS emails, COUNT(first_human_open_at) AS opens, COUNT(first_human_click_at) AS clicks
          FROM email_messages WHERE contact_id = :contactId AND state IN ('sent', 'bounced', 'complained')
         UNION ALL
        SELECT COUNT(*), SUM(opened), SUM(clicked)
          FROM past_emails WHERE contact_id = :contactId AND state IN ('sent', 'bounced', 'complained')) figures
