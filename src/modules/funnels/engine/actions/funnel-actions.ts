import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../../platform/database/database.js';
import { AppError } from '../../../../platform/errors/app-error.js';
import { type EnterOptions, FunnelEntries, type LeavingEntry } from '../../entries/funnel-entries.service.js';
import { type RunningFunnel, RunningFunnels } from '../../running-funnels.service.js';
import {
  DONE,
  type EntryAtStep,
  RunsSteps,
  type StepAction,
  type StepBatch,
  type StepResult,
  forAll,
} from '../step-action.js';
import { failed, skipped } from './contact-results.js';

/** Others wait for the entries of the other funnel. */
const AT_MOST = 100;
const REASON = 'removed_by_funnel';
const NO_SUCH_FUNNEL = failed('funnel_deleted');

/** Takes people into another funnel, with what came with the trigger of this one; its rules of entry hold. */
@RunsSteps()
@Injectable()
export class AddToFunnelAction implements StepAction<'add_to_funnel'> {
  readonly runs = ['add_to_funnel'] as const;
  readonly atMost = AT_MOST;

  constructor(
    private readonly funnels: RunningFunnels,
    private readonly funnelEntries: FunnelEntries,
  ) {}

  async run(tx: Tx, { step, entries, now, tally }: StepBatch<'add_to_funnel'>): Promise<Map<number, StepResult>> {
    const other = await this.funnels.hold(tx, step.settings.funnel_id);
    if (other === null) return forAll(entries, NO_SUCH_FUNNEL);
    if (other.status !== 'published') return forAll(entries, skipped('funnel_not_published'));
    const inside = await activeIn(tx, other.id, entries);
    const entered = await this.entered(tx, other, entries, { now, tally });
    if (entered === null) return forAll(entries, failed('conditions_not_understood'));
    return new Map(
      entries.map(({ id, contactId }) => {
        if (entered.has(contactId)) return [id, DONE];
        return [id, skipped(inside.has(contactId) ? 'already_active' : 'not_let_in')];
      }),
    );
  }

  /** @returns null where a rule of the other funnel makes no sense any more; nobody has been let in then. */
  private async entered(
    tx: Tx,
    other: RunningFunnel,
    entries: readonly EntryAtStep[],
    options: EnterOptions,
  ): Promise<ReadonlyMap<number, number> | null> {
    try {
      return await this.funnelEntries.enter(tx, other, entries, options);
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }
}

/** Takes people out of a funnel, whatever its status; out of this one by ending the way that the step is on. */
@RunsSteps()
@Injectable()
export class RemoveFromFunnelAction implements StepAction<'remove_from_funnel'> {
  readonly runs = ['remove_from_funnel'] as const;
  readonly atMost = AT_MOST;

  constructor(
    private readonly funnels: RunningFunnels,
    private readonly funnelEntries: FunnelEntries,
  ) {}

  async run(tx: Tx, batch: StepBatch<'remove_from_funnel'>): Promise<Map<number, StepResult>> {
    const { funnel, step, entries, now, tally } = batch;
    const { funnel_id: otherId } = step.settings;
    if (otherId === funnel.id)
      return forAll(entries, { outcome: 'done', ends: { status: 'cancelled', reason: REASON } });
    const other = await this.funnels.hold(tx, otherId);
    if (other === null) return forAll(entries, NO_SUCH_FUNNEL);
    const leaving = await activeIn(tx, otherId, entries, 'FOR UPDATE');
    await this.funnelEntries.leave(tx, other, [...leaving.values()], {
      status: 'cancelled',
      reason: REASON,
      now,
      tally,
    });
    return new Map(entries.map(({ id, contactId }) => [id, leaving.has(contactId) ? DONE : skipped('not_in_funnel')]));
  }
}

/** Their active entries in a funnel, by contact. */
async function activeIn(
  tx: Tx,
  funnelId: number,
  entries: readonly { readonly contactId: number }[],
  lock: '' | 'FOR UPDATE' = '',
): Promise<Map<number, LeavingEntry>> {
  const rows = await tx.query<LeavingEntry>(
    `SELECT id, contact_id AS contactId, version_id AS versionId, next_step_id AS nextStepId, entered_at AS enteredAt
       FROM funnel_entries WHERE funnel_id = :funnelId AND active_contact_id IN (:contactIds)
      ORDER BY active_contact_id ${lock}`,
    { funnelId, contactIds: entries.map(({ contactId }) => contactId) },
  );
  return new Map(rows.map((row) => [row.contactId, row]));
}
