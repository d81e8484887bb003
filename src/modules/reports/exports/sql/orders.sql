-- The next :most orders that are put down to campaign :campaignId behind the order :afterId of the moment :afterMoment.
SELECT o.id, o.provider, o.external_id AS externalId, o.contact_id AS contactId, c.email, o.status, o.currency,
       o.total, o.refunded, o.ordered_at AS orderedAt, o.touch, o.email_id AS mailId
  FROM orders o
  LEFT JOIN contacts c ON c.id = o.contact_id
 WHERE o.campaign_id = :campaignId
   AND o.ordered_at >= :afterMoment AND (o.ordered_at > :afterMoment OR o.id > :afterId)
 ORDER BY o.ordered_at, o.id
 LIMIT :most
