-- The facts of the type :type that became known last from :start to before :end, the newest first. No index has facts of a
-- type in the order of time, so the newest are looked for among those about the mails that were written last, so many of
-- them; all of this is in the index, and only what is shown is read from the table.
SELECT e.data
  FROM (SELECT n.id, n.occurred_at
          FROM (SELECT id, occurred_at
                  FROM domain_events FORCE INDEX (ix_domain_events_history)
                 WHERE type = :type AND occurred_at >= :start AND occurred_at < :end
                 ORDER BY subject_id DESC, occurred_at DESC, id DESC
                 LIMIT :among) n
         ORDER BY n.occurred_at DESC, n.id DESC
         LIMIT :most) r
  JOIN domain_events e ON e.id = r.id
 ORDER BY r.occurred_at DESC, r.id DESC
