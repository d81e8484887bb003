-- One row: the same of the mails to the present members of the {label} :id. The server begins with the days or with the
-- members, whichever are fewer.
SELECT COALESCE(SUM(c.sent), 0) AS sent,
       COALESCE(SUM(c.opened), 0) AS opened,
       COALESCE(SUM(c.clicked), 0) AS clicked,
       COALESCE(SUM(c.unsubscribed), 0) AS unsubscribed,
       COALESCE(SUM(c.machine_opens), 0) AS machineOpens,
       COALESCE(SUM(c.machine_clicks), 0) AS machineClicks
  FROM contact_{label}s m
  JOIN contact_daily_stats c ON c.contact_id = m.contact_id
 WHERE m.{label}_id = :id
   AND c.day BETWEEN :from AND :to
