-- name: attributed-revenue
-- Revenue of the orders :orderIds that the reports of campaign :campaignId count.
SELECT order_id AS orderId, SUM(amount) AS amount
  FROM revenue_entries
 WHERE order_id IN (:orderIds) AND campaign_id = :campaignId
 GROUP BY order_id

-- name: tracking-events
-- The next :most opens and clicks of the emails :emailIds after the event :afterEvent of the email :afterEmail.
SELECT h.id, h.message_id AS emailId, h.kind, h.is_machine AS isMachine, h.occurred_at AS occurredAt, l.url
  FROM email_hits h
  LEFT JOIN email_links l ON l.id = h.link_id
 WHERE h.message_id IN (:emailIds)
   AND h.message_id >= :afterEmail AND (h.message_id > :afterEmail OR h.id > :afterEvent)
   AND h.is_machine <= :mayBeMachine
 ORDER BY h.message_id, h.id
 LIMIT :most

-- name: emails
-- The next :most emails of campaign :campaignId after the email :after, with their contacts, who may be deleted.
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
-- The next :most orders attributed to campaign :campaignId after the order :afterId at :afterMoment.
SELECT o.id, o.provider, o.external_id AS externalId, o.contact_id AS contactId, c.email, o.status, o.currency,
       o.total, o.refunded, o.ordered_at AS orderedAt, o.touch, o.email_id AS emailId
  FROM orders o
  LEFT JOIN contacts c ON c.id = o.contact_id
 WHERE o.campaign_id = :campaignId
   AND o.ordered_at >= :afterMoment AND (o.ordered_at > :afterMoment OR o.id > :afterId)
 ORDER BY o.ordered_at, o.id
 LIMIT :most

-- name: tracked-emails
-- The next :most emails of campaign :campaignId after the email :after that have an open or click, human or machine.
SELECT m.id, m.contact_id AS contactId, m.email
  FROM email_messages m FORCE INDEX (ix_email_messages_source)
 WHERE m.source_type = 'campaign' AND m.source_id = :campaignId AND m.id > :after
   AND m.human_opens + m.human_clicks + m.machine_opens + m.machine_clicks > 0
 ORDER BY m.id
 LIMIT :most
