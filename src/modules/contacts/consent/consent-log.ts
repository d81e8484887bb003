import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { ChangeSource } from '../../../events/contact.events.js';
import type { Tx } from '../../../platform/database/database.js';
import { type ContactStatus, isStrict } from '../contact-status.js';
import type { ConsentAction } from './contact-consent.entity.js';

/** What proves a consent; nothing of it goes into events. */
export interface ConsentEvidence {
  /** Of the person, never of a manager. */
  readonly ip?: string | null;
  /** Which wording the person saw. */
  readonly textVersion?: string | null;
  /** Whatever else there is, as text or JSON. */
  readonly proof?: string | null;
}

/** One entry of the log: what happened, by whom, and how it can be shown. */
export interface ConsentEntry {
  readonly contactId: number;
  /** Null for a contact that is new; equal to `to` where a consent was only given once more. */
  readonly from: ContactStatus | null;
  readonly to: ContactStatus;
  readonly source: ChangeSource;
  readonly reason: string | null;
  readonly evidence: ConsentEvidence;
}

/** What having come to a status says about the person's will. */
const ACTION_OF: Readonly<Record<ContactStatus, ConsentAction>> = {
  subscribed: 'granted',
  pending: 'requested',
  unsubscribed: 'withdrawn',
  complained: 'withdrawn',
  bounced: 'changed',
};

const LONGEST_TEXT = 190;

/** The log of what people agreed to: only ever added to, in the transaction of the change that it tells of. */
@Injectable()
export class ConsentLog {
  /** Writes entries down; whoever comes to a strict status is not waited for any more. */
  async record(tx: Tx, entries: readonly ConsentEntry[]): Promise<void> {
    await tx.insertRows(
      'contact_consents',
      ['contact_id', 'action', 'old_status', 'new_status', 'source', 'reason', 'text_version', 'ip', 'proof'],
      entries.map(({ contactId, from, to, source, reason, evidence }) => [
        ...[contactId, ACTION_OF[to], from, to, source],
        reason?.slice(0, LONGEST_TEXT) ?? null,
        evidence.textVersion?.slice(0, LONGEST_TEXT) ?? null,
        plainAddress(evidence.ip ?? null),
        evidence.proof ?? null,
      ]),
    );
    const given = entries.filter(({ from, to }) => from !== null && isStrict(to));
    if (given.length > 0)
      await this.endRequestsOf(
        tx,
        given.map(({ contactId }) => contactId),
      );
  }

  /** No link that asks these contacts to confirm does so any more. */
  async endRequestsOf(tx: Tx, contactIds: readonly number[]): Promise<void> {
    await tx.execute(
      `UPDATE contact_optins SET state = 'replaced' WHERE contact_id IN (:contactIds) AND state = 'requested'`,
      { contactIds },
    );
  }

  /** Contacts that are deleted take their logs along. */
  async removeOf(tx: Tx, contactIds: readonly number[]): Promise<void> {
    await tx.execute('DELETE FROM contact_consents WHERE contact_id IN (:contactIds)', { contactIds });
    await tx.execute('DELETE FROM contact_optins WHERE contact_id IN (:contactIds)', { contactIds });
  }
}

const V4_IN_V6 = /^::ffff:(?=\d+\.)/i;

/** As people know it; null for what is no address, such as one with a zone. */
function plainAddress(ip: string | null): string | null {
  const plain = ip?.replace(V4_IN_V6, '') ?? '';
  return isIP(plain) === 0 ? null : plain;
}
