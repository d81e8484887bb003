import type { MachineReason, ClassifiableEvent } from './evidence.js';

/** More links within a short time than a person follows. */
const BURST_LINKS = 3;
const BURST_MS = 2_000;

/** The decoy counts as two links, so with any other link it is a burst. */
const DECOY_WEIGHT = 2;
const DECOY = -1;

/** A quick person may open three links in tabs, but not this many. Such a client is always a machine. */
const IMPOSSIBLE_LINKS = 5;

/** Within this time of a burst, its clients are machines. */
const NEAR_MS = 10_000;

/** An event in time order, with its position in the input. */
interface Placed {
  readonly event: ClassifiableEvent;
  readonly index: number;
}

/**
 * Classifies the events of one email together.
 *
 * - Three distinct links within two seconds are a burst, whichever clients followed them: scanners use many addresses.
 * - A client that follows the hidden link, or five links within two seconds, or is in a network of scanners, is a machine in
 *   all it does with this email. So are requests after a HEAD.
 * - The clients of a burst are machines around it, including their opens. An open by another client may be human.
 *
 * Prefetches by browsers are no evidence, because a person uses the client.
 * @returns the reason of each machine event in the order of `events`; null for a person.
 */
export function classifyEvents(events: readonly ClassifiableEvent[]): (MachineReason | null)[] {
  const evidence = events
    .map((event, index): Placed => ({ event, index }))
    .filter(({ event }) => event.reason !== 'prefetch')
    .sort((a, b) => a.event.at - b.event.at);
  const clicks = evidence.filter(({ event }) => event.kind === 'click');
  const burst = burstsOf(clicks, BURST_LINKS);
  const burstTimes = byClient(clicks.filter(({ index }) => burst.has(index)));
  const machines = machinesSince(evidence, clicks);
  return events.map((event, index) => {
    if (event.reason !== null) return event.reason;
    if (event.isDecoy) return 'decoy';
    if (burst.has(index)) return 'burst';
    if (event.client === null) return null;
    const isProven = event.at >= (machines.get(event.client) ?? Infinity);
    return isProven || isNear(burstTimes.get(event.client) ?? [], event.at) ? 'same_client' : null;
  });
}

/** Returns the positions of clicks within two seconds in which enough links were followed. */
function burstsOf(clicks: readonly Placed[], enough: number): Set<number> {
  const found = new Set<number>();
  const inWindow = new Map<number, number>();
  let start = 0;
  let marked = 0;
  for (const [end, { event }] of clicks.entries()) {
    count(inWindow, event, 1);
    for (; event.at - (clicks[start]?.event.at ?? event.at) > BURST_MS; start += 1)
      count(inWindow, clicks[start]?.event, -1);
    const weight = inWindow.size + (inWindow.has(DECOY) ? DECOY_WEIGHT - 1 : 0);
    if (weight < enough) continue;
    for (const { index } of clicks.slice(Math.max(start, marked), end + 1)) found.add(index);
    marked = end + 1;
  }
  return found;
}

function count(inWindow: Map<number, number>, event: ClassifiableEvent | undefined, change: number): void {
  const link = event?.isDecoy ? DECOY : event?.linkId;
  if (link === undefined || link === null) return;
  const left = (inWindow.get(link) ?? 0) + change;
  if (left > 0) inWindow.set(link, left);
  else inWindow.delete(link);
}

/** Returns from when on each client is a machine. */
function machinesSince(evidence: readonly Placed[], clicks: readonly Placed[]): Map<string, number> {
  const since = new Map<string, number>();
  const prove = (client: string | null, from: number): void => {
    if (client !== null) since.set(client, Math.min(from, since.get(client) ?? Infinity));
  };
  for (const { event } of evidence) {
    if (event.isDecoy || event.reason === 'known_network') prove(event.client, -Infinity);
    // Not of all times: a proxy that tries links may have come to stand before the browser of a person.
    else if (event.isHead) prove(event.client, event.at);
  }
  for (const [client, own] of byClient(clicks))
    if (own.length >= IMPOSSIBLE_LINKS && burstsOf(own, IMPOSSIBLE_LINKS).size > 0) prove(client, -Infinity);
  return since;
}

function byClient(placed: readonly Placed[]): Map<string, Placed[]> {
  const clients = Map.groupBy(placed, ({ event }) => event.client ?? '');
  clients.delete('');
  return clients;
}

/** Returns whether one of the events, which are sorted by time, is close to `at`. */
function isNear(placed: readonly Placed[], at: number): boolean {
  let low = 0;
  let high = placed.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((placed[middle]?.event.at ?? 0) < at - NEAR_MS) low = middle + 1;
    else high = middle;
  }
  return (placed[low]?.event.at ?? Infinity) <= at + NEAR_MS;
}
