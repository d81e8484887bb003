import {
  deciding,
  definitionOf,
  ending,
  splitting,
  tagging,
  waiting,
} from '../../../../test/support/builders/steps.js';
import { FunnelDefinition, mayHoldContacts } from './funnel-definition.js';
import type { Step } from './step.js';

/** 1, 2 (yes: 3, 4; no: 5), 6. */
const forked = definitionOf([tagging(1), deciding([tagging(2), tagging(3)], [tagging(4)]), tagging(5)]);
const stepOf = (definition: FunnelDefinition, id: number): Step => {
  const step = definition.step(id);
  if (!step) throw new Error(`there is no step ${id}`);
  return step;
};
const after = (definition: FunnelDefinition, id: number, branch: string | null = null): number | null =>
  definition.after(stepOf(definition, id), branch)?.id ?? null;
const ahead = (definition: FunnelDefinition, id: number): number[] =>
  [...definition.ahead(stepOf(definition, id))].map((step) => step.id);

describe('the order of steps', () => {
  it('starts with the first step; an empty funnel has none', () => {
    expect(forked.first?.id).toBe(1);
    expect(definitionOf([]).first).toBeNull();
  });

  it('follows the chosen branch, and continues after the condition', () => {
    expect(after(forked, 1)).toBe(2);
    expect([after(forked, 2, 'yes'), after(forked, 2, 'no')]).toEqual([3, 5]);
    expect([after(forked, 3), after(forked, 4), after(forked, 5)]).toEqual([4, 6, 6]);
    expect(after(forked, 6)).toBeNull();
  });

  it('skips an empty branch', () => {
    const oneSided = definitionOf([deciding([tagging(1)], []), tagging(2)]);
    expect(after(oneSided, 1, 'no')).toBe(3);
    expect(after(oneSided, 1, 'yes')).toBe(2);
  });

  it('leaves nested branches, to the end if no step follows', () => {
    const nested = definitionOf([deciding([splitting({ a: [tagging(1)], b: [] })], []), tagging(2)]);
    expect(after(nested, 3)).toBe(4);
    expect(after(nested, 2, 'b')).toBe(4);
    const last = definitionOf([deciding([splitting({ a: [tagging(1)], b: [] })], [])]);
    expect(after(last, 3)).toBeNull();
  });

  it('knows the steps ahead whatever branch is chosen', () => {
    expect(ahead(forked, 1)).toEqual([1, 2, 6]);
    expect(ahead(forked, 3)).toEqual([3, 4, 6]);
    expect(ahead(forked, 5)).toEqual([5, 6]);
  });

  it('does not depend on the stored order', () => {
    const turned = new FunnelDefinition(1, 1, [...forked.steps.values()].reverse());
    expect([after(turned, 1), after(turned, 2, 'yes'), after(turned, 4)]).toEqual([2, 3, 6]);
  });
});

describe('migration to another version', () => {
  const versionOf = (...ids: number[]): FunnelDefinition =>
    new FunnelDefinition(
      2,
      2,
      ids.map((id, index) => ({ ...stepOf(definitionOf([tagging(id)]), 1), id, place: index + 1 })),
    );
  const old = versionOf(1, 2, 3, 4);
  const counterpart = (next: FunnelDefinition, id: number): number | null =>
    next.counterpart(old, old.step(id))?.id ?? null;

  it('keeps the same step, wherever it is now', () => {
    expect(counterpart(versionOf(4, 3, 9), 3)).toBe(3);
  });

  it('continues with the step after a removed one', () => {
    expect(counterpart(versionOf(1, 4, 9), 2)).toBe(4);
  });

  it('ends if no later step is left', () => {
    expect(counterpart(versionOf(1, 9), 2)).toBeNull();
    expect(versionOf(1).counterpart(old, null)).toBeNull();
  });

  it('continues after the condition if the branch was removed', () => {
    const next = new FunnelDefinition(
      2,
      2,
      [...forked.steps.values()].filter(({ id }) => ![2, 3, 4, 5].includes(id)),
    );
    expect(next.counterpart(forked, forked.step(4))?.id).toBe(6);
  });
});

describe('a step that takes time', () => {
  const takes = (step: object): boolean => mayHoldContacts(stepOf(definitionOf([step]), 1));

  it('is a wait for a period, a step with a delay, or a required benchmark', () => {
    expect(takes(waiting(1))).toBe(true);
    expect(takes({ ...tagging(1), delay: 60 })).toBe(true);
    expect(takes({ action_name: 'tag_applied', settings: { type: 'required' } })).toBe(true);
  });

  it('is no wait that can already be over, and no optional benchmark', () => {
    expect(takes({ action_name: 'tag_applied', settings: {} })).toBe(false);
    expect(takes(tagging(1))).toBe(false);
    expect(takes(ending)).toBe(false);
    const until = { wait_type: 'timestamp_wait', wait_date_time: '2020-01-01T00:00:00Z' };
    expect(takes({ action_name: 'wait_times', settings: until })).toBe(false);
  });
});
