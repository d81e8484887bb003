import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { toTheSecond } from '../../platform/clock/timestamps.js';
import type { Tx } from '../../platform/database/database.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { LABEL_KINDS } from '../labels/labels.service.js';
import { ConsentLog } from '../contacts/consent/consent-log.js';
import { type ChangeCause, changeEvents } from '../contacts/contact-change.js';
import { type ContactStatus, isStrict, mayMoveAmongMany } from '../contacts/contact-status.js';
import { ContactTally } from '../contacts/contact-tally.js';
import { ContactWriter } from '../contacts/contact-writer.service.js';
import type { Contact } from '../contacts/contact.entity.js';
import { MembershipsService } from '../contacts/memberships/memberships.service.js';
import { SuppressionsService } from '../contacts/suppression/suppressions.service.js';

export interface StatusWish {
  readonly to: ContactStatus;
  /** A manager's word also over a strict status; it lifts the suppression of who becomes subscribed. */
  readonly force: boolean;
  readonly cause: ChangeCause;
  readonly silent: boolean;
}

/** What became of the status of one contact. */
export type StatusChange =
  | {
      readonly kind: 'changed';
      readonly from: ContactStatus;
      /** Why the address had been suppressed, where that was lifted. */
      readonly lifted: string | null;
    }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'kept' };

const NOTHING = { added: [], removed: [] };

/** Moves many contacts to one status, in as many statements as for one of them. */
@Injectable()
export class StatusChanges {
  constructor(
    private readonly writer: ContactWriter,
    private readonly memberships: MembershipsService,
    private readonly suppressions: SuppressionsService,
    private readonly consents: ConsentLog,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * As one of the last deeds of the caller's transaction, because counters end up locked.
   * @param contactIds at most some hundred.
   * @returns by contact, those that exist.
   */
  async applyToMany(tx: Tx, contactIds: readonly number[], wish: StatusWish): Promise<Map<number, StatusChange>> {
    const contacts = await this.writer.lockAll(tx, contactIds);
    const moved = contacts.filter(({ status }) => status !== wish.to && mayMove(status, wish));
    if (moved.length > 0) await this.move(tx, moved, wish.to);
    const lifted = await this.lift(tx, moved, wish);
    await this.tell(tx, moved, wish);
    await this.count(tx, moved, wish.to);
    const changed = new Map(moved.map((contact) => [contact.id, contact]));
    return new Map(
      contacts.map(({ id, status, email }): [number, StatusChange] => {
        if (changed.has(id)) return [id, { kind: 'changed', from: status, lifted: lifted.get(email) ?? null }];
        return [id, { kind: status === wish.to ? 'unchanged' : 'kept' }];
      }),
    );
  }

  private async move(tx: Tx, contacts: readonly Contact[], to: ContactStatus): Promise<void> {
    await tx.execute('UPDATE contacts SET status = :to, updated_at = :now WHERE id IN (:ids)', {
      to,
      now: toTheSecond(this.clock.now()),
      ids: contacts.map(({ id }) => id),
    });
  }

  private async lift(tx: Tx, contacts: readonly Contact[], { to }: StatusWish): Promise<Map<string, string>> {
    if (to !== 'subscribed') return new Map();
    const strict = contacts.filter(({ status }) => isStrict(status)).map(({ email }) => email);
    return this.suppressions.liftAll(tx, strict);
  }

  private async tell(tx: Tx, contacts: readonly Contact[], { to, cause, silent }: StatusWish): Promise<void> {
    const { source, reason = null, evidence = {} } = cause;
    await this.consents.record(
      tx,
      contacts.map(({ id: contactId, status: from }) => ({ contactId, from, to, source, reason, evidence })),
    );
    const difference = { fields: {}, statusMoved: true, values: [] };
    await this.outbox.appendAll(
      tx,
      contacts.flatMap((old) =>
        changeEvents(old, Object.assign({}, old, { status: to }), difference, cause).map((event) => ({
          ...event,
          silent,
        })),
      ),
    );
  }

  /** Lists and tags count their subscribed members. */
  private async count(tx: Tx, contacts: readonly Contact[], to: ContactStatus): Promise<void> {
    const tally = new ContactTally();
    const shifted = contacts.filter(({ status }) => (status === 'subscribed') !== (to === 'subscribed'));
    const labels = await this.memberships.of(
      shifted.map(({ id }) => id),
      tx,
    );
    for (const { id, status } of contacts) {
      tally.moved(id, status, to);
      const subscribed = { before: status === 'subscribed', after: to === 'subscribed' };
      const mine = labels.get(id);
      if (mine === undefined) continue;
      for (const kind of LABEL_KINDS)
        tally.relabelled(kind, new Set(mine[kind].map((label) => label.id)), NOTHING, subscribed);
    }
    await this.writer.count(tx, tally);
  }
}

function mayMove(from: ContactStatus, { to, force }: StatusWish): boolean {
  return force || mayMoveAmongMany(from, to);
}
