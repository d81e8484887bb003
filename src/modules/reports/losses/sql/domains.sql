-- Where most was lost on the days from :from to :to. `{lost}` is the counter that says what. Most domains lose nothing on most
-- days, so that few rows are left to be grouped; how many mails went to those found is another question.
SELECT domain, SUM({lost}) AS lost
  FROM domain_daily_stats
 WHERE day BETWEEN :from AND :to AND {lost} > 0
 GROUP BY domain
 ORDER BY lost DESC, domain
 LIMIT :most
