import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AwaitedEvent } from '../../definition/event-match.js';
import { isRequired } from '../../definition/funnel-definition.js';
import { MatchingContacts } from '../../enrollments/matching-contacts.service.js';
import {
  DONE,
  type StepAction,
  type StepActionsFor,
  type StepResult,
  failed,
  inBatchesOf,
  skipped,
} from './step-action.js';

type FlowAction = 'wait_times' | 'funnel_condition' | 'funnel_split' | 'end_this_funnel';

/** The batch size of the engine. */
const BATCH_SIZE = 1_000;

const END: StepResult = { outcome: 'done', ends: { status: 'completed', reason: 'end_this_funnel' } };

const BENCHMARK: StepAction<AwaitedEvent> = inBatchesOf(
  BATCH_SIZE,
  (_tx, { step }) =>
    ({ met }) =>
      met || isRequired(step) ? DONE : skipped('not_reached'),
);

@Injectable()
export class FlowActions {
  readonly actions: StepActionsFor<FlowAction | AwaitedEvent> = {
    // A due wait is over; only the reason remains to record.
    wait_times: inBatchesOf(BATCH_SIZE, (_tx, { step }) =>
      step.settings.wait_type === 'event'
        ? ({ met }) => ({ outcome: 'done', detail: met ? 'happened' : 'timed_out' })
        : () => DONE,
    ),
    funnel_condition: inBatchesOf(BATCH_SIZE, async (tx, { step, entries, now }) => {
      const matching = await this.rules.amongIfValid(tx, step.settings.conditions, entries, now, 'all_rows');
      // Neither branch, because each may have emails that the rule keeps from some contacts.
      if (matching === null) return () => failed('conditions_not_understood');
      return ({ contactId }) => ({ outcome: 'done', branch: matching.has(contactId) ? 'yes' : 'no' });
    }),
    funnel_split: inBatchesOf(BATCH_SIZE, (_tx, { step }) => ({ contactId }) => ({
      outcome: 'done',
      branch: branchFor(step.id, contactId, step.settings.branches),
    })),
    end_this_funnel: inBatchesOf(BATCH_SIZE, () => () => END),
    list_applied: BENCHMARK,
    tag_applied: BENCHMARK,
    email_opened: BENCHMARK,
    link_clicked: BENCHMARK,
    event_tracked: BENCHMARK,
    order_received: BENCHMARK,
  };

  constructor(private readonly rules: MatchingContacts) {}
}

/** Random by weight, but always the same for a contact, so that simulations match real runs. */
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
