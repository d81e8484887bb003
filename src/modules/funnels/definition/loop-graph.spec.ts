import {
  deciding,
  definitionOf,
  ending,
  splitting,
  tagging,
  waiting,
} from '../../../../test/support/builders/steps.js';
import { DEFAULT_SETTINGS, type Reentry } from './funnel-rules.js';
import { type FunnelInGraph, effectsAtOnce, wayRound } from './loop-graph.js';

interface Node {
  readonly trigger: string;
  readonly settings?: object;
  readonly steps: readonly object[];
  readonly reentry?: Reentry['mode'];
}

type Drawn = FunnelInGraph & { readonly steps: readonly object[] };

/** Funnels with ids from 1. @returns the ids on the way round from the first one. */
async function roundFrom(...nodes: readonly Node[]): Promise<number[] | null> {
  const [start, ...others] = nodes.map(({ trigger, settings = {}, steps, reentry = 'always' }, index): Drawn => ({
    id: index + 1,
    title: `Funnel ${index + 1}`,
    triggerName: trigger,
    conditions: { reentry: { mode: reentry, days: null } },
    settings: { ...DEFAULT_SETTINGS, ...settings },
    steps,
  }));
  if (!start) throw new Error('a graph has a funnel');
  const way = await wayRound(start, others, (funnel) => Promise.resolve(effectsAtOnce(definitionOf(funnel.steps))));
  return way?.map(({ id }) => id) ?? null;
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

describe('a way round without waiting', () => {
  it('is found from a funnel to itself', async () => {
    expect(await roundFrom(onTag(1, [tagging(1)]))).toEqual([1, 1]);
  });

  it('is found through others, by the shortest way', async () => {
    expect(
      await roundFrom(
        onTag(1, [tagging(2)]),
        onTag(2, [tagging(3)]),
        onTag(3, [tagging(4)]),
        onTag(3, [tagging(1)]),
        onTag(4, [tagging(1)]),
      ),
    ).toEqual([1, 2, 4, 1]);
  });

  it.each<[string, Node, Node]>([
    ['lists', { trigger: 'list_applied', steps: [tagging(1)] }, onTag(1, [{ action_name: 'add_contact_to_list', settings: { lists: [7] } }])], // prettier-ignore
    ['lists that are left', { trigger: 'list_removed', steps: [tagging(1)] }, onTag(1, [{ action_name: 'detach_contact_from_list', settings: { lists: [7] } }])], // prettier-ignore
    ['tags that are taken', { trigger: 'tag_removed', steps: [tagging(1)] }, onTag(1, [untagging(9)])],
    ['a status', { trigger: 'status_changed', settings: { to: ['unsubscribed'] }, steps: [tagging(1)] }, onTag(1, [{ action_name: 'change_status', settings: { status: 'unsubscribed' } }])], // prettier-ignore
    ['an event', { trigger: 'event_tracked', settings: { event_key: 'a' }, steps: [tagging(1)] }, onTag(1, [tracking('a')])], // prettier-ignore
    ['the funnel by its id', { trigger: 'custom_start', steps: [tagging(1)] }, onTag(1, [sendingTo(1)])],
  ])('is found by way of %s', async (_what, first, second) => {
    expect(await roundFrom(first, second)).toEqual([1, 2, 1]);
  });

  it.each<[string, readonly Node[]]>([
    ['another tag', [onTag(1, [tagging(2)])]],
    ['another event', [{ trigger: 'event_tracked', settings: { event_key: 'a' }, steps: [tracking('b')] }]],
    [
      'an event of another title',
      [{ trigger: 'event_tracked', settings: { title: 'x' }, steps: [tracking('a', 'y')] }],
    ],
    ['another status', [{ trigger: 'status_changed', settings: { to: ['bounced'] }, steps: [{ action_name: 'change_status', settings: { status: 'unsubscribed' } }] }]], // prettier-ignore
    ['taking away what it begins with', [onTag(1, [untagging(1)])]],
    ['another funnel', [{ trigger: 'custom_start', steps: [sendingTo(2)] }]],
    ['a loop of others that it leads into', [onTag(1, [tagging(2)]), onTag(2, [tagging(3)]), onTag(3, [tagging(2)])]],
    ['a funnel on the way that takes nobody in twice', [onTag(1, [tagging(2)]), onTag(2, [tagging(1)], { reentry: 'never' })]], // prettier-ignore
    ['a funnel on the way that takes nobody in for some days', [onTag(1, [tagging(2)]), onTag(2, [tagging(1)], { reentry: 'after_days' })]], // prettier-ignore
  ])('is not seen in %s', async (_what, nodes) => {
    expect(await roundFrom(...nodes)).toBeNull();
  });

  it.each<[string, readonly object[]]>([
    ['behind a wait', [waiting(1), tagging(1)]],
    ['behind a delay of its own', [{ ...tagging(1), delay: 1 }]],
    ['behind a required benchmark', [{ action_name: 'order_received', settings: { type: 'required' } }, tagging(1)]],
    ['in a way of a fork, behind a wait', [deciding([waiting(1), tagging(1)], []), waiting(1), tagging(1)]],
    ['behind the end', [ending, tagging(1)]],
  ])('is not seen where the step stands %s', async (_where, steps) => {
    expect(await roundFrom(onTag(1, steps))).toBeNull();
  });

  it.each<[string, readonly object[]]>([
    ['behind a fork with a wait in one of its ways', [deciding([waiting(1)], []), tagging(1)]],
    ['deep in a way of a split', [splitting({ a: [], b: [deciding([], [tagging(1)])] })]],
    ['behind an optional benchmark', [{ action_name: 'order_received', settings: {} }, tagging(1)]],
    ['behind a fork whose one way ends', [deciding([ending], []), tagging(1)]],
    ['behind a wait for a moment that may be over', [{ action_name: 'wait_times', settings: { wait_type: 'timestamp_wait', wait_date_time: '2030-01-01' } }, tagging(1)]], // prettier-ignore
  ])('is seen where the step stands %s', async (_where, steps) => {
    expect(await roundFrom(onTag(1, steps))).toEqual([1, 1]);
  });
});
