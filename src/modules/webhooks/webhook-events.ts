import { PUBLIC_EVENT_NAMES, type PublicEventName } from '../../events/domain-events.js';

/** What a test call carries; no webhook can subscribe to it. */
export const TEST_EVENT = 'webhook.test';

const FAMILIES = new Set(PUBLIC_EVENT_NAMES.map((name) => name.slice(0, name.indexOf('.'))));

/** What `*`, `contact.*` or a plain name stands for; nothing when the name is unknown. */
function meaning(name: string): readonly PublicEventName[] {
  if (name === '*') return PUBLIC_EVENT_NAMES;
  const family = name.endsWith('.*') ? name.slice(0, -2) : null;
  if (family !== null && FAMILIES.has(family))
    return PUBLIC_EVENT_NAMES.filter((known) => known.startsWith(`${family}.`));
  return PUBLIC_EVENT_NAMES.filter((known) => known === name);
}

export interface ExpandedEvents {
  /** In the order of the catalogue, each once. */
  readonly events: readonly PublicEventName[];
  readonly unknown: readonly string[];
}

export function expandEvents(names: readonly string[]): ExpandedEvents {
  const wanted = new Set(names.flatMap(meaning));
  return {
    events: PUBLIC_EVENT_NAMES.filter((name) => wanted.has(name)),
    unknown: names.filter((name) => meaning(name).length === 0),
  };
}
