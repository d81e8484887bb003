import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../../../platform/clock/database-clock.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { AppError, invalidParam, notFound } from '../../../platform/errors/app-error.js';
import { FunnelTally } from '../engine/funnel-tally.js';
import { RunningFunnels } from '../running-funnels.service.js';
import { FunnelEntries, type LeavingEntry } from './funnel-entries.service.js';

/** Somebody puts contacts into a funnel, or takes one out, by hand. */
@Injectable()
export class ManualEntries {
  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseClock,
    private readonly funnels: RunningFunnels,
    private readonly entries: FunnelEntries,
  ) {}

  /**
   * Lets all of them in, or none.
   * @returns the contacts, in the order in which they were named.
   * @throws AppError rest_post_invalid_id for the funnel; rest_invalid_param for one that is not published and for contacts
   * that do not exist; subscriber_already_exists naming those who are in it.
   */
  async add(funnelId: number, subscribers: readonly number[]): Promise<number[]> {
    const contactIds = [...new Set(subscribers)];
    await this.db.transaction(async (tx) => {
      const funnel = await this.funnels.hold(tx, funnelId);
      if (!funnel) throw notFound('funnel');
      if (funnel.status !== 'published') throw invalidParam('id', 'is not published', 'Funnel is not published.');
      const tally = new FunnelTally();
      const now = await this.clock.now(tx);
      const inside = await this.insideAmong(tx, funnelId, contactIds);
      if (inside.length > 0) throw alreadyInside(inside);
      const newcomers = contactIds.map((contactId) => ({ contactId }));
      const entered = await this.entries.enter(tx, funnel, newcomers, { now, tally, byHand: true });
      // Somebody else was faster with these, or has just deleted them.
      const outside = contactIds.filter((contactId) => !entered.has(contactId));
      await this.insideAmong(tx, funnelId, outside);
      if (outside.length > 0) throw alreadyInside(outside);
      await tally.write(tx);
    });
    return contactIds;
  }

  /** @throws AppError rest_post_invalid_id for who was never in the funnel; rest_invalid_param for who has left it. */
  async remove(funnelId: number, contactId: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const funnel = await this.funnels.hold(tx, funnelId);
      if (!funnel) throw notFound('funnel');
      const [entry] = await tx.query<LeavingEntry>(
        `SELECT id, contact_id AS contactId, version_id AS versionId, next_step_id AS nextStepId, entered_at AS enteredAt
           FROM funnel_entries WHERE funnel_id = :funnelId AND active_contact_id = :contactId FOR UPDATE`,
        { funnelId, contactId },
      );
      if (!entry) throw await this.notInside(tx, funnelId, contactId);
      const tally = new FunnelTally();
      const now = await this.clock.now(tx);
      await this.entries.leave(tx, funnel, [entry], { status: 'cancelled', reason: 'removed_by_hand', now, tally });
      await tally.write(tx);
    });
  }

  /** @throws AppError rest_invalid_param for contacts that do not exist. */
  private async insideAmong(tx: Tx, funnelId: number, contactIds: readonly number[]): Promise<number[]> {
    if (contactIds.length === 0) return [];
    const rows = await tx.query<{ id: number; isActive: number }>(
      `SELECT c.id, e.id IS NOT NULL AS isActive FROM contacts c
         LEFT JOIN funnel_entries e ON e.funnel_id = :funnelId AND e.active_contact_id = c.id
        WHERE c.id IN (:contactIds)`,
      { funnelId, contactIds },
    );
    const known = new Map(rows.map(({ id, isActive }) => [id, isActive === 1]));
    const unknown = contactIds.filter((id) => !known.has(id));
    if (unknown.length > 0) throw invalidParam('subscribers', `unknown: ${unknown.join(', ')}`);
    return contactIds.filter((id) => known.get(id) === true);
  }

  private async notInside(tx: Tx, funnelId: number, contactId: number): Promise<AppError> {
    const earlier = await tx.query(
      'SELECT id FROM funnel_entries WHERE contact_id = :contactId AND funnel_id = :funnelId LIMIT 1',
      { funnelId, contactId },
    );
    if (earlier.length === 0) return notFound();
    return invalidParam('subscriber_id', 'has left the funnel already', 'Subscriber is not active in this funnel.');
  }
}

function alreadyInside(contactIds: readonly number[]): AppError {
  return new AppError('subscriber_already_exists', 'Subscriber is already active in this funnel.', {
    data: { subscriber_ids: contactIds },
  });
}
