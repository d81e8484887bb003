import { PUBLIC_EVENT_NAMES, type PublicEventName } from '../../events/domain-events.js';
import { AppError, invalidParam } from '../../platform/errors/app-error.js';

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

/**
 * What names and wildcards stand for, in the order of the catalogue.
 * @throws AppError invalid_webhook_event, rest_invalid_param when that is nothing.
 */
export function checkedEvents(names: readonly string[]): readonly PublicEventName[] {
  const { events, unknown } = expandEvents(names);
  const [first] = unknown;
  if (first !== undefined) {
    throw new AppError('invalid_webhook_event', `Event type '${first}' is not supported.`, {
      data: { params: { events: `not supported: ${unknown.join(', ')}` } },
    });
  }
  if (events.length === 0) throw invalidParam('events', 'must not be empty');
  return events;
}

/**
 * Those of `subscribed` that are meant. A wildcard means what is subscribed of it; a plain name has to be subscribed.
 * @throws AppError invalid_webhook_event, rest_invalid_param
 */
export function subscribedEvents(
  names: readonly string[],
  subscribed: readonly PublicEventName[],
): readonly PublicEventName[] {
  const known: ReadonlySet<string> = new Set(subscribed);
  const wanted = checkedEvents(names);
  const foreign = names.filter((name) => !name.endsWith('*') && !known.has(name));
  const events = wanted.filter((name) => known.has(name));
  if (foreign.length > 0 || events.length === 0)
    throw invalidParam(
      'events',
      `the webhook does not subscribe to ${(foreign.length > 0 ? foreign : names).join(', ')}`,
    );
  return events;
}
