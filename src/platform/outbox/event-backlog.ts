import { type BacklogQuery, MAX_COUNTED } from '../metrics/backlog.js';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../database/database.js';
import { HealthNotices } from '../health/health-notices.js';

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

/** Normal lag is under a second, or some seconds after a large transaction. */
const STALLED_AFTER_SECONDS = 60;

/** Readiness notice about undelivered events. */
@Injectable()
export class OutboxHealth implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly notices: HealthNotices,
  ) {}

  onModuleInit(): void {
    this.notices.add('events', async () => {
      const [{ waiting, late, parked } = { waiting: null, late: null, parked: 0 }] = await this.db.query<{
        waiting: number | null;
        late: string | null;
        parked: number;
      }>(
        `SELECT (SELECT TIMESTAMPDIFF(SECOND, occurred_at, NOW(3)) FROM domain_events WHERE state = 'new' ORDER BY id LIMIT 1)
                  AS waiting,
                (SELECT GROUP_CONCAT(l.subscriber ORDER BY l.subscriber SEPARATOR ', ')
                   FROM ${LATE_SUBSCRIBERS}) AS late,
                (SELECT COUNT(*) FROM (SELECT 1 FROM parked_events LIMIT 1000) AS some) AS parked`,
      );
      const words = [
        ...(waiting !== null && waiting >= STALLED_AFTER_SECONDS ? [`no event delivered for ${waiting} s`] : []),
        ...(late === null ? [] : [`late: ${late}`]),
        ...(parked === 0 ? [] : [`${parked} parked`]),
      ];
      return words.join('; ') || null;
    });
  }
}
