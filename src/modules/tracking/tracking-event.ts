import { randomHex } from '../../platform/ids/random.js';
import type { AppConfig } from '../../platform/config/config.js';
import { fromJson } from '../../platform/values/json.js';
import { MACHINE_REASONS, type MachineReason } from './evidence.js';

/** An open or click on its way to the ledger, without personal data. */
export interface TrackingEvent {
  /** 48 random bits that identify the event if it is delivered twice. */
  readonly uid: number;
  readonly messageId: number;
  readonly kind: 'open' | 'click';
  /** Null for opens and the decoy. */
  readonly linkId: number | null;
  readonly isDecoy: boolean;
  readonly isHead: boolean;
  /** Milliseconds since 1970, on the clock of the receiving process. */
  readonly at: number;
  /** The classification of the request alone; null for a possible person. */
  readonly reason: MachineReason | null;
  readonly userAgent: string | null;
  /** A keyed hash of address and agent, in hex. */
  readonly client: string;
}

/** The stored form is short, because many events wait in memory and Redis while the worker is down. */
interface EncodedEvent {
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

const MAX_AGENT_LENGTH = 255;
const CLIENT = /^[0-9a-f]{16}$/;
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]+/g;

export function newEventUid(): number {
  return Number.parseInt(randomHex(6), 16);
}

/** Returns the agent as it is stored. */
export function storedAgent(agent: string | null): string | null {
  return agent === null ? null : agent.slice(0, MAX_AGENT_LENGTH).replace(CONTROL, ' ');
}

export function writeEvent(event: TrackingEvent): string {
  const encoded: EncodedEvent = {
    u: event.uid,
    m: event.messageId,
    k: event.kind === 'open' ? 'o' : 'c',
    t: event.at,
    c: event.client,
    ...(event.linkId === null ? {} : { l: event.linkId }),
    ...(event.isDecoy ? { d: 1 } : {}),
    ...(event.isHead ? { h: 1 } : {}),
    ...(event.reason === null ? {} : { r: event.reason }),
    ...(event.userAgent === null ? {} : { a: event.userAgent }),
  };
  return JSON.stringify(encoded);
}

/** @returns null for text that `writeEvent` cannot have written; data in Redis is untrusted. */
export function readEvent(text: string): TrackingEvent | null {
  const encoded = Object(fromJson(text, null)) as Unread;
  const { d, h, r = null } = encoded;
  if (!hasTarget(encoded) || !hasClient(encoded)) return null;
  const { u, m, k, t, c, l = null, a = null } = encoded;
  const reason = r === null ? null : MACHINE_REASONS.find((each) => each === r);
  if (reason === undefined) return null;
  return {
    uid: u,
    messageId: m,
    kind: k === 'o' ? 'open' : 'click',
    linkId: l,
    isDecoy: d === 1,
    isHead: h === 1,
    at: t,
    reason,
    userAgent: storedAgent(a),
    client: c,
  };
}

type Unread = Partial<Record<keyof EncodedEvent, unknown>>;

const hasTarget = (encoded: Unread): encoded is Pick<EncodedEvent, 'u' | 'm' | 't' | 'k' | 'l'> =>
  isId(encoded.u) &&
  isId(encoded.m) &&
  isId(encoded.t) &&
  (encoded.k === 'o' || encoded.k === 'c') &&
  (encoded.l === undefined || encoded.l === null || isId(encoded.l));

const hasClient = (encoded: Unread): encoded is Pick<EncodedEvent, 'c' | 'a'> =>
  typeof encoded.c === 'string' &&
  CLIENT.test(encoded.c) &&
  (encoded.a === undefined || encoded.a === null || typeof encoded.a === 'string');

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Moves events to the clock of the receiver if the original clock is clearly wrong. Intervals stay. */
export function alignedToClock(events: readonly TrackingEvent[], takenInAt: number): TrackingEvent[] {
  const newest = events.reduce((latest, { at }) => Math.max(latest, at), 0);
  const error = takenInAt - newest;
  return Math.abs(error) < MAX_CLOCK_ERROR_MS
    ? [...events]
    : events.map((event) => ({ ...event, at: event.at + error }));
}

const MAX_CLOCK_ERROR_MS = 2_000;

/** The Redis keys of tracking events. The braces keep them in one slot of a cluster. */
export const trackingKeys = ({
  redis: { prefix },
}: AppConfig): { readonly stream: string; readonly leader: string } => ({
  stream: `{${prefix}:hits}:stream`,
  leader: `{${prefix}:hits}:leader`,
});

/** The field of a stream entry; it contains a JSON array of events. */
export const EVENTS_FIELD = 'hits';
