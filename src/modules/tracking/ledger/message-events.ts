import type { MachineReason, ClassifiableEvent } from '../evidence.js';
import type { TrackingEvent } from '../tracking-event.js';
import { classifyEvents } from '../classify-events.js';

export interface StoredTrackingEvent extends ClassifiableEvent {
  readonly id: number;
  /** Null for events stored by old versions. */
  readonly uid: number | null;
}

export interface EmailBefore {
  readonly firstOpenAt: number | null;
  readonly firstClickAt: number | null;
  readonly events: readonly StoredTrackingEvent[];
}

type Kind = ClassifiableEvent['kind'];

interface ClassifiedEvent {
  readonly event: TrackingEvent;
  readonly reason: MachineReason | null;
}

/** A first open or click that was counted as human and is now classified as machine. */
interface Retracted {
  readonly kind: Kind;
  /** The time under which it was counted. */
  readonly first: number;
  /** The new time of the first open or click; null if none remains. */
  readonly restated: number | null;
}

export interface EmailAfter {
  readonly added: readonly ClassifiedEvent[];
  /** Events beyond the limit per email: counted as machine, but not stored. */
  readonly flood: readonly TrackingEvent[];
  readonly reclassified: readonly { readonly id: number; readonly kind: Kind; readonly reason: MachineReason }[];
  readonly retracted: readonly Retracted[];
  readonly first: Readonly<Record<Kind, number | null>>;
}

/** Events stored per email. People stay far below. */
export const MAX_STORED_EVENTS = 500;

/** Also reports stored events that change. Pure. @param coming later events that already count as evidence. */
export function withEvents(
  before: EmailBefore,
  arrived: readonly TrackingEvent[],
  coming: readonly TrackingEvent[],
): EmailAfter {
  const known = new Set(before.events.map(({ uid }) => uid));
  const fresh = arrived.filter(({ uid }) => !known.has(uid) && known.add(uid));
  const room = Math.max(0, MAX_STORED_EVENTS - before.events.length);
  const kept = fresh.slice(0, room);
  const evidence: ClassifiableEvent[] = [
    ...before.events,
    ...kept,
    ...coming.filter(({ uid }) => !known.has(uid)),
  ].slice(0, 2 * MAX_STORED_EVENTS);
  const reasons = classifyEvents(evidence);
  const classifiedStored = before.events.map((event, index) => ({ event, reason: reasons[index] ?? null }));
  const added = kept.map((event, index) => ({ event, reason: reasons[before.events.length + index] ?? null }));
  const reclassified = classifiedStored.flatMap(({ event: { id, kind, reason: was }, reason }) =>
    was === null && reason !== null ? [{ id, kind, reason }] : [],
  );
  const open = firstOf('open', before.firstOpenAt, classifiedStored, added);
  const click = firstOf('click', before.firstClickAt, classifiedStored, added);
  return {
    added,
    flood: fresh.slice(room),
    reclassified,
    retracted: [open.retracted, click.retracted].filter((retracted) => retracted !== null),
    first: { open: open.first, click: click.first },
  };
}

/** An announced time stays, unless it was a machine. A click is an open, too, whether or not the pixel was loaded. */
function firstOf(
  kind: Kind,
  announced: number | null,
  old: readonly { readonly event: StoredTrackingEvent; readonly reason: MachineReason | null }[],
  added: readonly ClassifiedEvent[],
): { readonly first: number | null; readonly retracted: Retracted | null } {
  const mine = old.filter(({ event }) => kind === 'open' || event.kind === kind);
  const remaining = earliest(mine.filter(({ reason }) => reason === null).map(({ event }) => event.at));
  const coming = earliest(
    added
      .filter(({ event, reason }) => (kind === 'open' || event.kind === kind) && reason === null)
      .map(({ event }) => event.at),
  );
  // Old versions stored clicks without an open.
  if (announced === null) return { first: remaining ?? coming, retracted: null };
  const people = mine.filter(({ event }) => event.reason === null);
  const [first] = people.sort((a, b) => a.event.at - b.event.at);
  if (first === undefined || first.reason === null) return { first: announced, retracted: null };
  // A new event is announced by itself, as the first.
  return { first: remaining ?? coming, retracted: { kind, first: announced, restated: remaining } };
}

const earliest = (moments: readonly number[]): number | null =>
  moments.length === 0 ? null : moments.reduce((least, moment) => Math.min(least, moment));
