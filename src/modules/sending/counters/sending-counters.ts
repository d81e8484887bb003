import { Injectable } from '@nestjs/common';
import { Database, type Tx, type Reader } from '../../../platform/database/database.js';
import type { EmailSource, EmailState } from '../../../events/email-state.js';

/** Counted states: enrolled recipients, and every final state. */
export const COUNTED = [
  'enrolled',
  'sent',
  'failed',
  'bounced',
  'complained',
  'skipped',
  'unknown',
  'cancelled',
] as const;
type Counted = (typeof COUNTED)[number];

/** Increments per counter; omitted counters do not change. */
type CounterChange = Readonly<Partial<Record<Counted, number>>>;

interface SendingCounts extends Readonly<Record<Counted, number>> {
  /** Emails submitted per second during the last minute. */
  readonly sentPerSecond: number;
}

const SHARDS = 16;
const THIS_MINUTE = 'FLOOR(UNIX_TIMESTAMP(NOW()) / 60)';

/** Maintains a sending's counters in the transactions that change them: exact at any time and cheap to read. */
@Injectable()
export class SendingCounters {
  constructor(private readonly db: Database) {}

  /** Call it last in a transaction: the shard stays locked until the commit. */
  async change(tx: Tx, { type, id }: EmailSource, by: CounterChange): Promise<void> {
    const changes = COUNTED.map((name) => by[name] ?? 0);
    if (changes.every((change) => change === 0)) return;
    const sent = Math.max(0, by.sent ?? 0);
    await tx.execute(
      // MySQL assigns in this order; each of the last three reads the old values of the ones after it.
      `INSERT INTO sending_tallies (source_type, source_id, shard, ${COUNTED.join(', ')}, minute, sent_this_minute)
       VALUES (:type, :id, :shard, ${COUNTED.map((name) => `:${name}`).join(', ')}, ${THIS_MINUTE}, :sentNow)
       ON DUPLICATE KEY UPDATE
         ${COUNTED.map((name) => `${name} = ${name} + :${name}`).join(', ')},
         sent_last_minute = IF(minute = ${THIS_MINUTE}, sent_last_minute, IF(minute = ${THIS_MINUTE} - 1, sent_this_minute, 0)),
         sent_this_minute = IF(minute = ${THIS_MINUTE}, sent_this_minute, 0) + :sentNow,
         minute = ${THIS_MINUTE}`,
      {
        type,
        id,
        shard: Math.floor(Math.random() * SHARDS),
        sentNow: sent,
        ...Object.fromEntries(COUNTED.map((name, index) => [name, changes[index] ?? 0])),
      },
    );
  }

  /** Counts emails that reach a final state; call it last in a transaction, like `change`. */
  async settle(tx: Tx, emails: readonly { readonly source: EmailSource; readonly state: EmailState }[]): Promise<void> {
    const bySource = new Map<string, { source: EmailSource; states: EmailState[] }>();
    for (const { source, state } of emails) {
      const key = `${source.type}:${source.id}`;
      const entry = bySource.get(key) ?? { source, states: [] };
      entry.states.push(state);
      bySource.set(key, entry);
    }
    // Ordered by key to prevent deadlocks.
    for (const [, { source, states }] of [...bySource].sort(([a], [b]) => (a < b ? -1 : 1)))
      await this.change(tx, source, changeOf(states));
  }

  async of({ type, id }: EmailSource, reader: Reader = this.db): Promise<SendingCounts> {
    const [row] = await reader.query<Record<Counted, number> & { recent: number }>(
      `SELECT ${COUNTED.map((name) => `COALESCE(SUM(${name}), 0) AS ${name}`).join(', ')},
              COALESCE(SUM(IF(minute = ${THIS_MINUTE}, sent_this_minute, 0)
                + IF(minute = ${THIS_MINUTE}, sent_last_minute, IF(minute = ${THIS_MINUTE} - 1, sent_this_minute, 0))
                * (60 - UNIX_TIMESTAMP(NOW(3)) % 60) / 60), 0) AS recent
         FROM sending_tallies WHERE source_type = :type AND source_id = :id`,
      { type, id },
    );
    const counts = Object.fromEntries(COUNTED.map((name) => [name, row?.[name] ?? 0])) as Record<Counted, number>;
    return { ...counts, sentPerSecond: Math.round(((row?.recent ?? 0) / 60) * 10) / 10 };
  }
}

/** Open states are derived from `enrolled`, so they are not counted. */
function changeOf(states: readonly EmailState[]): CounterChange {
  const change: Partial<Record<Counted, number>> = {};
  for (const state of states)
    if (state !== 'pending' && state !== 'sending' && state !== 'deferred') change[state] = (change[state] ?? 0) + 1;
  return change;
}
