-- The same of everybody by hour: of those that began at :start or later and before :end.
SELECT hour,
       sent,
       opened AS opens,
       clicked AS clicks,
       unsubscribed AS unsubscribes,
       tracked_events AS events,
       orders,
       machine_opens AS machineOpens,
       machine_clicks AS machineClicks
  FROM hourly_stats
 WHERE hour >= :start
   AND hour < :end
