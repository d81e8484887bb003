import { Injectable } from '@nestjs/common';
import { Database, type Tx, type Reader } from '../../../platform/database/database.js';
import { type EmailSource, type EmailState, COUNTED_STATES, isOpen, sourceKey } from '../../../events/email-state.js';

/** The columns of `sending_tallies`: the number of recipients, and of emails by state. */
const COUNTED = ['enrolled', ...COUNTED_STATES] as const;
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
  async change(tx: Tx, source: EmailSource, by: CounterChange): Promise<void> {
    const changes = COUNTED.map((name) => [name, by[name] ?? 0] as const);
    if (changes.every(([, change]) => change === 0)) return;
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
        ...{ ...source, ...Object.fromEntries(changes), shard: Math.floor(Math.random() * SHARDS) },
        sentNow: Math.max(0, by.sent ?? 0),
      },
    );
  }

  /** Counts emails that reach a final state; call it last in a transaction, like `change`. */
  async settle(tx: Tx, emails: readonly { readonly source: EmailSource; readonly state: EmailState }[]): Promise<void> {
    const bySource = Map.groupBy(emails, ({ source }) => sourceKey(source));
    // Ordered by key to prevent deadlocks.
    for (const [, group] of [...bySource].sort(([a], [b]) => (a < b ? -1 : 1)))
      if (group[0]) await this.change(tx, group[0].source, changeOf(group));
  }

  async of(source: EmailSource, reader: Reader = this.db): Promise<SendingCounts> {
    const [row] = await reader.query<Record<Counted, number> & { recent: number }>(
      `SELECT ${COUNTED.map((name) => `COALESCE(SUM(${name}), 0) AS ${name}`).join(', ')},
              COALESCE(SUM(IF(minute = ${THIS_MINUTE}, sent_this_minute, 0)
                + IF(minute = ${THIS_MINUTE}, sent_last_minute, IF(minute = ${THIS_MINUTE} - 1, sent_this_minute, 0))
                * (60 - UNIX_TIMESTAMP(NOW(3)) % 60) / 60), 0) AS recent
         FROM sending_tallies WHERE source_type = :type AND source_id = :id`,
      source,
    );
    const counts = Object.fromEntries(COUNTED.map((name) => [name, row?.[name] ?? 0])) as Record<Counted, number>;
    return { ...counts, sentPerSecond: Math.round(((row?.recent ?? 0) / 60) * 10) / 10 };
  }
}

/** Open states are derived from `enrolled`, so they are not counted. */
function changeOf(emails: readonly { readonly state: EmailState }[]): CounterChange {
  const change: Partial<Record<Counted, number>> = {};
  for (const { state } of emails) if (!isOpen(state)) change[state] = (change[state] ?? 0) + 1;
  return change;
}
