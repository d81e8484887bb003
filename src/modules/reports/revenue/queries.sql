-- name: campaigns
-- Campaigns that are not deleted, with their revenue in :currency on the local days from :from to :to. The caller
-- appends order and limit. A campaign whose orders were all canceled is absent.
SELECT s.campaign_id AS id, {sums s}
  FROM campaign_revenue_stats s
  JOIN campaigns p ON p.id = s.campaign_id AND p.deleted_at IS NULL
 WHERE s.currency = :currency AND s.day BETWEEN :from AND :to
 GROUP BY s.campaign_id
HAVING SUM(s.orders) <> 0 OR SUM(s.revenue) <> 0 OR SUM(s.refunded) <> 0

-- name: contact-count-ever
-- One row: the number of contacts with revenue in :currency. By a table scan: the index is far slower.
SELECT COUNT(*) AS total
  FROM contact_revenue_stats c
 WHERE c.currency = :currency AND (c.orders <> 0 OR c.revenue <> 0 OR c.refunded <> 0)

-- name: contacts-ever-of-audience
-- The same for an audience. The caller appends conditions on `c.contact_id`.
SELECT c.contact_id AS id, {counters c}
  FROM contact_revenue_stats c
  JOIN contacts p ON p.id = c.contact_id
 WHERE c.currency = :currency AND (c.orders <> 0 OR c.revenue <> 0 OR c.refunded <> 0)

-- name: contacts-ever
-- All-time revenue of contacts in :currency, in the order of the index, so that a limit stops the scan early. The join
-- excludes contacts that were just deleted.
SELECT c.contact_id AS id, {counters c}
  FROM contact_revenue_stats c FORCE INDEX (ix_contact_revenue_stats_revenue)
  STRAIGHT_JOIN contacts p ON p.id = c.contact_id
 WHERE c.currency = :currency AND (c.orders <> 0 OR c.revenue <> 0 OR c.refunded <> 0)

-- name: contacts
-- Revenue of contacts in :currency on the local days from :from to :to. The caller appends conditions on
-- `c.contact_id`, grouping, order, and limit.
SELECT c.contact_id AS id, {sums c}
  FROM contact_revenue_daily_stats c
  JOIN contacts p ON p.id = c.contact_id
 WHERE c.currency = :currency AND c.day BETWEEN :from AND :to

-- name: of-contacts-ever
-- All-time revenue of the contacts :ids in :currency.
SELECT c.contact_id AS id, {counters c}
  FROM contact_revenue_stats c
 WHERE c.contact_id IN (:ids) AND c.currency = :currency

-- name: of-contacts
-- Revenue of the contacts :ids in :currency on the local days from :from to :to, by the index on the contact.
SELECT c.contact_id AS id, {sums c}
  FROM contact_revenue_daily_stats c FORCE INDEX (ix_contact_revenue_daily_stats_contact)
 WHERE c.contact_id IN (:ids) AND c.currency = :currency AND c.day BETWEEN :from AND :to
 GROUP BY c.contact_id
