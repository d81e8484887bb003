-- name: campaign-orders
-- Paid orders that are attributed to the campaign :campaignId, newest first. The caller appends the cursor condition
-- and the limit of the page.
SELECT o.id, o.external_id, o.provider, o.contact_id, o.status, o.currency, o.total, o.refunded, o.items, o.email_id,
       o.ordered_at, o.source_updated_at, o.created_at, o.updated_at,
       c.email AS contact_email, c.first_name, c.last_name, c.status AS contact_status
  FROM orders o
  LEFT JOIN contacts c ON c.id = o.contact_id
 WHERE o.campaign_id = :campaignId AND o.status IN ('completed', 'refunded')
