import { type LoggedEventName, PUBLIC_EVENT_NAMES, type PublicEventName } from '../../events/domain-events.js';
import { AppError, invalidParam } from '../../platform/errors/app-error.js';
import { nearestFirst } from '../../platform/text/closest-name.js';

/** The event of test calls; webhooks cannot subscribe to it. */
export const TEST_EVENT = 'webhook.test';

/** Expands `*`, `contact.*`, or a name; empty if the name is unknown. */
function expand<Name extends LoggedEventName>(name: string, names: readonly Name[]): readonly Name[] {
  if (name === '*') return names;
  if (name.endsWith('.*')) return names.filter((known) => known.startsWith(name.slice(0, -1)));
  return names.filter((known) => known === name);
}

interface ExpandedEvents<Name> {
  /** In catalog order, without duplicates. */
  readonly events: readonly Name[];
  readonly unknown: readonly string[];
}

export function expandEvents<Name extends LoggedEventName>(
  names: readonly string[],
  known: readonly Name[],
): ExpandedEvents<Name> {
  const wanted = new Set(names.flatMap((name) => expand(name, known)));
  return {
    events: known.filter((name) => wanted.has(name)),
    unknown: names.filter((name) => expand(name, known).length === 0),
  };
}

/** Returns the error of unknown names; nothing if there are none. */
export function eventFaults(names: readonly string[]): { readonly events?: string } {
  const { unknown } = expandEvents(names, PUBLIC_EVENT_NAMES);
  if (unknown.length === 0) return {};
  const known = nearestFirst(unknown[0], PUBLIC_EVENT_NAMES);
  return { events: `not supported: ${unknown.join(', ')}; known events: ${known}, contact.*, *` };
}

/** Expands wildcards, in catalog order. @throws AppError invalid_webhook_event; rest_invalid_param if none results. */
export function checkedEvents(names: readonly string[]): readonly PublicEventName[] {
  const { events, unknown } = expandEvents(names, PUBLIC_EVENT_NAMES);
  const [first] = unknown;
  if (first !== undefined)
    throw new AppError('invalid_webhook_event', `Event type '${first}' is not supported.`, {
      data: { params: eventFaults(names) },
    });
  if (events.length === 0) throw invalidParam('events', 'must not be empty');
  return events;
}

/** Expands names within `subscribed`. A wildcard selects its subscribed events; a plain name must be subscribed. */
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

/** A position in the event log: after an event, before the oldest, or after the newest. */
export type EventPosition = number | 'oldest' | 'latest';

/** @returns null for invalid text. */
export function parseEventPosition(text: string): EventPosition | null {
  if (text === 'oldest' || text === 'latest') return text;
  const position = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(position) ? position : null;
}
