-- name: campaigns
-- The campaigns that are not deleted with what their mails brought in :currency on the local days from :from to :to.
-- Order and limit are added behind. One whose orders were all cancelled has brought nothing and is not here.
SELECT s.campaign_id AS id, SUM(s.orders) AS orders, SUM(s.revenue) AS revenue, SUM(s.refunded) AS refunded
  FROM campaign_revenue_stats s
  JOIN campaigns p ON p.id = s.campaign_id AND p.deleted_at IS NULL
 WHERE s.currency = :currency AND s.day BETWEEN :from AND :to
 GROUP BY s.campaign_id
HAVING SUM(s.orders) <> 0 OR SUM(s.revenue) <> 0 OR SUM(s.refunded) <> 0

-- name: contact-count-ever
-- One row: how many contacts have brought anything in :currency. By the table itself: through the index it is far slower.
SELECT COUNT(*) AS total
  FROM contact_revenue_stats c
 WHERE c.currency = :currency AND (c.orders <> 0 OR c.revenue <> 0 OR c.refunded <> 0)

-- name: contacts-ever-of-members
-- The same of some contacts. Conditions on `c.contact_id` are added behind.
SELECT c.contact_id AS id, c.orders, c.revenue, c.refunded
  FROM contact_revenue_stats c
  JOIN contacts p ON p.id = c.contact_id
 WHERE c.currency = :currency AND (c.orders <> 0 OR c.revenue <> 0 OR c.refunded <> 0)

-- name: contacts-ever
-- What contacts have brought in :currency in all, those of everybody in the order of the index, so that a limit stops it
-- early. The names of the contacts are read elsewhere; the join leaves out who was just deleted.
SELECT c.contact_id AS id, c.orders, c.revenue, c.refunded
  FROM contact_revenue_stats c FORCE INDEX (ix_contact_revenue_stats_revenue)
  STRAIGHT_JOIN contacts p ON p.id = c.contact_id
 WHERE c.currency = :currency AND (c.orders <> 0 OR c.revenue <> 0 OR c.refunded <> 0)

-- name: contacts
-- What contacts brought in :currency on the local days from :from to :to. Conditions on `c.contact_id`, grouping, order and
-- limit are added behind.
SELECT c.contact_id AS id, SUM(c.orders) AS orders, SUM(c.revenue) AS revenue, SUM(c.refunded) AS refunded
  FROM contact_revenue_daily_stats c
  JOIN contacts p ON p.id = c.contact_id
 WHERE c.currency = :currency AND c.day BETWEEN :from AND :to

-- name: currencies-of-members
-- The same of some contacts. Conditions on `c.contact_id`, grouping and order are added behind.
SELECT c.currency, SUM(c.orders) AS orders, SUM(c.revenue) AS revenue, SUM(c.refunded) AS refunded
  FROM contact_revenue_daily_stats c
 WHERE c.day BETWEEN :from AND :to

-- name: currencies
-- What orders in all currencies brought on the local days from :from to :to, the one of most orders first.
SELECT currency, SUM(orders) AS orders, SUM(revenue) AS revenue, SUM(refunded) AS refunded
  FROM revenue_daily_stats
 WHERE day BETWEEN :from AND :to
 GROUP BY currency
 ORDER BY SUM(orders) DESC, currency

-- name: days-of-members
-- The same of some contacts. Conditions on `c.contact_id` and the grouping by `c.day` are added behind. What they brought
-- is not split up by what it is put down to, because contacts are not counted by campaign.
SELECT c.day, SUM(c.orders) AS orders, SUM(c.revenue) AS revenue, SUM(c.refunded) AS refunded,
       0 AS campaignRevenue, 0 AS funnelRevenue
  FROM contact_revenue_daily_stats c
 WHERE c.currency = :currency AND c.day BETWEEN :from AND :to

-- name: days
-- What orders in :currency brought on each local day from :from to :to, both included; days without any are not here.
SELECT day, orders, revenue, refunded, campaign_revenue AS campaignRevenue, funnel_revenue AS funnelRevenue
  FROM revenue_daily_stats
 WHERE currency = :currency AND day BETWEEN :from AND :to
 ORDER BY day

-- name: of-contacts-ever
-- What the contacts :ids have brought in :currency in all.
SELECT c.contact_id AS id, c.orders, c.revenue, c.refunded
  FROM contact_revenue_stats c
 WHERE c.contact_id IN (:ids) AND c.currency = :currency

-- name: of-contacts
-- What the contacts :ids brought in :currency on the local days from :from to :to, by the index that begins with the contact.
SELECT c.contact_id AS id, SUM(c.orders) AS orders, SUM(c.revenue) AS revenue, SUM(c.refunded) AS refunded
  FROM contact_revenue_daily_stats c FORCE INDEX (ix_contact_revenue_daily_stats_contact)
 WHERE c.contact_id IN (:ids) AND c.currency = :currency AND c.day BETWEEN :from AND :to
 GROUP BY c.contact_id

-- name: totals-of-members
-- One row: the same of some contacts. Conditions on `c.contact_id` are added behind.
SELECT COALESCE(SUM(c.orders), 0) AS orders,
       COALESCE(SUM(c.revenue), 0) AS revenue,
       COALESCE(SUM(c.refunded), 0) AS refunded,
       0 AS campaignOrders,
       0 AS campaignRevenue
  FROM contact_revenue_daily_stats c
 WHERE c.currency = :currency AND c.day BETWEEN :from AND :to

-- name: totals
-- One row: what orders in :currency brought on the local days from :from to :to, both included.
SELECT COALESCE(SUM(orders), 0) AS orders,
       COALESCE(SUM(revenue), 0) AS revenue,
       COALESCE(SUM(refunded), 0) AS refunded,
       COALESCE(SUM(campaign_orders), 0) AS campaignOrders,
       COALESCE(SUM(campaign_revenue), 0) AS campaignRevenue
  FROM revenue_daily_stats
 WHERE currency = :currency AND day BETWEEN :from AND :to
