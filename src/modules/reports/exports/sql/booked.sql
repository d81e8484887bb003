-- What the orders :orderIds have brought campaign :campaignId, as its reports count it.
SELECT order_id AS orderId, SUM(amount) AS amount
  FROM revenue_entries
 WHERE order_id IN (:orderIds) AND campaign_id = :campaignId
 GROUP BY order_id
