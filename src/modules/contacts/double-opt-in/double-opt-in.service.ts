import { Injectable } from '@nestjs/common';
import type { ChangeSource } from '../../../events/contact.events.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import { type ConsentEvidence, ConsentLog } from '../consent/consent-log.js';
import { onlyStatus } from '../contact-check.service.js';
import { ContactWriter, type WrittenContact } from '../contact-writer.service.js';
import type { ContactStatus } from '../contact-status.js';
import type { ContactTally } from '../contact-tally.js';
import type { Contact } from '../contact.entity.js';
import { refuseErased } from '../refuse-erased.js';
import { OPEN_TO_OPT_IN, SuppressionsService } from '../suppression/suppressions.service.js';
import type { OptinState } from './contact-optin.entity.js';
import { type OptinMail, OptinRequests } from './optin-requests.js';

export type { ConsentEvidence } from '../consent/consent-log.js';

export interface OptinOrder extends OptinMail {
  /** Who or what asks for it. */
  readonly source: ChangeSource;
  /** How it can be shown that the person wanted to be asked. */
  readonly evidence?: ConsentEvidence;
}

/** A contact that is asked; suppressed where the mail will not be sent. */
export interface AskedContact extends WrittenContact {
  readonly suppressed: boolean;
}

/**
 * `confirmed` now, or `confirmed_before` and still subscribed. `over`: the link is too old, or a newer one was sent, and the
 * contact still waits. `unwanted`: the contact has left since, is gone, or has
 * another address than the one that was asked.
 */
export type Confirmation = 'confirmed' | 'confirmed_before' | 'over' | 'unwanted';

/** What a link in a mail stands for. */
export interface OptinLink {
  readonly optinId: number;
  /** Where the mail went; null where that is forgotten. Who reads it speaks for this address, and for no other. */
  readonly address: string | null;
}

interface OptinRow {
  readonly state: OptinState;
  readonly is_expired: number;
}

const LINK_DAYS = 30;
const IS_EXPIRED = `o.requested_at < NOW(3) - INTERVAL ${LINK_DAYS} DAY`;
/** A link in a mail must not be a button for flooding its reader. */
const MINUTES_BETWEEN_MAILS = 5;

/** Subscriptions that count only once the owner of the address has confirmed them by a link in a mail. */
@Injectable()
export class DoubleOptInService {
  constructor(
    private readonly db: Database,
    private readonly writer: ContactWriter,
    private readonly requests: OptinRequests,
    private readonly consents: ConsentLog,
    private readonly suppressions: SuppressionsService,
  ) {}

  /**
   * Asks a contact by mail; links of earlier mails confirm nothing any more.
   * @throws AppError rest_post_invalid_id; rest_invalid_param for a contact that is subscribed or has complained, and for a
   *   template that cannot be used.
   */
  async request(contactId: number, order: OptinOrder): Promise<AskedContact> {
    const written = await this.db.transaction((tx) => this.requestIn(tx, contactId, order));
    const { email } = written.contact;
    const suppressed = await this.suppressions.isSuppressed(this.db, [email], OPEN_TO_OPT_IN);
    return { ...written, suppressed: suppressed.has(email) };
  }

  /**
   * The same within the caller's transaction; call it late there, because counters end up locked.
   * @param tally gets what is to be counted, as in `ContactWriter.change`.
   */
  async requestIn(tx: Tx, contactId: number, order: OptinOrder, tally?: ContactTally): Promise<WrittenContact> {
    const { source, evidence = {}, templateId = null } = order;
    const contact = await this.writer.lock(tx, { id: contactId });
    if (!contact) throw notFound();
    refuseErased(contact);
    if (contact.status === 'subscribed') throw refused('The contact is subscribed already.');
    if (contact.status === 'complained')
      throw refused('The contact has reported a mail as spam and is not asked any more.');
    if (templateId !== null) await this.requests.requireTemplate(tx, templateId);
    if (contact.status === 'pending') await this.logRequest(tx, contact, source, evidence);
    await this.requests.open(tx, contactId, source, order);
    const cause = { source: 'double_opt_in', reason: `asked for by ${source}`, evidence } as const;
    return this.writer.change(tx, contact, onlyStatus('pending'), cause, tally);
  }

  /**
   * Waits for the answer to the newest mail, also where the contact, which the caller has locked, has left since it was asked for.
   * @returns false when no mail was asked for within so many minutes, or when it has been answered.
   */
  async waitAgainIn(
    tx: Tx,
    contactId: number,
    { source, evidence = {} }: OptinOrder,
    minutes: number,
  ): Promise<boolean> {
    const [newest] = await tx.query<{ id: number; state: OptinState; is_recent: number }>(
      `SELECT id, state, requested_at > NOW(3) - INTERVAL :minutes MINUTE AS is_recent
         FROM contact_optins WHERE contact_id = :contactId ORDER BY id DESC LIMIT 1`,
      { contactId, minutes },
    );
    if (newest?.is_recent !== 1 || newest.state === 'confirmed') return false;
    const contact = await this.writer.lock(tx, { id: contactId });
    if (!contact) return false;
    if (newest.state === 'replaced')
      await tx.execute(`UPDATE contact_optins SET state = 'requested' WHERE id = :id`, { id: newest.id });
    const reason = `asked for by ${source}`;
    await this.writer.change(tx, contact, onlyStatus('pending'), { source: 'double_opt_in', reason, evidence });
    return true;
  }

  /** What a reader who opens the link may do: `open` says that it can be confirmed. Nothing changes. */
  async look({ optinId, address }: OptinLink): Promise<Exclude<Confirmation, 'confirmed'> | 'open'> {
    const [row] = await this.db.query<{ status: ContactStatus; state: OptinState; is_expired: number }>(
      `SELECT c.status, o.state, ${IS_EXPIRED} AS is_expired
         FROM contact_optins o JOIN contacts c ON c.id = o.contact_id AND c.email = :address WHERE o.id = :optinId`,
      { optinId, address },
    );
    return row ? standingOf(row.status, row) : 'unwanted';
  }

  /** A reader has confirmed. Whatever is wrong with the link is an answer, not an error. */
  async confirm(link: OptinLink, evidence: ConsentEvidence): Promise<Confirmation> {
    return this.db.transaction(async (tx) => {
      const found = await this.lockOf(tx, link);
      if (!found) return 'unwanted';
      const { contact, optin } = found;
      const standing = standingOf(contact.status, optin);
      if (standing !== 'open') return standing;
      await tx.execute(`UPDATE contact_optins SET state = 'confirmed', confirmed_at = NOW(3) WHERE id = :optinId`, {
        optinId: link.optinId,
      });
      const checked = { ...onlyStatus('subscribed'), consent: evidence };
      await this.writer.change(tx, contact, checked, { source: 'double_opt_in' });
      return 'confirmed';
    });
  }

  /**
   * The reader of an old link wants a new one.
   * @returns false for a contact that does not wait for a confirmation; true too where a mail has just been asked for.
   */
  async requestAgain(link: OptinLink, evidence: ConsentEvidence): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const found = await this.lockOf(tx, link);
      if (found?.contact.status !== 'pending') return false;
      const { id: contactId } = found.contact;
      const [newest] = await tx.query<OptinMail & { is_recent: number }>(
        `SELECT language, template_id AS templateId,
                state = 'requested' AND requested_at > NOW(3) - INTERVAL ${MINUTES_BETWEEN_MAILS} MINUTE AS is_recent
           FROM contact_optins WHERE contact_id = :contactId ORDER BY id DESC LIMIT 1`,
        { contactId },
      );
      if (newest?.is_recent === 1) return true;
      await this.logRequest(tx, found.contact, 'page', evidence);
      // Not the template by itself: one that was deleted meanwhile is no reason to refuse the reader.
      await this.requests.open(tx, contactId, 'page', newest);
      return true;
    });
  }

  /** The contact first, as everywhere. */
  private async lockOf(tx: Tx, { optinId, address }: OptinLink): Promise<{ contact: Contact; optin: OptinRow } | null> {
    const [known] = await tx.query<{ contact_id: number }>(
      'SELECT contact_id FROM contact_optins WHERE id = :optinId',
      { optinId },
    );
    const contact = known ? await this.writer.lock(tx, { id: known.contact_id }) : null;
    if (contact?.email !== address) return null;
    const [optin] = await tx.query<OptinRow>(
      `SELECT o.state, ${IS_EXPIRED} AS is_expired FROM contact_optins o WHERE o.id = :optinId FOR UPDATE`,
      { optinId },
    );
    return optin ? { contact, optin } : null;
  }

  private async logRequest(tx: Tx, contact: Contact, source: ChangeSource, evidence: ConsentEvidence): Promise<void> {
    const { id: contactId, status } = contact;
    const reason = `asked for by ${source}`;
    await this.consents.record(tx, [
      { contactId, from: status, to: 'pending', source: 'double_opt_in', reason, evidence },
    ]);
  }
}

function standingOf(
  status: ContactStatus,
  { state, is_expired }: OptinRow,
): Exclude<Confirmation, 'confirmed'> | 'open' {
  if (status !== 'pending' && status !== 'subscribed') return 'unwanted';
  if (state === 'requested' && is_expired === 0) return 'open';
  // Subscribed by this link, by a newer one or by a manager: what the reader wants is so.
  return status === 'subscribed' ? 'confirmed_before' : 'over';
}

function refused(message: string): AppError {
  return new AppError('rest_invalid_param', message);
}
