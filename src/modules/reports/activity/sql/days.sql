-- A row for each of the local days from :from to :to on which anybody did anything.
SELECT day,
       sent,
       opened AS opens,
       clicked AS clicks,
       unsubscribed AS unsubscribes,
       tracked_events AS events,
       orders,
       machine_opens AS machineOpens,
       machine_clicks AS machineClicks
  FROM daily_stats
 WHERE day BETWEEN :from AND :to
