import { deciding, splitting, stepsOf, tagging } from '../../../../test/support/builders/steps.js';
import { ValidationErrors } from '../../../platform/errors/app-error.js';
import { countNewSteps, type DraftStep, numbered, readTree } from './sequence-input.js';
import type { Step } from '../definition/step.js';

const KNOWN: ReadonlyMap<number, Step> = new Map(
  stepsOf([tagging(1), deciding([], [])]).map((step) => [step.id, step]),
);

const faultsOf = (tree: unknown): Record<string, string> => {
  const faults = new ValidationErrors();
  readTree(tree, 'sequences', KNOWN, faults);
  return faults.reasonsByField();
};
const deep = (levels: number): object => (levels === 1 ? tagging(1) : deciding([deep(levels - 1)], []));

describe('a tree of steps', () => {
  it('is read parents first, with the position of each step in its branch', () => {
    const tree = [deciding([tagging(1), tagging(2)], [tagging(3)]), splitting({ a: [], b: [tagging(4)] })];
    expect(stepsOf(tree).map(({ id, parentId, branch, place }) => [id, parentId, branch, place])).toEqual([
      [1, null, null, 1],
      [2, 1, 'yes', 1],
      [3, 1, 'yes', 2],
      [4, 1, 'no', 1],
      [5, null, null, 2],
      [6, 5, 'b', 1],
    ]);
  });

  it('needs few members: the title, delay and conditions have defaults', () => {
    expect(stepsOf([{ ...tagging(1), title: ' ', conditions: [], children: [], colour: 'red' }])).toEqual([
      expect.objectContaining({ title: 'Add tags', description: '', delay: 0, conditions: null }),
    ]);
  });

  it.each<[string, unknown, Record<string, string>]>([
    ['nothing', undefined, { sequences: 'is required' }],
    ['another type than an array', {}, { sequences: 'must be an array of steps' }],
    ['other types than objects', [1, null, []], { 'sequences.0': 'must be an object', 'sequences.1': 'must be an object', 'sequences.2': 'must be an object' }], // oxfmt-ignore
    ['no action', [{}], { 'sequences.0.action_name': 'is required' }],
    [
      'an unknown action',
      [{ action_name: 'toString' }],
      { 'sequences.0.action_name': expect.stringMatching(/^is not an action; known actions: send_custom_email, /) },
    ],
    ['wrong settings', [{ action_name: 'add_contact_to_tag' }], { 'sequences.0.settings.tags': 'is required' }],
    ['a wrong delay', [{ ...tagging(1), delay: -1 }], { 'sequences.0.delay': 'must be a whole number of seconds from 0 to 31536000' }], // oxfmt-ignore
    ['a long title', [{ ...tagging(1), title: 'x'.repeat(191) }], { 'sequences.0.title': 'must be at most 190 characters long' }], // oxfmt-ignore
    ['an object as title', [{ ...tagging(1), title: {} }], { 'sequences.0.title': 'must be text' }],
    ['a foreign id', [{ ...tagging(1), id: 99 }], { 'sequences.0.id': 'is not a step of this funnel' }],
    ['an id as text', [{ ...tagging(1), id: '1' }], { 'sequences.0.id': 'is not a step of this funnel' }],
    ['an id twice', [{ ...tagging(1), id: 1 }, deciding([{ ...tagging(2), id: 1 }], [])], { 'sequences.1.children.yes.0.id': 'is sent twice' }], // oxfmt-ignore
    ['another action under an id', [{ ...tagging(1), id: 2 }], { 'sequences.0.action_name': 'is funnel_condition in this step; leave out the id for another step' }], // oxfmt-ignore
    ['branches in an action without any', [{ ...tagging(1), children: { yes: [tagging(1)] } }], { 'sequences.0.children': 'add_contact_to_tag has no branches' }], // oxfmt-ignore
    ['an unknown branch', [{ ...deciding([], []), children: { maybe: [tagging(1)] } }], { 'sequences.0.children.maybe': 'must be one of: yes, no' }], // oxfmt-ignore
    ['a branch that the split does not define', [{ ...splitting({ a: [], b: [] }), children: { c: [] } }], { 'sequences.0.children.c': 'must be one of: a, b' }], // oxfmt-ignore
    ['an array of branches', [{ ...deciding([], []), children: [tagging(1)] }], { 'sequences.0.children': 'must be an object of arrays of steps' }], // oxfmt-ignore
    ['one branch', [splitting({ a: [] })], { 'sequences.0.settings.branches': 'must hold at least 2 items' }],
  ])('is refused with %s', (_what, tree, faults) => {
    expect(faultsOf(tree)).toEqual(faults);
  });

  it('reports errors in every step, also below an invalid split', () => {
    const split = { ...splitting({ a: [{ action_name: 'nap' }], b: [] }), settings: { branches: 'none' } };
    expect(faultsOf([{ action_name: 'nap' }, split])).toEqual({
      'sequences.0.action_name': expect.stringContaining('is not an action; known actions: '),
      'sequences.1.settings.branches': 'must be an array',
      'sequences.1.children.a.0.action_name': expect.stringContaining('is not an action'),
    });
  });

  it('has at most 200 steps, 9 deep', () => {
    const many = (count: number): object[] => Array.from({ length: count }, () => tagging(1));
    expect(faultsOf(many(200))).toEqual({});
    expect(faultsOf([deciding(many(100), many(100))])).toEqual({ sequences: 'must hold at most 200 steps in all' });
    expect(faultsOf([deep(9)])).toEqual({});
    expect(Object.values(faultsOf([deep(10)]))).toEqual(['must not be nested deeper than 9 steps']);
  });
});

const draft = (local: number, parent: number | null, id: number | null): DraftStep =>
  ({ local, parent, id, action: 'end_this_funnel', settings: {} }) as unknown as DraftStep;

describe('ids of steps', () => {
  const drafts = [draft(1, null, 7), draft(2, 1, null), draft(3, 2, 8), draft(4, null, null)];

  it('are kept or assigned in order, also for parents', () => {
    expect(countNewSteps(drafts)).toBe(2);
    expect(numbered(drafts, [20, 21]).map(({ id, parentId }) => [id, parentId])).toEqual([
      [7, null],
      [20, 7],
      [8, 20],
      [21, null],
    ]);
    expect(numbered(drafts, [20, 21])[0]).not.toHaveProperty('local');
  });

  it('must be sufficient', () => {
    expect(() => numbered(drafts, [20])).toThrow('more new steps than ids');
  });
});
