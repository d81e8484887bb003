import {
  deciding,
  definitionOf,
  ending,
  splitting,
  tagging,
  waiting,
} from '../../../../test/support/builders/steps.js';
import { DEFAULT_SETTINGS, type Reentry } from './funnel-rules.js';
import { type FunnelInGraph, effectsAtOnce, findLoop } from './loop-graph.js';

interface Node {
  readonly trigger: string;
  readonly settings?: object;
  readonly steps: readonly object[];
  readonly reentry?: Reentry['mode'];
}

type Drawn = FunnelInGraph & { readonly steps: readonly object[] };

/** Funnels with ids from 1. @returns the ids of the loop from the first one. */
async function loopFrom(...nodes: readonly Node[]): Promise<number[] | null> {
  const [start, ...others] = nodes.map(({ trigger, settings = {}, steps, reentry = 'always' }, index): Drawn => ({
    id: index + 1,
    title: `Funnel ${index + 1}`,
    triggerName: trigger,
    conditions: { reentry: { mode: reentry, days: null } },
    settings: { ...DEFAULT_SETTINGS, ...settings },
    steps,
  }));
  if (!start) throw new Error('a graph has a funnel');
  const loop = await findLoop(start, others, (funnel) => Promise.resolve(effectsAtOnce(definitionOf(funnel.steps))));
  return loop?.map(({ id }) => id) ?? null;
}

const onTag = (tag: number, steps: readonly object[], more: Partial<Node> = {}): Node => ({
  trigger: 'tag_applied',
  settings: { tags: [tag] },
  steps,
  ...more,
});
const untagging = (...tags: number[]) => ({ action_name: 'detach_contact_from_tag', settings: { tags } });
const tracking = (event_key: string, title = 'Did it') => ({
  action_name: 'track_event',
  settings: { event_key, title },
});
const sendingTo = (funnel_id: number) => ({ action_name: 'add_to_funnel', settings: { funnel_id } });

describe('a loop without a wait', () => {
  it('is found from a funnel to itself', async () => {
    expect(await loopFrom(onTag(1, [tagging(1)]))).toEqual([1, 1]);
  });

  it('is found through other funnels, by the shortest path', async () => {
    expect(
      await loopFrom(
        onTag(1, [tagging(2)]),
        onTag(2, [tagging(3)]),
        onTag(3, [tagging(4)]),
        onTag(3, [tagging(1)]),
        onTag(4, [tagging(1)]),
      ),
    ).toEqual([1, 2, 4, 1]);
  });

  it.each<[string, Node, Node]>([
    ['lists', { trigger: 'list_applied', steps: [tagging(1)] }, onTag(1, [{ action_name: 'add_contact_to_list', settings: { lists: [7] } }])], // oxfmt-ignore
    ['removed lists', { trigger: 'list_removed', steps: [tagging(1)] }, onTag(1, [{ action_name: 'detach_contact_from_list', settings: { lists: [7] } }])], // oxfmt-ignore
    ['removed tags', { trigger: 'tag_removed', steps: [tagging(1)] }, onTag(1, [untagging(9)])],
    ['a status', { trigger: 'status_changed', settings: { to: ['unsubscribed'] }, steps: [tagging(1)] }, onTag(1, [{ action_name: 'change_status', settings: { status: 'unsubscribed' } }])], // oxfmt-ignore
    ['an event', { trigger: 'event_tracked', settings: { event_key: 'a' }, steps: [tagging(1)] }, onTag(1, [tracking('a')])], // oxfmt-ignore
    ['the funnel by its id', { trigger: 'custom_start', steps: [tagging(1)] }, onTag(1, [sendingTo(1)])],
  ])('is found through %s', async (_what, first, second) => {
    expect(await loopFrom(first, second)).toEqual([1, 2, 1]);
  });

  it.each<[string, readonly Node[]]>([
    ['another tag', [onTag(1, [tagging(2)])]],
    ['another event', [{ trigger: 'event_tracked', settings: { event_key: 'a' }, steps: [tracking('b')] }]],
    [
      'an event of another title',
      [{ trigger: 'event_tracked', settings: { title: 'x' }, steps: [tracking('a', 'y')] }],
    ],
    ['another status', [{ trigger: 'status_changed', settings: { to: ['bounced'] }, steps: [{ action_name: 'change_status', settings: { status: 'unsubscribed' } }] }]], // oxfmt-ignore
    ['removing the trigger tag', [onTag(1, [untagging(1)])]],
    ['another funnel', [{ trigger: 'custom_start', steps: [sendingTo(2)] }]],
    ['a loop of other funnels', [onTag(1, [tagging(2)]), onTag(2, [tagging(3)]), onTag(3, [tagging(2)])]],
    ['a funnel in the loop without re-entry', [onTag(1, [tagging(2)]), onTag(2, [tagging(1)], { reentry: 'never' })]], // oxfmt-ignore
    ['a funnel in the loop with re-entry after days', [onTag(1, [tagging(2)]), onTag(2, [tagging(1)], { reentry: 'after_days' })]], // oxfmt-ignore
  ])('is not found in %s', async (_what, nodes) => {
    expect(await loopFrom(...nodes)).toBeNull();
  });

  it.each<[string, readonly object[]]>([
    ['after a wait', [waiting(1), tagging(1)]],
    ['with a delay', [{ ...tagging(1), delay: 1 }]],
    ['after a required benchmark', [{ action_name: 'order_received', settings: { type: 'required' } }, tagging(1)]],
    ['in a branch, after a wait', [deciding([waiting(1), tagging(1)], []), waiting(1), tagging(1)]],
    ['after the end', [ending, tagging(1)]],
  ])('is not found with the step %s', async (_where, steps) => {
    expect(await loopFrom(onTag(1, steps))).toBeNull();
  });

  it.each<[string, readonly object[]]>([
    ['after a condition with a wait in one branch', [deciding([waiting(1)], []), tagging(1)]],
    ['deep in a branch of a split', [splitting({ a: [], b: [deciding([], [tagging(1)])] })]],
    ['after an optional benchmark', [{ action_name: 'order_received', settings: {} }, tagging(1)]],
    ['after a condition with an end in one branch', [deciding([ending], []), tagging(1)]],
    ['after a wait whose time may have passed', [{ action_name: 'wait_times', settings: { wait_type: 'timestamp_wait', wait_date_time: '2030-01-01' } }, tagging(1)]], // oxfmt-ignore
  ])('is found with the step %s', async (_where, steps) => {
    expect(await loopFrom(onTag(1, steps))).toEqual([1, 1]);
  });
});
