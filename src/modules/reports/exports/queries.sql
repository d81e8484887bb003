-- name: booked
-- What the orders :orderIds have brought campaign :campaignId, as its reports count it.
SELECT order_id AS orderId, SUM(amount) AS amount
  FROM revenue_entries
 WHERE order_id IN (:orderIds) AND campaign_id = :campaignId
 GROUP BY order_id

-- name: hits
-- The next :most opens and clicks of the mails :mailIds behind the hit :afterHit of the mail :afterMail, mail by mail.
SELECT h.id, h.message_id AS mailId, h.kind, h.is_machine AS isMachine, h.occurred_at AS occurredAt, l.url
  FROM email_hits h
  LEFT JOIN email_links l ON l.id = h.link_id
 WHERE h.message_id IN (:mailIds)
   AND h.message_id >= :afterMail AND (h.message_id > :afterMail OR h.id > :afterHit)
   AND h.is_machine <= :mayBeMachine
 ORDER BY h.message_id, h.id
 LIMIT :most

-- name: mails
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

-- name: orders
-- The next :most orders that are put down to campaign :campaignId behind the order :afterId of the moment :afterMoment.
SELECT o.id, o.provider, o.external_id AS externalId, o.contact_id AS contactId, c.email, o.status, o.currency,
       o.total, o.refunded, o.ordered_at AS orderedAt, o.touch, o.email_id AS mailId
  FROM orders o
  LEFT JOIN contacts c ON c.id = o.contact_id
 WHERE o.campaign_id = :campaignId
   AND o.ordered_at >= :afterMoment AND (o.ordered_at > :afterMoment OR o.id > :afterId)
 ORDER BY o.ordered_at, o.id
 LIMIT :most

-- name: touched-mails
-- The next :most mails of campaign :campaignId behind the mail :after that anybody, or anything, has opened or clicked in.
SELECT m.id, m.contact_id AS contactId, m.email
  FROM email_messages m FORCE INDEX (ix_email_messages_source)
 WHERE m.source_type = 'campaign' AND m.source_id = :campaignId AND m.id > :after
   AND m.human_opens + m.human_clicks + m.machine_opens + m.machine_clicks > 0
 ORDER BY m.id
 LIMIT :most
