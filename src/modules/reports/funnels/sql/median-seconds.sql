-- One row: how long it took from coming to the step :stepId until it was done, as the median of its last 1,000 runs; null
-- when none of them was done. Skipped and failed runs are left out after the limit, because an index finds only the last.
SELECT AVG(seconds) AS seconds
  FROM (SELECT seconds, ROW_NUMBER() OVER (ORDER BY seconds) AS place, COUNT(*) OVER () AS total
          FROM (SELECT outcome, TIMESTAMPDIFF(MICROSECOND, arrived_at, ran_at) / 1000000 AS seconds
                  FROM funnel_step_runs
                 WHERE step_id = :stepId
                 ORDER BY ran_at DESC
                 LIMIT 1000) recent
         WHERE outcome = 'done') ranked
 WHERE place IN (FLOOR((total + 1) / 2), CEIL((total + 1) / 2))
