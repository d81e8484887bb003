import { DiscoveryService } from '@nestjs/core';
import type { ContactSnapshot } from '../../../events/contact.events.js';
import type { Tx } from '../../../platform/database/database.js';
import type { ActionName, Step } from '../definition/step.js';
import type { EntryStatus, StepOutcome } from '../funnel-status.js';
import type { RunningFunnel } from '../running-funnels.service.js';
import type { FunnelTally } from './funnel-tally.js';

/** Somebody who has come to a step. */
export interface EntryAtStep {
  readonly id: number;
  readonly contactId: number;
  readonly versionId: number;
  readonly lastStepId: number | null;
  readonly nextStepId: number | null;
  readonly arrivedAt: Date;
  readonly enteredAt: Date;
  /** Whether what the step waits for has happened. */
  readonly met: boolean;
  readonly tries: number;
  /** What came with the trigger. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** The request that let the contact in. */
  readonly requestId?: string | null;
}

/** Many at one step at one moment. */
export interface StepBatch<Action extends ActionName = ActionName> {
  readonly funnel: RunningFunnel;
  readonly step: Extract<Step, { readonly action: Action }>;
  /** By contact id. */
  readonly entries: readonly EntryAtStep[];
  /** Of every entry, by contact id, as read before the step. */
  readonly contacts: ReadonlyMap<number, ContactSnapshot>;
  readonly now: Date;
  /** Counters of funnels move at the end of the transaction, all at once. */
  readonly tally: FunnelTally;
}

/** What a step has come to for one entry. */
export interface StepResult {
  readonly outcome: StepOutcome;
  /** A word or two for the trace, such as why it was skipped; at most 190 characters, and nothing personal. */
  readonly detail?: string | null;
  /** The way to go on, of steps with several. */
  readonly branch?: string;
  /** The end of the whole way. */
  readonly ends?: { readonly status: Exclude<EntryStatus, 'active'>; readonly reason: string };
}

export const DONE: StepResult = { outcome: 'done' };

/**
 * What one kind of step does. It runs inside the transaction of the step and writes rows only: what leaves the house goes
 * through a ledger, so that it happens once whatever becomes of this process.
 */
export interface StepAction<Action extends ActionName = ActionName> {
  readonly runs: readonly Action[];
  /** How many entries it takes at a time; because others wait for the rows it locks. */
  readonly atMost: number;
  /**
   * Does the step for everybody in the batch.
   * @returns a result for each entry, by the id of the entry.
   * @throws only what may pass by itself; whatever is wrong with an entry is the result `failed`.
   */
  run(tx: Tx, batch: StepBatch<Action>): Promise<ReadonlyMap<number, StepResult>>;
}

/** Marks a provider as a `StepAction`; the engine finds it by this. */
export const RunsSteps = DiscoveryService.createDecorator<undefined>();

/** The same result for everybody. */
export function forAll(entries: readonly EntryAtStep[], result: StepResult): Map<number, StepResult> {
  return new Map(entries.map(({ id }) => [id, result]));
}
