-- The newest fact there is, and the newest from before :moment; null where there is none.
SELECT (SELECT MAX(id) FROM domain_events) AS newest,
       (SELECT id FROM domain_events WHERE occurred_at < :moment ORDER BY occurred_at DESC, id DESC LIMIT 1) AS newestBefore
