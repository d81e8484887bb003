import { Injectable } from '@nestjs/common';
import { FunnelTally } from '../../modules/funnels/engine/funnel-tally.js';
import { FunnelEntries, type LeavingEntry } from '../../modules/funnels/entries/funnel-entries.service.js';
import type { EntryStatus } from '../../modules/funnels/funnel-status.js';
import { type RunningFunnel, RunningFunnels } from '../../modules/funnels/running-funnels.service.js';
import { DatabaseClock } from '../../platform/clock/database-clock.js';
import { Database, type Tx } from '../../platform/database/database.js';
import { invalidParam, notFound } from '../../platform/errors/app-error.js';

type Ended = Exclude<EntryStatus, 'active'>;

/** As when somebody is taken out through the API, and its counterpart. */
const REASON: Readonly<Record<Ended, string>> = { cancelled: 'removed_by_hand', completed: 'completed_by_hand' };

/** Ends ways through a funnel for those who know them by contact only. */
@Injectable()
export class FunnelEntryChanges {
  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseClock,
    private readonly funnels: RunningFunnels,
    private readonly entries: FunnelEntries,
  ) {}

  /**
   * Ends the way of a contact; a way that has ended like this already stays as it is.
   * @throws AppError rest_post_invalid_id for who was never in the funnel; rest_invalid_param for a way that has ended
   * otherwise: whoever came in again would get everything again from the first step on.
   */
  async setStatus(funnelId: number, contactId: number, status: EntryStatus): Promise<void> {
    await this.db.transaction(async (tx) => {
      const funnel = await this.held(tx, funnelId);
      const inside = await this.activeOf(tx, funnelId, [contactId]);
      if (inside.length > 0) {
        if (status !== 'active') await this.end(tx, funnel, inside, status);
        return;
      }
      const [newest] = await tx.query<{ status: EntryStatus }>(
        `SELECT status FROM funnel_entries WHERE contact_id = :contactId AND funnel_id = :funnelId
          ORDER BY id DESC LIMIT 1`,
        { contactId, funnelId },
      );
      if (!newest) throw notFound();
      if (newest.status !== status)
        throw invalidParam(
          'status',
          `cannot be changed: it is ${newest.status}`,
          'Subscriber is not active in this funnel.',
        );
    });
  }

  /**
   * Takes contacts out, all of them or none. Who has left already has left.
   * @throws AppError rest_invalid_param naming those who were never in the funnel.
   */
  async remove(funnelId: number, contactIds: readonly number[]): Promise<void> {
    await this.db.transaction(async (tx) => {
      const funnel = await this.held(tx, funnelId);
      const inside = await this.activeOf(tx, funnelId, contactIds);
      const rows = await tx.query<{ contactId: number }>(
        `SELECT DISTINCT contact_id AS contactId FROM funnel_entries
          WHERE contact_id IN (:contactIds) AND funnel_id = :funnelId`,
        { contactIds, funnelId },
      );
      const seen = new Set(rows.map(({ contactId }) => contactId));
      const strangers = contactIds.filter((id) => !seen.has(id));
      if (strangers.length > 0) throw invalidParam('subscriber_ids', `never in the funnel: ${strangers.join(', ')}`);
      await this.end(tx, funnel, inside, 'cancelled');
    });
  }

  private async held(tx: Tx, funnelId: number): Promise<RunningFunnel> {
    const funnel = await this.funnels.hold(tx, funnelId);
    if (!funnel) throw notFound('funnel');
    return funnel;
  }

  private async activeOf(tx: Tx, funnelId: number, contactIds: readonly number[]): Promise<LeavingEntry[]> {
    return tx.query<LeavingEntry>(
      `SELECT id, contact_id AS contactId, version_id AS versionId, next_step_id AS nextStepId, entered_at AS enteredAt
         FROM funnel_entries WHERE funnel_id = :funnelId AND active_contact_id IN (:contactIds) ORDER BY id FOR UPDATE`,
      { funnelId, contactIds },
    );
  }

  private async end(tx: Tx, funnel: RunningFunnel, entries: readonly LeavingEntry[], status: Ended): Promise<void> {
    const tally = new FunnelTally();
    const now = await this.clock.now(tx);
    await this.entries.leave(tx, funnel, entries, { status, reason: REASON[status], now, tally });
    await tally.write(tx);
  }
}
