import { type CountChange, LABEL_KINDS, type LabelKind } from '../../labels/labels.service.js';
import type { ContactStatus } from '../contact/contact-status.js';
import { type LabelMoves, type MembershipDifference, countChanges } from '../memberships/membership-change.js';

/** Rows per status, so that writers of different contacts rarely wait for each other. The migration creates them. */
export const SHARDS = 8;

const shardOf = (contactId: number): number => contactId % SHARDS;

interface Subscribed {
  readonly before: boolean;
  readonly after: boolean;
}

export class CounterDeltas {
  /** By shard, then by status. */
  readonly statuses = new Map<number, Map<ContactStatus, number>>();
  readonly labels: Readonly<Record<LabelKind, LabelMoves>> = {
    list: { changes: new Map(), added: new Set() },
    tag: { changes: new Map(), added: new Set() },
  };

  /** Null means that the contact does not exist. */
  moved(contactId: number, from: ContactStatus | null, to: ContactStatus | null): void {
    if (from === to) return;
    if (from !== null) this.shift(shardOf(contactId), from, -1);
    if (to !== null) this.shift(shardOf(contactId), to, 1);
  }

  /** @param before the labels of this kind; if the status is unchanged, those of the difference suffice. */
  relabelled(
    contactId: number,
    kind: LabelKind,
    before: ReadonlySet<number>,
    difference: MembershipDifference,
    subscribed: Subscribed,
  ): void {
    for (const [id, change] of countChanges(before, difference, subscribed))
      this.count(kind, id, { ...change, members: change.total === 0 ? [] : [change.total * contactId] });
    for (const id of difference.added) this.labels[kind].added.add(id);
  }

  add(other: CounterDeltas): void {
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

  private count(kind: LabelKind, id: number, { total, subscribed, members = [] }: CountChange): void {
    const { changes } = this.labels[kind];
    const known = changes.get(id) ?? { total: 0, subscribed: 0, members: [] };
    for (const member of members) known.members.push(member);
    changes.set(id, { ...known, total: known.total + total, subscribed: known.subscribed + subscribed });
  }
}
