import { isDeepStrictEqual } from 'node:util';
import { type FunnelDefinition, mayHoldContacts } from './funnel-definition.js';
import type { FunnelConditions, FunnelSettings } from './funnel-rules.js';
import { type Step, branchesUnder } from './step.js';
import type { TriggerFact } from './trigger-facts.js';
import { matchesTrigger } from './trigger-match.js';

/** An effect of a step that can start another funnel. */
type Effect = TriggerFact | { readonly name: 'add_to_funnel'; readonly funnelId: number };

export interface FunnelInGraph {
  readonly id: number;
  readonly title: string;
  readonly triggerName: string;
  readonly conditions: Pick<FunnelConditions, 'reentry'>;
  readonly settings: FunnelSettings;
}

/** Returns everything that can happen to a new enrollment before it has to wait. */
export function effectsAtOnce(definition: FunnelDefinition): Effect[] {
  const effects: Effect[] = [];
  const seen = new Set<number>();
  const ahead = [definition.first];
  for (let step = ahead.pop(); step !== undefined; step = ahead.pop()) {
    if (step === null || seen.has(step.id) || mayHoldContacts(step)) continue;
    seen.add(step.id);
    const effect = effectOf(step);
    if (effect !== null && !effects.some((known) => isDeepStrictEqual(known, effect))) effects.push(effect);
    // Steps with conditions can be skipped, and branches can be empty.
    if (step.action !== 'end_this_funnel' || step.conditions !== null) ahead.push(definition.after(step, null));
    ahead.push(...branchesUnder(step).map((path) => definition.children(step.id, path)[0] ?? null));
  }
  return effects;
}

/** Only a funnel that can enroll contacts again at any time can be part of a loop. */
export const allowsReentry = ({ conditions }: Pick<FunnelInGraph, 'conditions'>): boolean =>
  conditions.reentry.mode === 'always';

function startsFor(funnel: FunnelInGraph, effect: Effect): boolean {
  if (!allowsReentry(funnel)) return false;
  if (effect.name === 'add_to_funnel') return effect.funnelId === funnel.id;
  return funnel.triggerName === effect.name && matchesTrigger(funnel.settings, effect);
}

/**
 * Finds the shortest loop from `start` back to itself.
 * @param effectsOf called only for funnels that can be reached.
 * @returns the funnels of the loop, with `start` at both ends; null if there is none.
 */
export async function findLoop<Funnel extends FunnelInGraph>(
  start: Funnel,
  others: readonly Funnel[],
  effectsOf: (funnel: Funnel) => Promise<readonly Effect[]>,
): Promise<Funnel[] | null> {
  const paths: Funnel[][] = [[start]];
  const visited = new Set([start.id]);
  for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
    const effects = await effectsOf(path.at(-1) ?? start);
    if (effects.some((effect) => startsFor(start, effect))) return [...path, start];
    for (const next of others) {
      if (visited.has(next.id) || !effects.some((effect) => startsFor(next, effect))) continue;
      visited.add(next.id);
      paths.push([...path, next]);
    }
  }
  return null;
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
      return { name: 'status_changed', from: null, to: step.settings.status };
    case 'track_event': {
      const { event_key, title } = step.settings;
      // The count of the contact is not known, so assume it is high enough.
      return { name: 'event_tracked', event_key, title, counter: Number.POSITIVE_INFINITY };
    }
    case 'add_to_funnel':
      return { name: 'add_to_funnel', funnelId: step.settings.funnel_id };
    default:
      return null;
  }
}
