-- The next :most opens and clicks of the mails :mailIds behind the hit :afterHit of the mail :afterMail, mail by mail.
SELECT h.id, h.message_id AS mailId, h.kind, h.is_machine AS isMachine, h.occurred_at AS occurredAt, l.url
  FROM email_hits h
  LEFT JOIN email_links l ON l.id = h.link_id
 WHERE h.message_id IN (:mailIds)
   AND h.message_id >= :afterMail AND (h.message_id > :afterMail OR h.id > :afterHit)
   AND h.is_machine <= :mayBeMachine
 ORDER BY h.message_id, h.id
 LIMIT :most
