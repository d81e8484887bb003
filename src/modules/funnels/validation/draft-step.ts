import type { Step } from '../definition/step.js';
import type { SentStep } from './sequence-input.js';

/** A validated step, maybe without an id; parents are identified by local numbers. */
export type DraftStep = Omit<SentStep, 'path' | 'conditions'> &
  Pick<Step, 'conditions' | 'since' | 'createdAt' | 'updatedAt'>;

export const countNewSteps = (drafts: readonly DraftStep[]): number => drafts.filter(({ id }) => id === null).length;

export function numbered(drafts: readonly DraftStep[], ids: readonly number[]): Step[] {
  const unused = ids.values();
  const idOf = new Map(
    drafts.map(({ local, id }) => {
      const own = id ?? unused.next().value;
      if (own === undefined) throw new Error('there are more new steps than ids');
      return [local, own];
    }),
  );
  return drafts.map((draft) => {
    const { local, parent, ...step } = draft;
    return { ...step, id: idOf.get(local), parentId: parent === null ? null : idOf.get(parent) } as Step;
  });
}
