import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { type NewEvent, Outbox } from '../../../platform/outbox/outbox.js';
import { type LabelKind, LabelsService } from '../../labels/labels.service.js';
import { snapshotOf } from '../contact-fields.js';
import { ContactTally } from '../contact-tally.js';
import { ContactWriter } from '../contact-writer.service.js';
import { labelEvents } from '../memberships/label-events.js';
import { type MembershipDifference, differenceOf } from '../memberships/membership-change.js';
import { MembershipsService } from '../memberships/memberships.service.js';
import { pastDeletions } from '../memberships/past-deletions.js';

/** What many contacts are to get and to lose, of one kind of label. */
export interface LabelWish {
  readonly kind: LabelKind;
  readonly attach?: readonly number[];
  readonly detach?: readonly number[];
}

export interface LabelsChanged {
  /** Those for whom it made a difference. */
  readonly changed: ReadonlySet<number>;
  /** What it was, for each of them. */
  readonly differences: ReadonlyMap<number, MembershipDifference>;
  /** Those who are there no more. */
  readonly gone: ReadonlySet<number>;
  /** The labels that are there no more. */
  readonly missing: readonly number[];
}

const NONE: ReadonlySet<number> = new Set();

/** Puts many contacts onto lists or takes them off, and tags likewise, in as many statements as for one of them. */
@Injectable()
export class LabelChanges {
  constructor(
    private readonly writer: ContactWriter,
    private readonly labels: LabelsService,
    private readonly memberships: MembershipsService,
    private readonly outbox: Outbox,
  ) {}

  /** As one of the last deeds of the caller's transaction, because counters end up locked. */
  async applyToMany(
    tx: Tx,
    contactIds: readonly number[],
    { kind, attach = [], detach = [] }: LabelWish,
    { silent = false }: { readonly silent?: boolean } = {},
  ): Promise<LabelsChanged> {
    const contacts = await this.writer.lockAll(tx, contactIds);
    const present = new Set(contacts.map(({ id }) => id));
    const gone = new Set(contactIds.filter((id) => !present.has(id)));
    return pastDeletions(tx, async () => {
      const named = await this.labels.known(tx, kind, [...new Set([...attach, ...detach])]);
      const wish = { attach: attach.filter((id) => named.has(id)), detach: detach.filter((id) => named.has(id)) };
      const before = await this.memberships.among(tx, kind, [...present], [...named.keys()]);
      const differences = new Map<number, MembershipDifference>();
      const tally = new ContactTally();
      const events: NewEvent[] = [];
      for (const contact of contacts) {
        const mine = before.get(contact.id) ?? NONE;
        const difference = differenceOf(mine, wish);
        if (difference.added.length + difference.removed.length === 0) continue;
        const subscribed = contact.status === 'subscribed';
        differences.set(contact.id, difference);
        tally.relabelled(kind, mine, difference, { before: subscribed, after: subscribed });
        events.push(...labelEvents(kind, snapshotOf(contact), difference, named));
      }
      await this.memberships.write(tx, kind, differences);
      await this.outbox.appendAll(tx, silent ? events.map((event) => ({ ...event, silent })) : events);
      await this.writer.count(tx, tally);
      const missing = [...attach, ...detach].filter((id) => !named.has(id));
      return { changed: new Set(differences.keys()), differences, gone, missing };
    });
  }
}
