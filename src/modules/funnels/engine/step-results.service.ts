import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import type { Tx } from '../../../platform/database/database.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { isEmailStep, isRequired } from '../definition/funnel-definition.js';
import { exitsBy } from '../definition/funnel-rules.js';
import { type Step, awaitedBy } from '../definition/step.js';
import { Arrivals } from '../enrollments/arrivals.service.js';
import { moveEnrollments } from '../enrollments/enrollment-rows.js';
import { MatchingContacts } from '../enrollments/matching-contacts.service.js';
import { afterQuietHours } from '../enrollments/waits.js';
import type { RunningFunnel } from '../versions/running-funnels.service.js';
import {
  type EnrollmentAtStep,
  type StepAction,
  type StepBatch,
  type StepResult,
  failed,
  skipped,
} from './actions/step-action.js';
import { StepActions } from './actions/step-actions.service.js';

type Entries = readonly EnrollmentAtStep[];

/** The trace detail of a step that an enrollment reaches again after a migration. */
export const RAN_BEFORE = 'ran_before';

@Injectable()
export class StepResults {
  constructor(
    private readonly actions: StepActions,
    private readonly arrivals: Arrivals,
    private readonly rules: MatchingContacts,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  actionOf({ action }: Step): StepAction | undefined {
    return this.actions.of(action);
  }

  /** Returns enrollments that leave because they no longer match the filters of the funnel. */
  async stoppedMatching(
    tx: Tx,
    { conditions: { exit, filters } }: RunningFunnel,
    entries: Entries,
    now: Date,
  ): Promise<Entries> {
    if (!exitsBy(exit, 'stop_matching') || filters === null || entries.length === 0) return [];
    const matching = await this.rules.amongIfValid(tx, filters, entries, now);
    // An invalid exit filter must not remove contacts from the funnel.
    return matching === null ? [] : entries.filter(({ contactId }) => !matching.has(contactId));
  }

  /** @returns the results by enrollment id; none for emails that wait for the end of quiet hours or the frequency cap. */
  async of(tx: Tx, batch: StepBatch, giveUp: boolean): Promise<ReadonlyMap<number, StepResult>> {
    const { step, now } = batch;
    const results = new Map<number, StepResult>();
    const set = (entries: Entries, result: StepResult): void => {
      for (const { id } of entries) results.set(id, result);
    };
    const due = giveUp ? batch.entries : await this.withoutQuietHours(tx, batch);
    const again = await branchesOfEarlierRuns(tx, step, due);
    for (const [id, branch] of again) results.set(id, { ...skipped(RAN_BEFORE), ...(branch !== null && { branch }) });
    let entries: Entries = due.filter(({ id }) => !again.has(id));
    if (giveUp) {
      set(entries, failed('gave_up'));
      return results;
    }
    if (step.conditions !== null && entries.length > 0) {
      const matching = await this.rules.amongIfValid(tx, step.conditions, entries, now);
      const others = entries.filter(({ contactId }) => matching?.has(contactId) !== true);
      set(others, matching === null ? failed('conditions_not_understood') : skipped('conditions'));
      const fitting = entries.filter((entry) => !others.includes(entry));
      entries = await this.withoutNewlyWaiting(tx, batch, fitting);
    }
    const action = this.actionOf(step);
    if (!action) set(entries, failed('unknown_action'));
    else if (entries.length > 0) {
      const resultOf = await action.run(tx, { ...batch, entries });
      for (const entry of entries) {
        const result = resultOf(entry);
        if (result) results.set(entry.id, result);
      }
    }
    return results;
  }

  /** At a required benchmark, contacts that match the conditions only now wait after all. */
  private async withoutNewlyWaiting(tx: Tx, { funnel, step, now }: StepBatch, entries: Entries): Promise<Entries> {
    if (awaitedBy(step) === null || !isRequired(step)) return entries;
    const unmet = entries.filter(({ met }) => !met);
    for (const { ids, ...arrival } of await this.arrivals.grouped(tx, funnel, step, unmet, now))
      await moveEnrollments(tx, ids, { ...arrival });
    return entries.filter(({ met }) => met);
  }

  private async withoutQuietHours(tx: Tx, { funnel, step, entries, now }: StepBatch): Promise<Entries> {
    if (!isEmailStep(step)) return entries;
    const dueAt = afterQuietHours(funnel.settings.quiet_hours, now, this.config.timeZone);
    if (dueAt <= now) return entries;
    await moveEnrollments(tx, idsOf(entries), { dueAt });
    return [];
  }
}

/** Returns the branches of steps that ran before a migration, by enrollment id; their effect is not repeated. */
async function branchesOfEarlierRuns(tx: Tx, step: Step, entries: Entries): Promise<Map<number, string | null>> {
  if (entries.length === 0) return new Map();
  const rows = await tx.query<{ id: number; branch: string | null }>(
    'SELECT entry_id AS id, branch FROM funnel_step_runs WHERE entry_id IN (:ids) AND step_id = :stepId',
    { ids: idsOf(entries), stepId: step.id },
  );
  return new Map(rows.map(({ id, branch }) => [id, branch]));
}
