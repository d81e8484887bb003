import type { MachineReason, MailHit } from './evidence.js';

/** Nobody follows so many links of a mail within so short a time. */
const BURST_LINKS = 3;
const BURST_MS = 2_000;

/** A decoy weighs as much as two links: with any other link beside it, it is a burst. */
const DECOY_WEIGHT = 2;
const DECOY = -1;

/** Somebody quick may open three links in tabs; not so many. Whoever does is no person at any other time either. */
const IMPOSSIBLE_LINKS = 5;

/** Around a burst, its clients are the machine that made it. */
const NEAR_MS = 10_000;

/** A hit on its way through the order of time, with its place among those that were given. */
interface Placed {
  readonly hit: MailHit;
  readonly index: number;
}

/**
 * Looks at the hits of one mail together: what a request does not give away, its neighbours may.
 *
 * - Three distinct links within two seconds are a burst, whoever followed them: scanners work from many addresses.
 * - Who follows the link that nobody can see, or five links within two seconds, is a machine, and so is all that it does
 *   with this mail. The same holds for what comes after a HEAD.
 * - Who took part in a burst is one around it; its pixel is not somebody opening the mail. A pixel that another client
 *   fetches meanwhile may well be.
 *
 * What browsers load ahead is no evidence: the client behind it is a person's.
 * @returns why each is taken for a machine's, in their order; null for a person's.
 */
export function judgeHits(hits: readonly MailHit[]): (MachineReason | null)[] {
  const evidence = hits
    .map((hit, index): Placed => ({ hit, index }))
    .filter(({ hit }) => hit.reason !== 'prefetch')
    .sort((a, b) => a.hit.at - b.hit.at);
  const clicks = evidence.filter(({ hit }) => hit.kind === 'click');
  const burst = burstsOf(clicks, BURST_LINKS);
  const burstTimes = byClient(clicks.filter(({ index }) => burst.has(index)));
  const machines = machinesSince(evidence, clicks);
  return hits.map((hit, index) => {
    if (hit.reason !== null) return hit.reason;
    if (hit.isDecoy) return 'decoy';
    if (burst.has(index)) return 'burst';
    if (hit.client === null) return null;
    const isProven = hit.at >= (machines.get(hit.client) ?? Infinity);
    return isProven || isNear(burstTimes.get(hit.client) ?? [], hit.at) ? 'same_client' : null;
  });
}

/** The places of all clicks within any two seconds in which enough links were followed. */
function burstsOf(clicks: readonly Placed[], enough: number): Set<number> {
  const found = new Set<number>();
  const inWindow = new Map<number, number>();
  let start = 0;
  let marked = 0;
  for (const [end, { hit }] of clicks.entries()) {
    count(inWindow, hit, 1);
    for (; hit.at - (clicks[start]?.hit.at ?? hit.at) > BURST_MS; start += 1) count(inWindow, clicks[start]?.hit, -1);
    const weight = inWindow.size + (inWindow.has(DECOY) ? DECOY_WEIGHT - 1 : 0);
    if (weight < enough) continue;
    for (const { index } of clicks.slice(Math.max(start, marked), end + 1)) found.add(index);
    marked = end + 1;
  }
  return found;
}

function count(inWindow: Map<number, number>, hit: MailHit | undefined, change: number): void {
  const link = hit?.isDecoy ? DECOY : hit?.linkId;
  if (link === undefined || link === null) return;
  const left = (inWindow.get(link) ?? 0) + change;
  if (left > 0) inWindow.set(link, left);
  else inWindow.delete(link);
}

/** From when on everything that a client does is a machine's. */
function machinesSince(evidence: readonly Placed[], clicks: readonly Placed[]): Map<string, number> {
  const since = new Map<string, number>();
  const prove = (client: string | null, from: number): void => {
    if (client !== null) since.set(client, Math.min(from, since.get(client) ?? Infinity));
  };
  for (const { hit } of evidence) {
    if (hit.isDecoy) prove(hit.client, -Infinity);
    // Not of all times: a proxy that tries links may have come to stand before the browser of a person.
    else if (hit.isHead) prove(hit.client, hit.at);
  }
  for (const [client, own] of byClient(clicks))
    if (own.length >= IMPOSSIBLE_LINKS && burstsOf(own, IMPOSSIBLE_LINKS).size > 0) prove(client, -Infinity);
  return since;
}

function byClient(placed: readonly Placed[]): Map<string, Placed[]> {
  const clients = new Map<string, Placed[]>();
  for (const each of placed) {
    if (each.hit.client === null) continue;
    const own = clients.get(each.hit.client);
    if (own) own.push(each);
    else clients.set(each.hit.client, [each]);
  }
  return clients;
}

/** Whether one of them, which are in the order of time, lies close to this moment. */
function isNear(placed: readonly Placed[], at: number): boolean {
  let low = 0;
  let high = placed.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((placed[middle]?.hit.at ?? 0) < at - NEAR_MS) low = middle + 1;
    else high = middle;
  }
  return (placed[low]?.hit.at ?? Infinity) <= at + NEAR_MS;
}
