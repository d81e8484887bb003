-- name: campaigns
-- Campaigns that are not deleted, with their revenue in :currency on the local days from :from to :to. The caller
-- appends order and limit. A campaign whose orders were all canceled is absent.
SELECT s.campaign_id AS id, SUM(s.orders) AS orders, SUM(s.revenue) AS revenue, SUM(s.refunded) AS refunded
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
SELECT c.contact_id AS id, c.orders, c.revenue, c.refunded
  FROM contact_revenue_stats c
  JOIN contacts p ON p.id = c.contact_id
 WHERE c.currency = :currency AND (c.orders <> 0 OR c.revenue <> 0 OR c.refunded <> 0)

-- name: contacts-ever
-- All-time revenue of contacts in :currency, in the order of the index, so that a limit stops the scan early. The join
-- excludes contacts that were just deleted.
SELECT c.contact_id AS id, c.orders, c.revenue, c.refunded
  FROM contact_revenue_stats c FORCE INDEX (ix_contact_revenue_stats_revenue)
  STRAIGHT_JOIN contacts p ON p.id = c.contact_id
 WHERE c.currency = :currency AND (c.orders <> 0 OR c.revenue <> 0 OR c.refunded <> 0)

-- name: contacts
-- Revenue of contacts in :currency on the local days from :from to :to. The caller appends conditions on
-- `c.contact_id`, grouping, order, and limit.
SELECT c.contact_id AS id, SUM(c.orders) AS orders, SUM(c.revenue) AS revenue, SUM(c.refunded) AS refunded
  FROM contact_revenue_daily_stats c
  JOIN contacts p ON p.id = c.contact_id
 WHERE c.currency = :currency AND c.day BETWEEN :from AND :to

-- name: currencies-of-audience
-- The same for an audience. The caller appends conditions on `c.contact_id`, grouping, and order.
SELECT c.currency, SUM(c.orders) AS orders, SUM(c.revenue) AS revenue, SUM(c.refunded) AS refunded
  FROM contact_revenue_daily_stats c
 WHERE c.day BETWEEN :from AND :to

-- name: currencies
-- Revenue by currency on the local days from :from to :to, the currency with the most orders first.
SELECT currency, SUM(orders) AS orders, SUM(revenue) AS revenue, SUM(refunded) AS refunded
  FROM revenue_daily_stats
 WHERE day BETWEEN :from AND :to
 GROUP BY currency
 ORDER BY SUM(orders) DESC, currency

-- name: days-of-audience
-- The same for an audience. The caller appends conditions on `c.contact_id` and grouping by `c.day`. Not split by
-- attribution, which is not counted by contact.
SELECT c.day, SUM(c.orders) AS orders, SUM(c.revenue) AS revenue, SUM(c.refunded) AS refunded,
       0 AS campaignRevenue, 0 AS funnelRevenue
  FROM contact_revenue_daily_stats c
 WHERE c.currency = :currency AND c.day BETWEEN :from AND :to

-- name: days
-- Revenue in :currency on each local day from :from to :to (inclusive); days without orders are absent.
SELECT day, orders, revenue, refunded, campaign_revenue AS campaignRevenue, funnel_revenue AS funnelRevenue
  FROM revenue_daily_stats
 WHERE currency = :currency AND day BETWEEN :from AND :to
 ORDER BY day

-- name: of-contacts-ever
-- All-time revenue of the contacts :ids in :currency.
SELECT c.contact_id AS id, c.orders, c.revenue, c.refunded
  FROM contact_revenue_stats c
 WHERE c.contact_id IN (:ids) AND c.currency = :currency

-- name: of-contacts
-- Revenue of the contacts :ids in :currency on the local days from :from to :to, by the index on the contact.
SELECT c.contact_id AS id, SUM(c.orders) AS orders, SUM(c.revenue) AS revenue, SUM(c.refunded) AS refunded
  FROM contact_revenue_daily_stats c FORCE INDEX (ix_contact_revenue_daily_stats_contact)
 WHERE c.contact_id IN (:ids) AND c.currency = :currency AND c.day BETWEEN :from AND :to
 GROUP BY c.contact_id

-- name: totals-of-audience
-- One row: the same for an audience. The caller appends conditions on `c.contact_id`.
SELECT COALESCE(SUM(c.orders), 0) AS orders,
       COALESCE(SUM(c.revenue), 0) AS revenue,
       COALESCE(SUM(c.refunded), 0) AS refunded,
       0 AS campaignOrders,
       0 AS campaignRevenue
  FROM contact_revenue_daily_stats c
 WHERE c.currency = :currency AND c.day BETWEEN :from AND :to

-- name: totals
-- One row: revenue in :currency on the local days from :from to :to (inclusive).
SELECT COALESCE(SUM(orders), 0) AS orders,
       COALESCE(SUM(revenue), 0) AS revenue,
       COALESCE(SUM(refunded), 0) AS refunded,
       COALESCE(SUM(campaign_orders), 0) AS campaignOrders,
       COALESCE(SUM(campaign_revenue), 0) AS campaignRevenue
  FROM revenue_daily_stats
 WHERE currency = :currency AND day BETWEEN :from AND :to
