import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../platform/database/database.js';
import type { ContactStatus } from './contact-status.js';

/** As many rows per status, so that writers of different contacts seldom wait for each other. The migration seeds them. */
export const SHARDS = 8;

/** How many contacts there are in each status, kept by whoever changes one: nothing ever counts a million rows. */
@Injectable()
export class ContactCounters {
  constructor(private readonly db: Database) {}

  /** Moves one contact between statuses; null is outside. Among the last statements of a transaction. */
  async move(tx: Tx, contactId: number, from: ContactStatus | null, to: ContactStatus | null): Promise<void> {
    if (from === to) return;
    await tx.execute(
      `UPDATE contact_counters SET total = total + CASE status WHEN :to THEN 1 ELSE -1 END
        WHERE status IN (:statuses) AND shard = :shard
        ORDER BY status`,
      { to, statuses: [from, to].filter((status) => status !== null), shard: contactId % SHARDS },
    );
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
