import { columnsOf } from '../../../platform/database/entity-columns.js';
import { newestFirst } from '../../../platform/http/keyset.js';
import type { Page, PageRequest } from '../../../platform/http/page.js';
import { assertContactExists } from '../contact/contact-locks.js';
import { inParts } from '../../../platform/values/collections.js';
import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { ChangeSource } from '../../../events/contact.events.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { type ContactStatus, isStrict, type TrackingConsent } from '../contact/contact-status.js';
import type { Language } from '../../../languages/languages.js';
import { type ConsentAction, type ConsentPurpose, ContactConsent } from './contact-consent.entity.js';
import { OPT_IN_REQUESTS } from './double-opt-in-request.entity.js';

/** Evidence of a consent; not part of events. */
export interface ConsentEvidence {
  /** Of the contact, never of a manager. */
  readonly ip?: string | null;
  /** The wording that the contact saw. */
  readonly textVersion?: string | null;
  readonly proof?: string | null;
}

interface ConsentEntry {
  readonly contactId: number;
  readonly purpose: ConsentPurpose;
  /** Null for a new contact; equal to `to` if an existing consent was repeated. */
  readonly from: ContactStatus | TrackingConsent | null;
  readonly to: ContactStatus | TrackingConsent;
  readonly source: ChangeSource;
  readonly reason: string | null;
  readonly evidence: ConsentEvidence;
  /** The subscription that the statuses are about; all emails if omitted. */
  readonly listId?: number;
}

const ACTION_OF: Readonly<Record<ContactStatus | TrackingConsent, ConsentAction>> = {
  subscribed: 'granted',
  pending: 'requested',
  unsubscribed: 'withdrawn',
  complained: 'withdrawn',
  bounced: 'changed',
  granted: 'granted',
  denied: 'withdrawn',
  unknown: 'changed',
};

const COLUMNS = columnsOf(ContactConsent, 'r');
const MAX_TEXT_LENGTH = 190;
const CONTACTS_AT_ONCE = 500;

export interface DoubleOptInEmail {
  /** Default: the language of the contact. */
  readonly language?: Language | null;
  /** Default: the built-in text. */
  readonly templateId?: number | null;
  /** The lists that the confirmation joins, ascending. */
  readonly lists?: readonly number[];
  /** See `DoubleOptInRequest.changes`. */
  readonly changes?: string | null;
}

/** Writes the append-only consent log and the confirmation requests. Only the newest request for the same lists can be confirmed. */
@Injectable()
export class ConsentLog {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
  ) {}

  async list(contactId: number, request: PageRequest): Promise<Page<ContactConsent>> {
    await assertContactExists(this.db, contactId);
    const source = { columns: COLUMNS, from: 'contact_consents' };
    const where = ['r.contact_id = :contactId'];
    return newestFirst<ContactConsent>(this.db, { ...source, where, params: { contactId } }, request);
  }

  /** Records entries; a change to a strict status ends open confirmation requests. */
  async record(tx: Tx, entries: readonly ConsentEntry[]): Promise<void> {
    const inserted = tx.insertRows(
      'contact_consents',
      // oxfmt-ignore
      ['contact_id', 'purpose', 'action', 'old_status', 'new_status', 'source', 'reason', 'text_version', 'ip', 'proof', 'list_id'],
      entries.map(({ contactId, purpose, from, to, source, reason, evidence, listId = null }) => [
        ...[contactId, purpose, ACTION_OF[to], from, to, source],
        reason?.slice(0, MAX_TEXT_LENGTH) ?? null,
        evidence.textVersion?.slice(0, MAX_TEXT_LENGTH) ?? null,
        plainAddress(evidence.ip ?? null),
        evidence.proof ?? null,
        listId,
      ]),
    );
    const given = entries.filter(({ from, to, listId }) => from !== null && listId === undefined && isStrict(to));
    const ids = given.map(({ contactId }) => contactId);
    await Promise.all([inserted, ids.length > 0 ? this.endRequestsOf(tx, ids) : undefined]);
  }

  /** Asks locked `pending` contacts to confirm, after the commit; also in silent writes, whose caller ordered it. */
  async ask(
    tx: Tx,
    contactIds: readonly number[],
    source: ChangeSource,
    { language = null, templateId = null, lists = [], changes = null }: DoubleOptInEmail = {},
  ): Promise<void> {
    const listIds = lists.length === 0 ? null : lists.join();
    for (const part of inParts(contactIds, CONTACTS_AT_ONCE)) {
      await OPT_IN_REQUESTS.move(tx, 'replace', {
        where: 'contact_id IN (:part) AND list_ids <=> :listIds',
        params: { part, listIds },
      });
      const { insertId } = await tx.execute(
        'INSERT INTO contact_optins (contact_id, source, language, template_id, list_ids, changes) VALUES :rows',
        { rows: part.map((contactId) => [contactId, source, language, templateId, listIds, changes]) },
      );
      // Auto-increment ids of several rows are not necessarily consecutive.
      const opened =
        part.length === 1
          ? part.map((contactId) => ({ id: insertId, contactId }))
          : await tx.query<{ id: number; contactId: number }>(
              `SELECT id, contact_id AS contactId FROM contact_optins
                WHERE contact_id IN (:part) AND state = 'requested' AND list_ids <=> :listIds ORDER BY id`,
              { part, listIds },
            );
      await this.outbox.appendAll(
        tx,
        opened.map(({ id, contactId }) => ({
          type: 'contact.optin_requested',
          subjectId: contactId,
          data: { optin_id: id, contact_id: contactId },
        })),
      );
    }
  }

  /** Invalidates the open confirmation links of these contacts. */
  async endRequestsOf(tx: Tx, contactIds: readonly number[]): Promise<void> {
    await OPT_IN_REQUESTS.move(tx, 'replace', { where: 'contact_id IN (:contactIds)', params: { contactIds } });
  }

  async removeOf(tx: Tx, contactIds: readonly number[]): Promise<void> {
    await tx.execute('DELETE FROM contact_consents WHERE contact_id IN (:contactIds)', { contactIds });
    await tx.execute(
      'DELETE FROM list_subscriptions WHERE contact_id IN (:contactIds)',
      { contactIds },
      { ids: contactIds },
    );
    await tx.execute('DELETE FROM contact_optins WHERE contact_id IN (:contactIds)', { contactIds });
  }
}

const V4_IN_V6 = /^::ffff:(?=\d+\.)/i;

/** Normalizes an IP address; returns null for an invalid one, such as one with a zone. */
function plainAddress(ip: string | null): string | null {
  const plain = ip?.replace(V4_IN_V6, '') ?? '';
  return isIP(plain) === 0 ? null : plain;
}
