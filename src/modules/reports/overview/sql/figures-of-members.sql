-- One row: the same from the days of single contacts. Conditions on `c.contact_id` are added behind: members are those
-- of now, and there is no history of memberships that could say otherwise. EXISTS, because a join with a contact's two
-- lists would count its mails twice.
SELECT COALESCE(SUM(c.sent), 0) AS sent,
       COALESCE(SUM(c.opened), 0) AS opened,
       COALESCE(SUM(c.clicked), 0) AS clicked,
       COALESCE(SUM(c.machine_opens), 0) AS machineOpens,
       COALESCE(SUM(c.machine_clicks), 0) AS machineClicks,
       COALESCE(SUM(c.new_subscribed), 0) AS newSubscribed
  FROM contact_daily_stats c
 WHERE c.day BETWEEN :from AND :to
