import { LABEL_KINDS, type LabelKind } from '../labels/labels.service.js';
import { shardOf } from './contact-counters.js';
import type { ContactStatus } from './contact-status.js';
import { type LabelMoves, type MembershipDifference, countChanges } from './memberships/membership-change.js';

/** Whether a contact counts as subscribed before and after a write. */
interface Subscribed {
  readonly before: boolean;
  readonly after: boolean;
}

/**
 * What a transaction does to the counters of contacts, by status, list and tag. All writers of a popular list wait for the
 * same row, so one who writes many contacts gathers here and writes the sum at the end.
 */
export class ContactTally {
  /** By share, then by status. */
  readonly statuses = new Map<number, Map<ContactStatus, number>>();
  readonly labels: Readonly<Record<LabelKind, LabelMoves>> = {
    list: { changes: new Map(), added: new Set() },
    tag: { changes: new Map(), added: new Set() },
  };

  /** Null is outside. */
  moved(contactId: number, from: ContactStatus | null, to: ContactStatus | null): void {
    if (from === to) return;
    if (from !== null) this.shift(shardOf(contactId), from, -1);
    if (to !== null) this.shift(shardOf(contactId), to, 1);
  }

  /** @param before the labels of that kind; where the status stays, those of the difference are enough. */
  relabelled(
    kind: LabelKind,
    before: ReadonlySet<number>,
    difference: MembershipDifference,
    subscribed: Subscribed,
  ): void {
    for (const [id, change] of countChanges(before, difference, subscribed)) this.count(kind, id, change);
    for (const id of difference.added) this.labels[kind].added.add(id);
  }

  /** Takes over what another one has gathered. */
  add(other: ContactTally): void {
    for (const [shard, moves] of other.statuses) for (const [status, by] of moves) this.shift(shard, status, by);
    for (const kind of LABEL_KINDS) {
      for (const [id, change] of other.labels[kind].changes) this.count(kind, id, change);
      for (const id of other.labels[kind].added) this.labels[kind].added.add(id);
    }
  }

  private shift(shard: number, status: ContactStatus, by: number): void {
    const moves = this.statuses.get(shard) ?? new Map<ContactStatus, number>();
    moves.set(status, (moves.get(status) ?? 0) + by);
    this.statuses.set(shard, moves);
  }

  private count(kind: LabelKind, id: number, { total, subscribed }: { total: number; subscribed: number }): void {
    const { changes } = this.labels[kind];
    const known = changes.get(id) ?? { total: 0, subscribed: 0 };
    changes.set(id, { total: known.total + total, subscribed: known.subscribed + subscribed });
  }
}
