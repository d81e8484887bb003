import type { CountChange } from '../../labels/labels.service.js';

/** How a write wants the labels of a contact: exactly a set, or more and fewer of what is there. */
export interface MembershipWish {
  readonly replace?: readonly number[];
  readonly attach?: readonly number[];
  readonly detach?: readonly number[];
}

export interface MembershipDifference {
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

/** What writes do to the counters of one kind of label. */
export interface LabelMoves {
  /** By id of the label. */
  readonly changes: Map<number, CountChange>;
  /** The labels that somebody got. */
  readonly added: Set<number>;
}

/** What of the wish is a real difference, ids ascending. */
export function differenceOf(before: ReadonlySet<number>, wish: MembershipWish): MembershipDifference {
  const after = new Set(wish.replace ?? before);
  for (const id of wish.attach ?? []) after.add(id);
  for (const id of wish.detach ?? []) after.delete(id);
  return {
    added: [...after].filter((id) => !before.has(id)).sort(ascending),
    removed: [...before].filter((id) => !after.has(id)).sort(ascending),
  };
}

/**
 * What one contact's write does to the counters of its labels. `subscribed` moves with the membership and with the status:
 * a contact that leaves `subscribed` is one fewer in every list it stays in.
 */
export function countChanges(
  before: ReadonlySet<number>,
  difference: MembershipDifference,
  subscribed: { readonly before: boolean; readonly after: boolean },
): Map<number, CountChange> {
  const changes = new Map<number, CountChange>();
  for (const id of difference.added) changes.set(id, { total: 1, subscribed: Number(subscribed.after) });
  for (const id of difference.removed) changes.set(id, { total: -1, subscribed: subscribed.before ? -1 : 0 });
  const shift = Number(subscribed.after) - Number(subscribed.before);
  if (shift !== 0) for (const id of before) if (!changes.has(id)) changes.set(id, { total: 0, subscribed: shift });
  return changes;
}

const ascending = (a: number, b: number): number => a - b;
