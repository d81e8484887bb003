import { type BacklogQuery, MOST_COUNTED } from '../metrics/backlog.js';

/** Events that nobody has carried yet, and those that a subscriber could not take. */
export const EVENT_BACKLOG: readonly BacklogQuery[] = [
  {
    queue: 'events',
    sql: `SELECT COUNT(*) AS depth, MIN(occurred_at) AS oldest FROM (
            SELECT occurred_at FROM domain_events WHERE state = 'new' ORDER BY id LIMIT ${MOST_COUNTED}) AS waiting`,
  },
  {
    queue: 'parked_events',
    sql: `SELECT COUNT(*) AS depth, MIN(parked_at) AS oldest FROM (
            SELECT parked_at FROM parked_events LIMIT ${MOST_COUNTED}) AS parked`,
  },
];
