import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../../platform/database/database.js';
import { isRequired } from '../../definition/funnel-definition.js';
import { AWAITED_EVENTS, type AwaitedEvent } from '../../definition/event-match.js';
import { MatchingContacts } from '../matching-contacts.service.js';
import { DONE, RunsSteps, type StepAction, type StepBatch, type StepResult, forAll } from '../step-action.js';

/** As many as a transaction takes. */
const EVERYBODY = 1_000;

/** The wait is over when the step comes; what is left to say is why. */
@RunsSteps()
@Injectable()
export class WaitAction implements StepAction<'wait_times'> {
  readonly runs = ['wait_times'] as const;
  readonly atMost = EVERYBODY;

  run(_tx: Tx, { step, entries }: StepBatch<'wait_times'>): Promise<ReadonlyMap<number, StepResult>> {
    if (step.settings.wait_type !== 'event') return Promise.resolve(forAll(entries, DONE));
    return Promise.resolve(
      new Map(entries.map(({ id, met }) => [id, { outcome: 'done', detail: met ? 'happened' : 'timed_out' }])),
    );
  }
}

/** Whoever comes to an optional benchmark without having done it goes past. */
@RunsSteps()
@Injectable()
export class BenchmarkAction implements StepAction<AwaitedEvent> {
  readonly runs = AWAITED_EVENTS;
  readonly atMost = EVERYBODY;

  run(_tx: Tx, { step, entries }: StepBatch<AwaitedEvent>): Promise<ReadonlyMap<number, StepResult>> {
    const passed: StepResult = isRequired(step) ? DONE : { outcome: 'skipped', detail: 'not_reached' };
    return Promise.resolve(new Map(entries.map(({ id, met }) => [id, met ? DONE : passed])));
  }
}

@RunsSteps()
@Injectable()
export class ConditionAction implements StepAction<'funnel_condition'> {
  readonly runs = ['funnel_condition'] as const;
  readonly atMost = EVERYBODY;

  constructor(private readonly rules: MatchingContacts) {}

  async run(tx: Tx, { step, entries, now }: StepBatch<'funnel_condition'>): Promise<ReadonlyMap<number, StepResult>> {
    const contactIds = entries.map(({ contactId }) => contactId);
    const matching = await this.rules.amongIfUnderstood(tx, step.settings.conditions, contactIds, now);
    // Nobody is known to match.
    if (matching === null)
      return forAll(entries, { outcome: 'failed', detail: 'conditions_not_understood', branch: 'no' });
    return new Map(
      entries.map(({ id, contactId }) => [id, { outcome: 'done', branch: matching.has(contactId) ? 'yes' : 'no' }]),
    );
  }
}

@RunsSteps()
@Injectable()
export class SplitAction implements StepAction<'funnel_split'> {
  readonly runs = ['funnel_split'] as const;
  readonly atMost = EVERYBODY;

  run(_tx: Tx, { step, entries }: StepBatch<'funnel_split'>): Promise<ReadonlyMap<number, StepResult>> {
    const { branches } = step.settings;
    return Promise.resolve(
      new Map(
        entries.map(({ id, contactId }) => [id, { outcome: 'done', branch: branchFor(step.id, contactId, branches) }]),
      ),
    );
  }
}

@RunsSteps()
@Injectable()
export class EndAction implements StepAction<'end_this_funnel'> {
  readonly runs = ['end_this_funnel'] as const;
  readonly atMost = EVERYBODY;

  run(_tx: Tx, { entries }: StepBatch<'end_this_funnel'>): Promise<ReadonlyMap<number, StepResult>> {
    return Promise.resolve(
      forAll(entries, { outcome: 'done', ends: { status: 'completed', reason: 'end_this_funnel' } }),
    );
  }
}

/** By chance, and the same for a contact whenever it is asked: a simulation has to come to the same result. */
export function branchFor(
  stepId: number,
  contactId: number,
  branches: readonly { readonly key: string; readonly weight: number }[],
): string {
  const total = branches.reduce((sum, { weight }) => sum + weight, 0);
  const digest = createHash('sha256').update(`funnel-split:${stepId}:${contactId}`).digest();
  let place = (digest.readUIntBE(0, 6) / 2 ** 48) * total;
  for (const { key, weight } of branches) {
    place -= weight;
    if (place < 0) return key;
  }
  return branches.at(-1)?.key ?? '';
}
