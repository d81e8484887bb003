import { type DraftStep, countNewSteps, numbered } from './draft-step.js';

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
