import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/database.js';
import type { ChangeCause } from '../contacts/writing/contact-change.js';
import { onlyStatus } from '../contacts/writing/contact-check.service.js';
import type { ContactStatus } from '../contacts/contact/contact-status.js';
import { ContactWriter } from '../contacts/writing/contact-writer.service.js';
import { lockContacts } from '../contacts/contact/contact-locks.js';

interface StatusRequest {
  readonly to: ContactStatus;
  /** Whether to replace strict statuses too; a change to subscribed then lifts the suppression. */
  readonly force: boolean;
  readonly cause: ChangeCause;
  readonly silent: boolean;
}

/** The result of a status change for one contact. */
type StatusChange =
  | {
      readonly kind: 'changed';
      readonly from: ContactStatus;
      /** The reason of the suppression that was lifted; null if there was none. */
      readonly lifted: string | null;
    }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'kept' };

/** Sets the status of many contacts, in as many statements as for one. */
@Injectable()
export class StatusChanges {
  constructor(private readonly writer: ContactWriter) {}

  /**
   * Call near the end of the transaction: it locks counters.
   * @param contactIds at most a few hundred.
   * @returns the changes of the contacts that exist.
   */
  async applyToMany(
    tx: Tx,
    contactIds: readonly number[],
    { to, force, cause, silent }: StatusRequest,
  ): Promise<Map<number, StatusChange>> {
    const checked = onlyStatus(to);
    const changes = (await lockContacts(tx, contactIds)).map((before) => ({ before, checked }));
    const options = { cause, forceStatus: force, silent, recordChanges: true };
    const { effects, lifted } = await this.writer.changeAll(tx, changes, options);
    return new Map(
      effects.map(({ contact: { id, email }, old, statusMoved, keptStatus }): [number, StatusChange] => {
        if (statusMoved && old !== null)
          return [id, { kind: 'changed', from: old.status, lifted: lifted.get(email) ?? null }];
        return [id, { kind: keptStatus ? 'kept' : 'unchanged' }];
      }),
    );
  }
}
