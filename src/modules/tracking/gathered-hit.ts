import { randomBytes } from 'node:crypto';
import { MACHINE_REASONS, type MachineReason } from './evidence.js';

/** An open or a click as it came in, on its way to the ledger. It holds no address of anybody. */
export interface GatheredHit {
  /** Of 48 bits: tells a hit that is delivered twice from two hits of the same mail. */
  readonly uid: number;
  readonly messageId: number;
  readonly kind: 'open' | 'click';
  /** Null for opens and the decoy. */
  readonly linkId: number | null;
  readonly isDecoy: boolean;
  readonly isHead: boolean;
  /** Milliseconds since 1970, by the clock of the process that was asked. */
  readonly at: number;
  /** What the request alone gave away; null for what may be a person. */
  readonly reason: MachineReason | null;
  readonly userAgent: string | null;
  /** A keyed hash of address and agent, in hex. */
  readonly client: string;
}

/** On the way a hit is one short line: much of them waits in memory and in Redis while a worker is away. */
interface Wire {
  readonly u: number;
  readonly m: number;
  readonly k: 'o' | 'c';
  readonly t: number;
  readonly c: string;
  readonly l?: number;
  readonly d?: 1;
  readonly h?: 1;
  readonly r?: MachineReason;
  readonly a?: string;
}

const UID_BYTES = 6;
const LONGEST_AGENT = 255;
const CLIENT = /^[0-9a-f]{16}$/;
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]+/g;

export function newHitUid(): number {
  return randomBytes(UID_BYTES).readUIntBE(0, UID_BYTES);
}

/** An agent as it is kept. */
export function keptAgent(agent: string | null): string | null {
  return agent === null ? null : agent.slice(0, LONGEST_AGENT).replace(CONTROL, ' ');
}

export function writeHit(hit: GatheredHit): string {
  const wire: Wire = {
    u: hit.uid,
    m: hit.messageId,
    k: hit.kind === 'open' ? 'o' : 'c',
    t: hit.at,
    c: hit.client,
    ...(hit.linkId === null ? {} : { l: hit.linkId }),
    ...(hit.isDecoy ? { d: 1 } : {}),
    ...(hit.isHead ? { h: 1 } : {}),
    ...(hit.reason === null ? {} : { r: hit.reason }),
    ...(hit.userAgent === null ? {} : { a: hit.userAgent }),
  };
  return JSON.stringify(wire);
}

/** @returns null for everything that `writeHit` cannot have written: nothing in Redis is trusted. */
export function readHit(text: string): GatheredHit | null {
  let wire: Partial<Record<keyof Wire, unknown>>;
  try {
    wire = Object(JSON.parse(text)) as typeof wire;
  } catch {
    return null;
  }
  const { u, m, k, t, c, l = null, d, h, r = null, a = null } = wire;
  if (!isId(u) || !isId(m) || !isId(t) || (k !== 'o' && k !== 'c')) return null;
  if (typeof c !== 'string' || !CLIENT.test(c) || !(l === null || isId(l))) return null;
  const reason = r === null ? null : MACHINE_REASONS.find((each) => each === r);
  if (reason === undefined || !(a === null || typeof a === 'string')) return null;
  return {
    uid: u,
    messageId: m,
    kind: k === 'o' ? 'open' : 'click',
    linkId: l,
    isDecoy: d === 1,
    isHead: h === 1,
    at: t,
    reason,
    userAgent: keptAgent(a),
    client: c,
  };
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/**
 * Brings hits to the clock of whoever took them in, as far as the clock they were noted by is plainly wrong. What was
 * between them stays.
 */
export function onClock(hits: readonly GatheredHit[], takenInAt: number): GatheredHit[] {
  const newest = hits.reduce((latest, { at }) => Math.max(latest, at), 0);
  const error = takenInAt - newest;
  return Math.abs(error) < PLAINLY_WRONG_MS ? [...hits] : hits.map((hit) => ({ ...hit, at: hit.at + error }));
}

const PLAINLY_WRONG_MS = 2_000;
