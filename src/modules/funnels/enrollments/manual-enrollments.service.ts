import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../../../platform/clock/clock.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { AppError, invalidParam, notFound } from '../../../platform/errors/app-error.js';
import type { TriggerData } from '../../mail-content/trigger-data.js';
import { Counters } from './funnel-counters.js';
import { RunningFunnels } from '../versions/running-funnels.service.js';
import { Enrollments, activeIn } from './enrollments.service.js';

@Injectable()
export class ManualEnrollments {
  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseClock,
    private readonly funnels: RunningFunnels,
    private readonly enrollments: Enrollments,
  ) {}

  /**
   * Enrolls all contacts or none.
   * @returns the contact ids without duplicates, in the given order.
   * @throws AppError rest_post_invalid_id for an unknown funnel; rest_invalid_param if it is not published, or for unknown
   * contacts; subscriber_already_exists with the contacts that are active.
   */
  async add(funnelId: number, subscribers: readonly number[], data: TriggerData = {}): Promise<number[]> {
    const contactIds = [...new Set(subscribers)];
    await this.db.transaction(async (tx) => {
      const funnel = await this.funnels.holdPublished(tx, funnelId, 'id');
      const turn = { now: await this.clock.now(tx), counters: new Counters() };
      const active = await this.activeAmong(tx, funnelId, contactIds);
      if (active.length > 0) throw alreadyEnrolled(active);
      const candidates = contactIds.map((contactId) => ({ contactId, data }));
      const entered = await this.enrollments.enter(tx, funnel, candidates, { ...turn, isManual: true });
      // A concurrent request enrolled or deleted these.
      const missing = contactIds.filter((contactId) => !entered.has(contactId));
      await this.activeAmong(tx, funnelId, missing);
      if (missing.length > 0) throw alreadyEnrolled(missing);
      await turn.counters.write(tx);
    });
    return contactIds;
  }

  async remove(funnelId: number, contactId: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const funnel = await this.funnels.holdExisting(tx, funnelId);
      const [entry] = await activeIn(tx, funnelId, [{ contactId }], 'FOR UPDATE');
      if (!entry) throw await this.notEnrolledError(tx, funnelId, contactId);
      const turn = { now: await this.clock.now(tx), counters: new Counters() };
      await this.enrollments.leave(tx, funnel, [entry], { status: 'cancelled', reason: 'removed_by_hand', ...turn });
      await turn.counters.write(tx);
    });
  }

  private async activeAmong(tx: Tx, funnelId: number, contactIds: readonly number[]): Promise<number[]> {
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

  private async notEnrolledError(tx: Tx, funnelId: number, contactId: number): Promise<AppError> {
    const earlier = await tx.query(
      'SELECT id FROM funnel_entries WHERE contact_id = :contactId AND funnel_id = :funnelId LIMIT 1',
      { funnelId, contactId },
    );
    if (earlier.length === 0) return notFound();
    return invalidParam('subscriber_id', 'has left the funnel already', 'Subscriber is not active in this funnel.');
  }
}

function alreadyEnrolled(contactIds: readonly number[]): AppError {
  return new AppError('subscriber_already_exists', 'Subscriber is already active in this funnel.', {
    data: { subscriber_ids: contactIds },
  });
}
