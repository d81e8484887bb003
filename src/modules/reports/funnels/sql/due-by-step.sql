-- Before which steps of the funnel :funnelId those stand whose step is due by :now. As a rule they are few, because it runs
-- at once; of very many, as after a long pause, only so many are looked at.
SELECT stepId, COUNT(*) AS total
  FROM (SELECT next_step_id AS stepId
          FROM funnel_entries FORCE INDEX (ix_funnel_entries_due)
         WHERE funnel_id = :funnelId AND due_at <= :now
         LIMIT 10000) due
 WHERE stepId IS NOT NULL
 GROUP BY stepId
