import { type BacklogQuery, MAX_COUNTED } from '../metrics/backlog.js';

/** SQL: subscribers that the relay has left behind. */
export const LATE_SUBSCRIBERS = 'late_subscribers l JOIN relay_state s ON l.position < s.last_position';

/** Undelivered events: of the relay, of late subscribers, and parked ones. */
export const EVENT_BACKLOG: readonly BacklogQuery[] = [
  {
    queue: 'events',
    sql: `SELECT COUNT(*) AS depth, MIN(occurred_at) AS oldest FROM (
            SELECT occurred_at FROM domain_events WHERE state = 'new' ORDER BY id LIMIT ${MAX_COUNTED}) AS waiting`,
  },
  {
    queue: 'late_events',
    sql: `SELECT COALESCE(SUM(s.last_position - l.position), 0) AS depth, MIN(l.since) AS oldest
            FROM ${LATE_SUBSCRIBERS}`,
  },
  {
    queue: 'parked_events',
    sql: `SELECT COUNT(*) AS depth, MIN(parked_at) AS oldest FROM (
            SELECT parked_at FROM parked_events LIMIT ${MAX_COUNTED}) AS parked`,
    // The others wait for an operator.
    unfinished: 'SELECT 1 FROM parked_events WHERE retry_requested_at <= :now',
  },
];
