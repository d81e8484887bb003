import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../platform/database/database.js';
import { CONTACT_STATUSES, type ContactStatus } from './contact-status.js';

/** As many rows per status, so that writers of different contacts seldom wait for each other. The migration seeds them. */
export const SHARDS = 8;

/** Which share a contact is counted in. */
export const shardOf = (contactId: number): number => contactId % SHARDS;

/** How many contacts there are in each status, kept by whoever changes one: nothing ever counts a million rows. */
@Injectable()
export class ContactCounters {
  constructor(private readonly db: Database) {}

  /**
   * Moves the counters, share by share. Among the last statements of a transaction.
   * @param moves by how much, by share and status.
   */
  async move(tx: Tx, moves: ReadonlyMap<number, ReadonlyMap<ContactStatus, number>>): Promise<void> {
    if (await this.addUp(tx, moves)) return;
    for (const [shard, changes] of [...moves].sort(([one], [other]) => one - other)) {
      const real = [...changes].filter(([, by]) => by !== 0);
      if (real.length === 0) continue;
      await tx.execute(
        `UPDATE contact_counters
            SET total = total + CASE status ${real.map((_, index) => `WHEN :status${index} THEN :by${index}`).join(' ')} ELSE 0 END
          WHERE status IN (:statuses) AND shard = :shard
          ORDER BY status`,
        {
          ...Object.fromEntries(
            real.flatMap(([status, by], index): [string, string | number][] => [
              [`status${index}`, status],
              [`by${index}`, by],
            ]),
          ),
          statuses: real.map(([status]) => status),
          shard,
        },
      );
    }
  }

  /**
   * One statement where nothing is taken away, as when many are created. It locks in the same order.
   * @returns whether it was so.
   */
  private async addUp(tx: Tx, moves: ReadonlyMap<number, ReadonlyMap<ContactStatus, number>>): Promise<boolean> {
    const rows = [...moves].flatMap(([shard, changes]) =>
      [...changes].filter(([, by]) => by !== 0).map(([status, by]) => ({ shard, status, by })),
    );
    if (rows.length < 2 || rows.some(({ by }) => by < 0)) return false;
    rows.sort((a, b) => a.shard - b.shard || CONTACT_STATUSES.indexOf(a.status) - CONTACT_STATUSES.indexOf(b.status));
    await tx.insertRows(
      'contact_counters',
      ['status', 'shard', 'total'],
      rows.map(({ shard, status, by }) => [status, shard, by]),
      { suffix: 'ON DUPLICATE KEY UPDATE total = total + VALUES(total)' },
    );
    return true;
  }

  /** Sets one share to the contacts there are. Its lock keeps out whoever would move it, until the transaction ends. */
  async recount(tx: Tx, status: ContactStatus, shard: number): Promise<void> {
    const params = { status, shard, shards: SHARDS };
    await tx.query('SELECT total FROM contact_counters WHERE status = :status AND shard = :shard FOR UPDATE', params);
    const [counted] = await tx.query<{ total: number }>(
      'SELECT COUNT(*) AS total FROM contacts WHERE status = :status AND id % :shards = :shard',
      params,
    );
    await tx.execute(
      `INSERT INTO contact_counters (status, shard, total) VALUES (:status, :shard, :total)
         ON DUPLICATE KEY UPDATE total = VALUES(total)`,
      { ...params, total: counted?.total ?? 0 },
    );
  }

  /** @param statuses all of them when absent. */
  async total(statuses?: readonly ContactStatus[]): Promise<number> {
    const [row] = await this.db.query<{ total: number | null }>(
      `SELECT SUM(total) AS total FROM contact_counters ${statuses === undefined ? '' : 'WHERE status IN (:statuses)'}`,
      statuses === undefined ? {} : { statuses },
    );
    return row?.total ?? 0;
  }
}
