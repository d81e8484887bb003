import { Injectable } from '@nestjs/common';
import { idsOf } from '../../../../platform/ids/ids.js';
import { contactsOf } from '../../enrollments/enrollment-rows.js';
import { triggerDataOf } from '../../../mail-content/trigger-data.js';
import { Enrollments, activeIn } from '../../enrollments/enrollments.service.js';
import { RunningFunnels } from '../../versions/running-funnels.service.js';
import { DONE, type StepActionsFor, failed, inBatchesOf, skipped } from './step-action.js';

/** Small, because the enrollments of the other funnel stay locked. */
const BATCH_SIZE = 100;
const REASON = 'removed_by_funnel';

@Injectable()
export class FunnelActions {
  readonly actions: StepActionsFor<'add_to_funnel' | 'remove_from_funnel'> = {
    // Passes the data of the trigger on; the entry rules of the other funnel apply.
    add_to_funnel: inBatchesOf(BATCH_SIZE, async (tx, { step, entries, now, counters }) => {
      const other = await this.funnels.hold(tx, step.settings.funnel_id);
      if (other === null) return () => failed('funnel_deleted');
      if (other.status !== 'published') return () => skipped('funnel_not_published');
      const active = new Set(contactsOf(await activeIn(tx, other.id, entries)));
      const data = await triggerDataOf(tx, idsOf(entries));
      const candidates = entries.map((entry) => ({ ...entry, data: data.get(entry.id) }));
      const entered = await this.enrollments.enterIfValid(tx, other, candidates, { now, counters });
      if (entered === null) return () => failed('conditions_not_understood');
      return ({ contactId }) => {
        if (entered.has(contactId)) return DONE;
        return skipped(active.has(contactId) ? 'already_active' : 'not_let_in');
      };
    }),
    // Works in any status of the other funnel; in this funnel, it ends the current enrollment.
    remove_from_funnel: inBatchesOf(BATCH_SIZE, async (tx, { funnel, step, entries, now, counters }) => {
      const { funnel_id: otherId } = step.settings;
      if (otherId === funnel.id) return () => ({ outcome: 'done', ends: { status: 'cancelled', reason: REASON } });
      const other = await this.funnels.hold(tx, otherId);
      if (other === null) return () => failed('funnel_deleted');
      const leaving = await activeIn(tx, otherId, entries, 'FOR UPDATE');
      await this.enrollments.leave(tx, other, leaving, { status: 'cancelled', reason: REASON, now, counters });
      const left = new Set(contactsOf(leaving));
      return ({ contactId }) => (left.has(contactId) ? DONE : skipped('not_in_funnel'));
    }),
  };

  constructor(
    private readonly funnels: RunningFunnels,
    private readonly enrollments: Enrollments,
  ) {}
}
