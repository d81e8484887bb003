import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import type { FunnelTally } from '../engine/funnel-tally.js';
import type { EntryStatus } from '../funnel-status.js';

interface GoneEntry {
  readonly id: number;
  readonly funnelId: number;
  readonly status: EntryStatus;
  readonly nextStepId: number | null;
}

const ROWS_PER_STATEMENT = 1_000;

/** Takes everything away that funnels know of contacts that were deleted. Figures keep them, as people who have left. */
@Injectable()
export class GoneContacts {
  /** Those that do not exist any more. */
  async among(tx: Tx, contactIds: readonly number[]): Promise<number[]> {
    if (contactIds.length === 0) return [];
    const rows = await tx.query<{ id: number }>('SELECT id FROM contacts WHERE id IN (:contactIds)', { contactIds });
    const present = new Set(rows.map(({ id }) => id));
    return contactIds.filter((id) => !present.has(id));
  }

  async remove(tx: Tx, contactIds: readonly number[], tally: FunnelTally): Promise<void> {
    if (contactIds.length === 0) return;
    const entries = await tx.query<GoneEntry>(
      `SELECT id, funnel_id AS funnelId, status, next_step_id AS nextStepId FROM funnel_entries
        WHERE contact_id IN (:contactIds) ORDER BY id FOR UPDATE`,
      { contactIds },
    );
    for (const { funnelId, nextStepId } of entries.filter(({ status }) => status === 'active')) {
      tally.ended(funnelId, 'cancelled', 'contact_deleted');
      if (nextStepId !== null) tally.abandoned(nextStepId);
    }
    for (let start = 0; start < entries.length; start += ROWS_PER_STATEMENT) {
      const ids = entries.slice(start, start + ROWS_PER_STATEMENT).map(({ id }) => id);
      await tx.execute('DELETE FROM funnel_step_runs WHERE entry_id IN (:ids)', { ids });
      await tx.execute('DELETE FROM funnel_entries WHERE id IN (:ids)', { ids });
    }
    await tx.execute('DELETE FROM funnel_http_calls WHERE contact_id IN (:contactIds)', { contactIds });
    // The key begins with the funnel, so that it needs both to find them.
    const watches = await tx.query<{ id: number }>('SELECT funnel_id AS id FROM funnel_watches');
    if (watches.length > 0)
      await tx.execute(
        'DELETE FROM funnel_watch_members WHERE funnel_id IN (:funnelIds) AND contact_id IN (:contactIds)',
        { funnelIds: watches.map(({ id }) => id), contactIds },
      );
  }
}
