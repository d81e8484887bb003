import { type BacklogQuery, MOST_COUNTED } from '../../platform/metrics/backlog.js';
import { TALLIED } from './counts/sending-tallies.js';

const [ENROLLED, ...SETTLED] = TALLIED;
/** Of the sending `s`: a flow that waits for an hour, or for its mail server, has nothing that is due. */
const FLOWS = `s.state = 'open' AND (s.waiting_until IS NULL OR s.waiting_until <= NOW(3))`;
const firstOf = (condition: string, column: string): string =>
  `(SELECT m.${column} FROM email_messages m FORCE INDEX (ix_email_messages_due)
     WHERE m.source_type = s.source_type AND m.source_id = s.source_id AND ${condition} LIMIT 1)`;

/** Mails of flows that may send now, and hits on their way to the ledger while Redis does not take them. */
export const MAIL_BACKLOG: readonly BacklogQuery[] = [
  {
    queue: 'mails',
    // What is open is what is left of those who were written down: counting rows would take as long as there are mails.
    sql: `SELECT (SELECT CAST(GREATEST(0, COALESCE(SUM(t.${ENROLLED} - ${SETTLED.map((name) => `t.${name}`).join(' - ')}), 0)) AS UNSIGNED)
                    FROM sendings s JOIN sending_tallies t ON t.source_type = s.source_type AND t.source_id = s.source_id
                   WHERE ${FLOWS}) AS depth,
                 (SELECT MIN(due.since) FROM (
                    SELECT LEAST(
                             COALESCE(${firstOf(`m.state = 'pending' AND m.next_attempt_at IS NULL ORDER BY m.id`, 'created_at')}, NOW(3)),
                             COALESCE(${firstOf(`m.state = 'pending' AND m.next_attempt_at <= NOW(3) ORDER BY m.next_attempt_at`, 'next_attempt_at')}, NOW(3)),
                             COALESCE(${firstOf(`m.state = 'deferred' AND m.next_attempt_at <= NOW(3) ORDER BY m.next_attempt_at`, 'next_attempt_at')}, NOW(3))) AS since
                      FROM sendings s WHERE ${FLOWS}) AS due) AS oldest`,
  },
  {
    queue: 'hits',
    sql: `SELECT COUNT(*) AS depth, MIN(created_at) AS oldest FROM (
            SELECT created_at FROM email_hit_inbox ORDER BY id LIMIT ${MOST_COUNTED}) AS waiting`,
  },
];
