import type { MachineReason, MailHit } from '../evidence.js';
import type { GatheredHit } from '../gathered-hit.js';
import { judgeHits } from '../judge-hits.js';

/** A hit that is in the ledger. */
export interface StoredHit extends MailHit {
  readonly id: number;
  /** Null for hits from before they were gathered. */
  readonly uid: number | null;
}

/** What the ledger knows of a mail before new hits. */
export interface MailBefore {
  readonly firstOpenAt: number | null;
  readonly firstClickAt: number | null;
  readonly hits: readonly StoredHit[];
}

type Kind = MailHit['kind'];

export interface JudgedHit {
  readonly hit: GatheredHit;
  readonly reason: MachineReason | null;
}

/** What had been counted as a person's and is not any more. */
export interface Retracted {
  readonly kind: Kind;
  /** The moment under which the mail was counted as opened or clicked. */
  readonly first: number;
  /** The one under which it is now. */
  readonly restated: number | null;
}

/** What new hits make of a mail. */
export interface MailAfter {
  readonly added: readonly JudgedHit[];
  /** Hits beyond what is kept of one mail: machines, counted and forgotten. */
  readonly flood: readonly GatheredHit[];
  readonly reclassified: readonly { readonly id: number; readonly kind: Kind; readonly reason: MachineReason }[];
  readonly retracted: readonly Retracted[];
  readonly first: Readonly<Record<Kind, number | null>>;
}

/** So many hits of one mail are kept one by one. No person comes near it. */
export const MOST_KEPT = 500;

/**
 * Judges new hits together with those that the ledger holds and those that are about to come; whatever is found against
 * older ones is told too. Pure.
 * @param coming hits that are evidence already and will be added later.
 */
export function withHits(
  before: MailBefore,
  arrived: readonly GatheredHit[],
  coming: readonly GatheredHit[],
): MailAfter {
  const known = new Set(before.hits.map(({ uid }) => uid));
  const fresh = arrived.filter(({ uid }) => !known.has(uid) && known.add(uid));
  const room = Math.max(0, MOST_KEPT - before.hits.length);
  const kept = fresh.slice(0, room);
  const evidence: MailHit[] = [...before.hits, ...kept, ...coming.filter(({ uid }) => !known.has(uid))].slice(
    0,
    2 * MOST_KEPT,
  );
  const verdicts = judgeHits(evidence);
  const judgedOld = before.hits.map((hit, index) => ({ hit, reason: verdicts[index] ?? null }));
  const added = kept.map((hit, index) => ({ hit, reason: verdicts[before.hits.length + index] ?? null }));
  const reclassified = judgedOld.flatMap(({ hit: { id, kind, reason: was }, reason }) =>
    was === null && reason !== null ? [{ id, kind, reason }] : [],
  );
  const open = firstOf('open', before.firstOpenAt, judgedOld, added);
  const click = firstOf('click', before.firstClickAt, judgedOld, added);
  return {
    added,
    flood: fresh.slice(room),
    reclassified,
    retracted: [open.retracted, click.retracted].filter((retracted) => retracted !== null),
    first: { open: open.first, click: click.first },
  };
}

/**
 * When a person touched the mail for the first time. What has been announced stays, unless it was no person. A click is an
 * open as well: a person who follows a link has the mail open, whether or not the pixel was loaded.
 */
function firstOf(
  kind: Kind,
  told: number | null,
  old: readonly { readonly hit: StoredHit; readonly reason: MachineReason | null }[],
  added: readonly JudgedHit[],
): { readonly first: number | null; readonly retracted: Retracted | null } {
  const mine = old.filter(({ hit }) => kind === 'open' || hit.kind === kind);
  const remaining = earliest(mine.filter(({ reason }) => reason === null).map(({ hit }) => hit.at));
  const coming = earliest(
    added
      .filter(({ hit, reason }) => (kind === 'open' || hit.kind === kind) && reason === null)
      .map(({ hit }) => hit.at),
  );
  // Versions before clicks counted as opens have stored clicks that no open was derived from.
  if (told === null) return { first: remaining ?? coming, retracted: null };
  const people = mine.filter(({ hit }) => hit.reason === null);
  const [first] = people.sort((a, b) => a.hit.at - b.hit.at);
  if (first === undefined || first.reason === null) return { first: told, retracted: null };
  // A new one is told by itself, as the first.
  return { first: remaining ?? coming, retracted: { kind, first: told, restated: remaining } };
}

const earliest = (moments: readonly number[]): number | null =>
  moments.length === 0 ? null : moments.reduce((least, moment) => Math.min(least, moment));
