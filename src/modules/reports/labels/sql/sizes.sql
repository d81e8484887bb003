-- Every {label} with its maintained counters.
SELECT id,
       title,
       total_count AS totalCount,
       subscribed_count AS subscribersCount
  FROM {label}s
