import { type DraftStep, numbered, readTree } from '../../../src/modules/funnels/validation/sequence-input.js';
import { FunnelDefinition } from '../../../src/modules/funnels/definition/funnel-definition.js';
import type { Step } from '../../../src/modules/funnels/definition/step.js';
import { ValidationErrors } from '../../../src/platform/errors/app-error.js';

const MOMENT = '2026-01-31T09:30:00.000Z';

/** Adds ids from 1 to steps, in depth-first order, as a client sends them. */
export function stepsOf(tree: readonly object[]): Step[] {
  const faults = new ValidationErrors();
  const sent = readTree(tree, 'sequences', new Map(), faults);
  faults.throwIfAny();
  const drafts = sent.map(
    (step) => ({ ...step, path: undefined, since: 1, createdAt: MOMENT, updatedAt: MOMENT }) as unknown as DraftStep,
  );
  return numbered(
    drafts,
    drafts.map((_draft, index) => index + 1),
  );
}

export function definitionOf(tree: readonly object[]): FunnelDefinition {
  return new FunnelDefinition(1, 1, stepsOf(tree));
}

export const tagging = (...tags: number[]) => ({ action_name: 'add_contact_to_tag', settings: { tags } });

export const waiting = (amount: number) => ({
  action_name: 'wait_times',
  settings: { wait_type: 'unit_wait', wait_time_amount: amount, wait_time_unit: 'days' },
});

export const deciding = (yes: readonly object[], no: readonly object[]) => ({
  action_name: 'funnel_condition',
  settings: { conditions: [[{ source: ['subscriber', 'city'], operator: '=', value: 'Paris' }]] },
  children: { yes, no },
});

export const splitting = (ways: Readonly<Record<string, readonly object[]>>) => ({
  action_name: 'funnel_split',
  settings: { branches: Object.keys(ways).map((key) => ({ key, weight: 1 })) },
  children: ways,
});

export const ending = { action_name: 'end_this_funnel' };
