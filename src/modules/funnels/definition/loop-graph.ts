import { isDeepStrictEqual } from 'node:util';
import { type FunnelDefinition, takesTime } from './funnel-definition.js';
import type { FunnelConditions, FunnelSettings } from './funnel-rules.js';
import { type Step, waysUnder } from './step.js';

/** What a step makes happen that may begin another funnel. */
export type Effect =
  | { readonly name: 'list_applied' | 'list_removed'; readonly lists: readonly number[] }
  | { readonly name: 'tag_applied' | 'tag_removed'; readonly tags: readonly number[] }
  | { readonly name: 'status_changed'; readonly to: string }
  | { readonly name: 'event_tracked'; readonly event_key: string; readonly title: string }
  | { readonly name: 'add_to_funnel'; readonly funnelId: number };

/** A funnel as far as loops go. */
export interface FunnelInGraph {
  readonly id: number;
  readonly title: string;
  readonly triggerName: string;
  readonly conditions: Pick<FunnelConditions, 'reentry'>;
  readonly settings: FunnelSettings;
}

/** Everything that may happen to somebody who comes in, before there is any time to wait. */
export function effectsAtOnce(definition: FunnelDefinition): Effect[] {
  const effects: Effect[] = [];
  const seen = new Set<number>();
  const ahead = [definition.first];
  for (let step = ahead.pop(); step !== undefined; step = ahead.pop()) {
    if (step === null || seen.has(step.id) || takesTime(step)) continue;
    seen.add(step.id);
    const effect = effectOf(step);
    if (effect !== null && !effects.some((known) => isDeepStrictEqual(known, effect))) effects.push(effect);
    // A step with conditions can be gone past; so can a way that nobody takes.
    if (step.action !== 'end_this_funnel' || step.conditions !== null) ahead.push(definition.after(step, null));
    ahead.push(...waysUnder(step).map((way) => definition.children(step.id, way)[0] ?? null));
  }
  return effects;
}

/** Whether it lets somebody in again and again: only such a funnel can be part of a loop. */
export const takesBack = ({ conditions }: Pick<FunnelInGraph, 'conditions'>): boolean =>
  conditions.reentry.mode === 'always';

/** Whether the funnel begins for this, as far as one can know beforehand. */
function beginsFor(funnel: FunnelInGraph, effect: Effect): boolean {
  if (!takesBack(funnel)) return false;
  if (effect.name === 'add_to_funnel') return effect.funnelId === funnel.id;
  if (funnel.triggerName !== effect.name) return false;
  const wanted = funnel.settings as Wanted;
  switch (effect.name) {
    case 'list_applied':
    case 'list_removed':
      return isAmong(wanted.lists, effect.lists);
    case 'tag_applied':
    case 'tag_removed':
      return isAmong(wanted.tags, effect.tags);
    case 'status_changed':
      return isAmong(wanted.to, [effect.to]);
    case 'event_tracked':
      return (
        (wanted.event_key ?? effect.event_key) === effect.event_key && (wanted.title ?? effect.title) === effect.title
      );
  }
}

/**
 * A way round that comes back to where it began, the shortest of them.
 * @param effectsOf of every funnel that can be come to; asked for those only.
 * @returns the funnels on the way, the first one at both ends; null where there is none.
 */
export async function wayRound<Funnel extends FunnelInGraph>(
  start: Funnel,
  others: readonly Funnel[],
  effectsOf: (funnel: Funnel) => Promise<readonly Effect[]>,
): Promise<Funnel[] | null> {
  const ways: Funnel[][] = [[start]];
  const visited = new Set([start.id]);
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    const effects = await effectsOf(way.at(-1) ?? start);
    if (effects.some((effect) => beginsFor(start, effect))) return [...way, start];
    for (const next of others) {
      if (visited.has(next.id) || !effects.some((effect) => beginsFor(next, effect))) continue;
      visited.add(next.id);
      ways.push([...way, next]);
    }
  }
  return null;
}

interface Wanted {
  readonly lists?: readonly number[];
  readonly tags?: readonly number[];
  readonly to?: readonly string[];
  readonly event_key?: string | null;
  readonly title?: string | null;
}

function isAmong<Value>(wanted: readonly Value[] | undefined, values: readonly Value[]): boolean {
  return wanted === undefined || wanted.length === 0 || values.some((value) => wanted.includes(value));
}

function effectOf(step: Step): Effect | null {
  switch (step.action) {
    case 'add_contact_to_list':
      return { name: 'list_applied', lists: step.settings.lists };
    case 'detach_contact_from_list':
      return { name: 'list_removed', lists: step.settings.lists };
    case 'add_contact_to_tag':
      return { name: 'tag_applied', tags: step.settings.tags };
    case 'detach_contact_from_tag':
      return { name: 'tag_removed', tags: step.settings.tags };
    case 'change_status':
      return { name: 'status_changed', to: step.settings.status };
    case 'track_event': {
      const { event_key, title } = step.settings;
      return { name: 'event_tracked', event_key, title };
    }
    case 'add_to_funnel':
      return { name: 'add_to_funnel', funnelId: step.settings.funnel_id };
    default:
      return null;
  }
}
