-- The next :most mails of campaign :campaignId behind the mail :after, each with its contact, who may be gone.
SELECT m.id, m.contact_id AS contactId, m.email, c.first_name AS firstName, c.last_name AS lastName, m.state, m.variant,
       m.settled_at AS settledAt, m.first_human_open_at AS openedAt, m.first_human_click_at AS clickedAt,
       m.human_opens AS humanOpens, m.human_clicks AS humanClicks,
       m.machine_opens AS machineOpens, m.machine_clicks AS machineClicks,
       m.unsubscribed_at AS unsubscribedAt, m.unsubscribe_reason AS unsubscribeReason,
       m.bounced_at AS bouncedAt, m.bounce_type AS bounceType, m.complained_at AS complainedAt, m.reason
  FROM email_messages m FORCE INDEX (ix_email_messages_source)
  LEFT JOIN contacts c ON c.id = m.contact_id
 WHERE m.source_type = 'campaign' AND m.source_id = :campaignId AND m.id > :after
 ORDER BY m.id
 LIMIT :most
