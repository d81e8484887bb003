import type { Step } from './step.js';

/** A step that has been judged but perhaps has no id yet; parents are told by their local numbers. */
export type DraftStep = Step extends infer Each
  ? Each extends Step
    ? Omit<Each, 'id' | 'parentId'> & {
        /** Null for a new one. */
        readonly id: number | null;
        /** From 1 in the order of reading; parents come before their children. */
        readonly local: number;
        readonly parent: number | null;
      }
    : never
  : never;

/** How many ids they need. */
export const newSteps = (drafts: readonly DraftStep[]): number => drafts.filter(({ id }) => id === null).length;

/** @param ids for those without one, in their order. */
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
