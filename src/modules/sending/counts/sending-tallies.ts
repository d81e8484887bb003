import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import type { Reader } from '../../../platform/database/reader.js';
import type { EmailSource, EmailState } from '../../../events/email-state.js';

/** What is counted as it happens: recipients, and every state that a mail does not leave by itself. */
export const TALLIED = [
  'enrolled',
  'sent',
  'failed',
  'bounced',
  'complained',
  'skipped',
  'unknown',
  'cancelled',
] as const;
export type Tallied = (typeof TALLIED)[number];

/** By how much counts change; what is left out stays. */
export type TallyChange = Readonly<Partial<Record<Tallied, number>>>;

export interface Tally extends Readonly<Record<Tallied, number>> {
  /** Mails handed over per second, over the last minute. */
  readonly sentPerSecond: number;
}

const SHARDS = 16;
const THIS_MINUTE = 'FLOOR(UNIX_TIMESTAMP(NOW()) / 60)';

/** Counts of a sending's mails, kept in the transactions that change them: exact at any moment, and cheap to read. */
@Injectable()
export class SendingTallies {
  constructor(private readonly db: Database) {}

  /** Call it last in a transaction: a share is locked until the commit. */
  async change(tx: Tx, { type, id }: EmailSource, by: TallyChange): Promise<void> {
    const changes = TALLIED.map((name) => by[name] ?? 0);
    if (changes.every((change) => change === 0)) return;
    const sent = Math.max(0, by.sent ?? 0);
    await tx.execute(
      // The last three are assigned in this order: each reads those after it as they were.
      `INSERT INTO sending_tallies (source_type, source_id, shard, ${TALLIED.join(', ')}, minute, sent_this_minute)
       VALUES (:type, :id, :shard, ${TALLIED.map((name) => `:${name}`).join(', ')}, ${THIS_MINUTE}, :sentNow)
       ON DUPLICATE KEY UPDATE
         ${TALLIED.map((name) => `${name} = ${name} + :${name}`).join(', ')},
         sent_last_minute = IF(minute = ${THIS_MINUTE}, sent_last_minute, IF(minute = ${THIS_MINUTE} - 1, sent_this_minute, 0)),
         sent_this_minute = IF(minute = ${THIS_MINUTE}, sent_this_minute, 0) + :sentNow,
         minute = ${THIS_MINUTE}`,
      {
        type,
        id,
        shard: Math.floor(Math.random() * SHARDS),
        sentNow: sent,
        ...Object.fromEntries(TALLIED.map((name, index) => [name, changes[index] ?? 0])),
      },
    );
  }

  /** Counts mails by the states that they come into from open ones; last in a transaction, like `change`. */
  async settle(tx: Tx, mails: readonly { readonly source: EmailSource; readonly state: EmailState }[]): Promise<void> {
    const bySource = new Map<string, { source: EmailSource; states: EmailState[] }>();
    for (const { source, state } of mails) {
      const key = `${source.type}:${source.id}`;
      const entry = bySource.get(key) ?? { source, states: [] };
      entry.states.push(state);
      bySource.set(key, entry);
    }
    // In one order, so that two who settle mails of the same sources cannot lock each other out.
    for (const [, { source, states }] of [...bySource].sort(([a], [b]) => (a < b ? -1 : 1)))
      await this.change(tx, source, tallyOf(states));
  }

  async of({ type, id }: EmailSource, reader: Reader = this.db): Promise<Tally> {
    const [row] = await reader.query<Record<Tallied, number> & { recent: number }>(
      `SELECT ${TALLIED.map((name) => `COALESCE(SUM(${name}), 0) AS ${name}`).join(', ')},
              COALESCE(SUM(IF(minute = ${THIS_MINUTE}, sent_this_minute, 0)
                + IF(minute = ${THIS_MINUTE}, sent_last_minute, IF(minute = ${THIS_MINUTE} - 1, sent_this_minute, 0))
                * (60 - UNIX_TIMESTAMP(NOW(3)) % 60) / 60), 0) AS recent
         FROM sending_tallies WHERE source_type = :type AND source_id = :id`,
      { type, id },
    );
    const counts = Object.fromEntries(TALLIED.map((name) => [name, row?.[name] ?? 0])) as Record<Tallied, number>;
    return { ...counts, sentPerSecond: Math.round(((row?.recent ?? 0) / 60) * 10) / 10 };
  }
}

/** Open states are what is left of `enrolled`, so they are not counted. */
function tallyOf(states: readonly EmailState[]): TallyChange {
  const change: Partial<Record<Tallied, number>> = {};
  for (const state of states)
    if (state !== 'pending' && state !== 'sending' && state !== 'deferred') change[state] = (change[state] ?? 0) + 1;
  return change;
}
