import { type BacklogQuery, MAX_COUNTED } from '../../../platform/metrics/backlog.js';
import { COUNTED_STATES } from '../../../events/email-state.js';

/** Sendings `s` that can send now: neither waiting for a send window nor for the mail server. */
const FLOWS = `s.state = 'open' AND (s.waiting_until IS NULL OR s.waiting_until <= :now)`;
const firstOf = (condition: string, column: string): string =>
  `(SELECT m.${column} FROM email_messages m FORCE INDEX (ix_email_messages_due)
     WHERE m.source_type = s.source_type AND m.source_id = s.source_id AND ${condition} LIMIT 1)`;

/** The backlog of due emails, and of tracking events in the database while Redis is unavailable. */
export const EMAIL_BACKLOG: readonly BacklogQuery[] = [
  {
    queue: 'mails',
    // Counters are used because counting rows would take time in proportion to the number of emails.
    sql: `SELECT (SELECT CAST(GREATEST(0, COALESCE(SUM(t.enrolled - ${COUNTED_STATES.map((name) => `t.${name}`).join(' - ')}), 0)) AS UNSIGNED)
                    FROM sendings s JOIN sending_tallies t ON t.source_type = s.source_type AND t.source_id = s.source_id
                   WHERE ${FLOWS}) AS depth,
                 (SELECT MIN(due.since) FROM (
                    SELECT LEAST(
                             COALESCE(${firstOf(`m.state = 'pending' AND m.next_attempt_at IS NULL ORDER BY m.id`, 'created_at')}, :now),
                             COALESCE(${firstOf(`m.state = 'pending' AND m.next_attempt_at <= :now ORDER BY m.next_attempt_at`, 'next_attempt_at')}, :now),
                             COALESCE(${firstOf(`m.state = 'deferred' AND m.next_attempt_at <= :now ORDER BY m.next_attempt_at`, 'next_attempt_at')}, :now)) AS since
                      FROM sendings s WHERE ${FLOWS}) AS due) AS oldest`,
    unfinished: `SELECT 1 FROM sendings s JOIN email_messages m ON m.source_type = s.source_type AND m.source_id = s.source_id
                  WHERE ${FLOWS} AND (m.state = 'sending' OR (m.state IN ('pending', 'deferred')
                    AND (m.next_attempt_at IS NULL OR m.next_attempt_at <= :soon)))`,
    task: 'Sending sweep',
  },
  {
    queue: 'hits',
    sql: `SELECT COUNT(*) AS depth, MIN(created_at) AS oldest FROM (
            SELECT created_at FROM email_hit_inbox ORDER BY id LIMIT ${MAX_COUNTED}) AS waiting`,
    task: 'Tracking event inbox',
  },
  {
    queue: 'bounces',
    sql: `SELECT COUNT(*) AS depth, NULL AS oldest FROM (SELECT 1 FROM bounce_backlog LIMIT ${MAX_COUNTED}) AS waiting`,
    task: 'Bounce backlog',
  },
];
