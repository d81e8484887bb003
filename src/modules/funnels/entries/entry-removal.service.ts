import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import { FunnelTally } from '../engine/funnel-tally.js';
import type { EntryStatus } from '../funnel-status.js';

interface RemovedEntry {
  readonly id: number;
  readonly status: EntryStatus;
  readonly nextStepId: number | null;
}

const ENTRIES = 200;
const MEMBERS = 5_000;
/** Of an entry: what was done for it. */
const BELONGINGS = ['funnel_step_runs', 'funnel_http_calls'] as const;

/**
 * Clears away who was in deleted funnels and what was done for them. Figures stay.
 *
 * Failure policy: each chunk is a transaction of its own that holds the funnel; whoever dies leaves the rest to the next
 * run, and other workers take another funnel meanwhile.
 */
@Injectable()
export class EntryRemoval {
  constructor(private readonly db: Database) {}

  /** The deleted funnels that have left something behind. */
  async pending(): Promise<number[]> {
    const rows = await this.db.query<{ id: number }>(
      `SELECT f.id FROM funnels f
        WHERE f.deleted_at IS NOT NULL
          AND (EXISTS (SELECT 1 FROM funnel_entries e WHERE e.funnel_id = f.id)
            OR EXISTS (SELECT 1 FROM funnel_watch_members m WHERE m.funnel_id = f.id)
            OR EXISTS (SELECT 1 FROM funnel_watches w WHERE w.funnel_id = f.id))
        ORDER BY f.id`,
    );
    return rows.map(({ id }) => id);
  }

  /** @returns whether there is more. */
  async removeSome(funnelId: number): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const [funnel] = await tx.query(
        'SELECT id FROM funnels WHERE id = :funnelId AND deleted_at IS NOT NULL FOR UPDATE SKIP LOCKED',
        { funnelId },
      );
      if (!funnel) return false;
      const entries = await tx.query<RemovedEntry>(
        `SELECT id, status, next_step_id AS nextStepId FROM funnel_entries
          WHERE funnel_id = :funnelId ORDER BY id LIMIT ${ENTRIES} FOR UPDATE`,
        { funnelId },
      );
      await this.removeEntries(tx, funnelId, entries);
      await tx.execute('DELETE FROM funnel_watches WHERE funnel_id = :funnelId', { funnelId });
      const { affectedRows: members } = await tx.execute(
        `DELETE FROM funnel_watch_members WHERE funnel_id = :funnelId LIMIT ${MEMBERS}`,
        { funnelId },
      );
      await this.count(tx, funnelId, entries);
      return entries.length === ENTRIES || members === MEMBERS;
    });
  }

  private async removeEntries(tx: Tx, funnelId: number, entries: readonly RemovedEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const ids = entries.map(({ id }) => id);
    for (const table of BELONGINGS) await tx.execute(`DELETE FROM ${table} WHERE entry_id IN (:ids)`, { ids });
    await tx.execute('DELETE FROM funnel_entries WHERE funnel_id = :funnelId AND id IN (:ids)', { funnelId, ids });
  }

  /** Who was inside has left by this; reports would count them as being there for ever. */
  private async count(tx: Tx, funnelId: number, entries: readonly RemovedEntry[]): Promise<void> {
    const tally = new FunnelTally();
    for (const { status, nextStepId } of entries) {
      if (status !== 'active') continue;
      tally.ended(funnelId, 'cancelled', 'funnel_deleted');
      if (nextStepId !== null) tally.abandoned(nextStepId);
    }
    await tally.write(tx);
  }
}
