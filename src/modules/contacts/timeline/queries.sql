-- name: clicks
-- The clicks :ids of a timeline, each with its email and the link in the campaign.
SELECT h.id, m.id AS email_id, COALESCE(m.subject, c.subject) AS subject, m.state, m.source_type, m.source_id,
       COALESCE(l.url, '') AS url
  FROM email_hits h
  JOIN email_messages m ON m.id = h.message_id
  JOIN email_contents c ON c.id = m.content_id
  LEFT JOIN email_links l ON l.id = h.link_id
 WHERE h.id IN (:ids)

-- name: emails
-- The emails :ids of a timeline. An email has its own subject once it is rendered.
SELECT m.id, m.id AS email_id, COALESCE(m.subject, c.subject) AS subject, m.state, m.source_type, m.source_id, m.bounce_type, m.reason
  FROM email_messages m
  JOIN email_contents c ON c.id = m.content_id
 WHERE m.id IN (:ids)

-- name: notes
-- The notes :ids of a timeline.
SELECT id, type, status, title, description, created_by, updated_at
  FROM notes
 WHERE id IN (:ids)

-- name: orders
-- The current state of the orders :ids of a timeline.
SELECT id, external_id, provider, status, currency, total, refunded, campaign_id, funnel_id
  FROM orders
 WHERE id IN (:ids)

-- name: refunds
-- The refunds :ids of a timeline, each with its order.
SELECT r.id, r.external_id, r.amount, r.reason, o.id AS order_id, o.external_id AS order_external_id, o.provider, o.currency
  FROM order_refunds r
  JOIN orders o ON o.id = r.order_id
 WHERE r.id IN (:ids)

-- name: enrollments
-- The enrollments :ids of a timeline, each with its funnel version and the current title of the funnel.
SELECT e.id, e.funnel_id, f.title, v.version, e.exit_reason
  FROM funnel_entries e
  JOIN funnels f ON f.id = e.funnel_id
  JOIN funnel_versions v ON v.id = e.version_id
 WHERE e.id IN (:ids)
