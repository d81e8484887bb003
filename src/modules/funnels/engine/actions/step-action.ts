import type { ContactSnapshot } from '../../../../events/contact.events.js';
import type { Tx } from '../../../../platform/database/database.js';
import type { EnrollmentStatus, StepOutcome } from '../../definition/funnel-status.js';
import type { ActionName } from '../../definition/action-catalog.js';
import type { Step } from '../../definition/step.js';
import type { LeavingEnrollment } from '../../enrollments/enrollments.service.js';
import type { Counters } from '../../enrollments/funnel-counters.js';
import type { RunningFunnel } from '../../versions/running-funnels.service.js';

export interface EnrollmentAtStep extends LeavingEnrollment {
  readonly lastStepId: number | null;
  readonly arrivedAt: Date;
  readonly met: boolean;
  readonly tries: number;
  readonly requestId?: string | null;
}

export interface StepBatch<Action extends ActionName = ActionName> {
  readonly funnel: RunningFunnel;
  readonly step: Step<Action>;
  /** Sorted by contact; each contact occurs once. */
  readonly entries: readonly EnrollmentAtStep[];
  readonly contacts: ReadonlyMap<number, ContactSnapshot>;
  readonly now: Date;
  readonly counters: Counters;
}

export interface StepResult {
  readonly outcome: StepOutcome;
  /** A short reason for the trace, without personal data; the trace stores 190 characters. */
  readonly detail?: string | null;
  readonly branch?: string;
  readonly ends?: { readonly status: Exclude<EnrollmentStatus, 'active'>; readonly reason: string };
}

export const DONE: StepResult = { outcome: 'done' };
export const NO_CHANGE: StepResult = { outcome: 'done', detail: 'no_change' };
export const skipped = (detail: string): StepResult => ({ outcome: 'skipped', detail });
export const failed = (detail: string): StepResult => ({ outcome: 'failed', detail });
export const CONTACT_DELETED: StepResult = skipped('contact_deleted');

/** Null: the enrollment waits at the step. */
export type ResultOf = (entry: EnrollmentAtStep) => StepResult | null;

/** Runs in the transaction of the step and writes rows only: emails and HTTP calls go through a ledger, so each happens once. */
export interface StepAction<Action extends ActionName = ActionName> {
  /** The maximum batch size; actions that lock shared rows use small batches. */
  readonly batchSize: number;
  /** @throws only for temporary errors; a problem with an enrollment is the result `failed`. */
  run(tx: Tx, batch: StepBatch<Action>): ResultOf | Promise<ResultOf>;
}

export const inBatchesOf = <Action extends ActionName>(
  batchSize: number,
  run: StepAction<Action>['run'],
): StepAction<Action> => ({ batchSize, run });

export type StepActionsFor<Actions extends ActionName> = { readonly [Action in Actions]: StepAction<Action> };
