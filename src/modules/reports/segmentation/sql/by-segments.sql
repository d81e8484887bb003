-- The same for each set of segments that a contact is in: {mask} is a number with a bit for each segment, so that whoever is in
-- several segments is known to be.
SELECT g.mask,
       SUM(g.size) AS size,
       SUM(g.sent) AS sent,
       SUM(g.opened) AS opened,
       SUM(g.clicked) AS clicked,
       SUM(g.unsubscribed) AS unsubscribed,
       SUM(g.machineOpens) AS machineOpens,
       SUM(g.machineClicks) AS machineClicks,
       SUM(g.revenue) AS revenue
  FROM (
        SELECT {mask} AS mask,
               COUNT(*) AS size,
               0 AS sent,
               0 AS opened,
               0 AS clicked,
               0 AS unsubscribed,
               0 AS machineOpens,
               0 AS machineClicks,
               0 AS revenue
          FROM contacts c
         WHERE {members}
         GROUP BY mask
         UNION ALL
        SELECT STRAIGHT_JOIN {mask} AS mask,
               0 AS size,
               SUM(d.sent) AS sent,
               SUM(d.opened) AS opened,
               SUM(d.clicked) AS clicked,
               SUM(d.unsubscribed) AS unsubscribed,
               SUM(d.machine_opens) AS machineOpens,
               SUM(d.machine_clicks) AS machineClicks,
               0 AS revenue
          FROM contact_daily_stats d
          JOIN contacts c ON c.id = d.contact_id
         WHERE d.day BETWEEN :from AND :to
           AND {members}
         GROUP BY mask
         UNION ALL
        SELECT STRAIGHT_JOIN {mask} AS mask,
               0 AS size,
               0 AS sent,
               0 AS opened,
               0 AS clicked,
               0 AS unsubscribed,
               0 AS machineOpens,
               0 AS machineClicks,
               SUM(r.revenue) AS revenue
          FROM contact_revenue_daily_stats r
          JOIN contacts c ON c.id = r.contact_id
         WHERE r.day BETWEEN :from AND :to
           AND r.currency = :currency
           AND {members}
         GROUP BY mask) g
 WHERE g.mask > 0
 GROUP BY g.mask
