import { Injectable } from '@nestjs/common';
import type { ChangeSource } from '../../../events/contact.events.js';
import { Database, type Tx, type Reader } from '../../../platform/database/database.js';
import { AppError, invalidParam, ValidationErrors } from '../../../platform/errors/app-error.js';
import { type ConsentEvidence, ConsentLog, type DoubleOptInEmail } from '../consent/consent-log.js';
import { ContactCheck, type ContactInput, NOTHING, onlyStatus, requestOf } from '../writing/contact-check.service.js';
import type { ContactStatus } from '../contact/contact-status.js';
import type { Contact } from '../contact/contact.entity.js';
import { lockContact, lockPerson } from '../contact/contact-locks.js';
import { OPEN_TO_OPT_IN, SuppressionsService } from '../suppression/suppressions.service.js';
import { LabelsService } from '../../labels/labels.service.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { ContactWriter, type WrittenContact } from '../writing/contact-writer.service.js';
import {
  type DoubleOptInRequest,
  type DoubleOptInState,
  OPT_IN_REQUESTS,
} from '../consent/double-opt-in-request.entity.js';

export type { ConsentEvidence } from '../consent/consent-log.js';

interface DoubleOptInOrder extends DoubleOptInEmail {
  readonly source: ChangeSource;
  /** Evidence that the contact wanted to be asked. */
  readonly evidence?: ConsentEvidence;
}

/** A contact that is asked; `suppressed` if the email will not be sent. */
export interface AskedContact extends WrittenContact {
  readonly suppressed: boolean;
}

/**
 * `confirmed` now, or `confirmed_before` and still subscribed. `over`: the link expired or was replaced, and the contact is
 * still pending. `unwanted`: the contact has unsubscribed, was deleted, or has another address now.
 */
type Confirmation = 'confirmed' | 'confirmed_before' | 'over' | 'unwanted';
type LinkState = Exclude<Confirmation, 'confirmed'> | 'open';

export interface ConfirmationLink {
  readonly optinId: number;
  /** The address to which the email went; null if no longer known. The link confirms this address only. */
  readonly address: string | null;
}

interface RequestRow {
  readonly state: DoubleOptInState;
  readonly is_expired: number;
  readonly list_ids: string | null;
  readonly changes?: string | null;
}

/** Prefix of the recipient key of the email, which contains the id of the request: several emails per contact. */
export const DOUBLE_OPT_IN_KEY = 'optin:';

export const doubleOptInIdOf = (recipientKey: string): number => Number(recipientKey.slice(DOUBLE_OPT_IN_KEY.length));

const CONFIRM_LINK = /\{\{-?\s*confirm_url\b/;
const LINK_DAYS = 30;
const IS_EXPIRED = `o.requested_at < NOW(3) - INTERVAL ${LINK_DAYS} DAY`;
/** Limits new emails, so that a forwarded link cannot be used to flood its recipient. */
export const MINUTES_BETWEEN_EMAILS = 5;

/** Manages subscriptions that the owner of the address must confirm by a link in an email. */
@Injectable()
export class DoubleOptInService {
  constructor(
    private readonly db: Database,
    private readonly writer: ContactWriter,
    private readonly consents: ConsentLog,
    private readonly suppressions: SuppressionsService,
    private readonly labels: LabelsService,
    private readonly checks: ContactCheck,
  ) {}

  /**
   * Sends a confirmation email; links of earlier emails become invalid.
   * @throws AppError rest_post_invalid_id; rest_invalid_param for a contact that is subscribed or has complained, and for a
   *   template that cannot be used.
   */
  async request(contactId: number, order: DoubleOptInOrder): Promise<AskedContact> {
    const written = await this.db.transaction((tx) => this.requestIn(tx, contactId, order));
    return { ...written, suppressed: await this.isSuppressed(this.db, written.contact.email) };
  }

  /** Returns whether the email that asks the contact would not be sent. */
  async isSuppressed(reader: Reader, email: string): Promise<boolean> {
    return (await this.suppressions.isSuppressed(reader, [email], OPEN_TO_OPT_IN)).has(email);
  }

  /** Like `request`, in the caller's transaction. */
  async requestIn(tx: Tx, contactId: number, order: DoubleOptInOrder): Promise<WrittenContact> {
    const { source, evidence = {}, templateId = null } = order;
    const contact = await lockPerson(tx, contactId);
    if (contact.status === 'subscribed') throw refused('The contact is already subscribed.');
    if (contact.status === 'complained')
      throw refused('The contact has reported an email as spam and cannot be asked again.');
    if (templateId !== null) await requireTemplate(tx, templateId);
    if (contact.status === 'pending') await this.logRequest(tx, contact, source, evidence);
    await this.consents.ask(tx, [contactId], source, order);
    const cause = { source: 'double_opt_in', reason: `requested by ${source}`, evidence } as const;
    return this.writer.write(tx, { before: contact, checked: onlyStatus('pending') }, { cause });
  }

  /**
   * Reopens the newest request of a locked contact, even if the contact has unsubscribed since.
   * @returns false if there was no request within the last minutes, or if it was confirmed.
   */
  async waitAgainIn(tx: Tx, contactId: number, { source, evidence = {} }: DoubleOptInOrder): Promise<boolean> {
    const newest = await newestRequestOf(tx, contactId);
    if (newest?.isRecent !== 1 || newest.state === 'confirmed') return false;
    const contact = await lockContact(tx, { id: contactId });
    if (!contact) return false;
    if (newest.state === 'replaced') await OPT_IN_REQUESTS.moveLocked(tx, 'reopen', [newest.id]);
    const cause = { source: 'double_opt_in', reason: `asked for by ${source}`, evidence } as const;
    await this.writer.write(tx, { before: contact, checked: onlyStatus('pending') }, { cause });
    return true;
  }

  /** Returns the state of a link without changes; `open` means that it can be confirmed. */
  async look({ optinId, address }: ConfirmationLink): Promise<LinkState> {
    const [row] = await this.db.query<RequestRow & { status: ContactStatus }>(
      `SELECT c.status, o.state, o.list_ids, ${IS_EXPIRED} AS is_expired
         FROM contact_optins o JOIN contacts c ON c.id = o.contact_id AND c.email = :address WHERE o.id = :optinId`,
      { optinId, address },
    );
    return row ? linkStateOf(row.status, row) : 'unwanted';
  }

  /** Confirms a link. An invalid link is a result, not an error. @param grants whether the contact also agrees to tracking. */
  async confirm(link: ConfirmationLink, evidence: ConsentEvidence, grants = false): Promise<Confirmation> {
    return this.db.transaction(async (tx) => {
      const found = await this.lockOf(tx, link);
      if (!found) return 'unwanted';
      const { contact, optin } = found;
      const linkState = linkStateOf(contact.status, optin);
      if (linkState !== 'open') return linkState;
      await OPT_IN_REQUESTS.moveLocked(tx, 'confirm', [link.optinId], { set: 'confirmed_at = NOW(3), changes = NULL' });
      const attach = await confirmedLists(tx, link.optinId, optin);
      const isOfLists = contact.status === 'subscribed' && attach.length > 0;
      const { requestedLabels, named, values, fields: changes } = await this.changesIn(tx, optin);
      const fields = {
        ...changes,
        ...(!isOfLists && { status: 'subscribed' as const }),
        ...(grants && { trackingConsent: 'granted' as const }),
      };
      const request = requestOf({ attach }, await this.labels.known(tx, 'list', attach));
      const checked = {
        ...{ fields, values, consent: isOfLists && !grants ? null : evidence },
        requestedLabels: { ...request.requestedLabels, tag: requestedLabels.tag },
        named: { ...request.named, tag: named.tag },
      };
      await this.writer.write(tx, { before: contact, checked }, { cause: { source: 'double_opt_in', evidence } });
      return 'confirmed';
    });
  }

  /** Returns what a sign-up asked for; only its contact fields, if a tag or a custom field was changed or deleted since. */
  private async changesIn(tx: Tx, { changes }: RequestRow): Promise<typeof NOTHING> {
    if (!changes) return NOTHING;
    const { tags, custom_values: values, ...fields } = JSON.parse(changes) as ContactInput;
    for (const input of [{ tags, custom_values: values, ...fields }, fields]) {
      const faults = new ValidationErrors();
      const checked = await this.checks.check(tx, input, 'attach', faults);
      if (faults.isEmpty) return checked;
    }
    return NOTHING;
  }

  /** Requests a new email from an expired link, unless one is recent. @returns whether the contact is pending. */
  async requestAgain(link: ConfirmationLink, evidence: ConsentEvidence): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const found = await this.lockOf(tx, link);
      if (!found) return false;
      const { contact, optin } = found;
      const { id: contactId } = contact;
      const lists = await confirmedLists(tx, link.optinId, optin);
      if (contact.status !== 'pending' && (contact.status !== 'subscribed' || lists.length === 0)) return false;
      const newest = await newestRequestOf(tx, contactId, optin.list_ids);
      if (newest?.isRecent === 1 && newest.state === 'requested') return true;
      if (contact.status === 'pending') await this.logRequest(tx, contact, 'page', evidence);
      // Does not check the template: if it was deleted, the contact still gets an email.
      await this.consents.ask(tx, [contactId], 'page', { ...newest, lists });
      return true;
    });
  }

  /** Locks the contact first, as all writers do. */
  private async lockOf(
    tx: Tx,
    { optinId, address }: ConfirmationLink,
  ): Promise<{ contact: Contact; optin: RequestRow } | null> {
    const [known] = await tx.query<{ contact_id: number }>(
      'SELECT contact_id FROM contact_optins WHERE id = :optinId',
      { optinId },
    );
    const contact = known ? await lockContact(tx, { id: known.contact_id }) : null;
    if (contact?.email !== address) return null;
    const [optin] = await tx.query<RequestRow>(
      `SELECT o.state, o.list_ids, o.changes, ${IS_EXPIRED} AS is_expired FROM contact_optins o WHERE o.id = :optinId FOR UPDATE`,
      { optinId },
    );
    return optin ? { contact, optin } : null;
  }

  private async logRequest(tx: Tx, contact: Contact, source: ChangeSource, evidence: ConsentEvidence): Promise<void> {
    const { id: contactId, status } = contact;
    const reason = `requested by ${source}`;
    await this.consents.record(tx, [
      { contactId, purpose: 'email', from: status, to: 'pending', source: 'double_opt_in', reason, evidence },
    ]);
  }
}

/** Returns the lists of a request that the contact has not left since, and that still exist. */
async function confirmedLists(tx: Tx, optinId: number, { list_ids: lists }: RequestRow): Promise<number[]> {
  if (lists === null) return [];
  const rows = await tx.query<{ id: number }>(
    `SELECT l.id
       FROM contact_optins o
       JOIN list_subscriptions s ON s.contact_id = o.contact_id AND FIND_IN_SET(s.list_id, o.list_ids)
       JOIN lists l ON l.id = s.list_id
      WHERE o.id = :optinId AND (s.state = 'pending' OR s.changed_at <= o.requested_at)
      ORDER BY l.id`,
    { optinId },
  );
  return idsOf(rows);
}

async function newestRequestOf(tx: Tx, contactId: number, listIds: string | null = null) {
  const [newest] = await tx.query<
    Pick<DoubleOptInRequest, 'id' | 'state' | 'language' | 'templateId' | 'changes'> & { readonly isRecent: number }
  >(
    `SELECT id, state, language, template_id AS templateId, changes,
            requested_at > NOW(3) - INTERVAL ${MINUTES_BETWEEN_EMAILS} MINUTE AS isRecent
       FROM contact_optins WHERE contact_id = :contactId AND list_ids <=> :listIds ORDER BY id DESC LIMIT 1`,
    { contactId, listIds },
  );
  return newest;
}

function linkStateOf(status: ContactStatus, { state, is_expired, list_ids: lists }: RequestRow): LinkState {
  if (status !== 'pending' && status !== 'subscribed') return 'unwanted';
  if (state === 'requested' && is_expired === 0) return 'open';
  // Confirmed by this link, by a newer one, or by a manager.
  return (lists === null ? status === 'subscribed' : state === 'confirmed') ? 'confirmed_before' : 'over';
}

/** @throws AppError rest_invalid_param for a template that does not exist, or that has no link to confirm. */
async function requireTemplate(tx: Tx, templateId: number): Promise<void> {
  const [template] = await tx.query<{ email_body: string }>(
    'SELECT email_body FROM email_templates WHERE id = :templateId',
    { templateId },
  );
  if (!template) throw invalidParam('template_id', `names an unknown id: ${templateId}`);
  if (!CONFIRM_LINK.test(template.email_body))
    throw invalidParam('template_id', 'names a template that does not link to {{ confirm_url }}');
}

function refused(message: string): AppError {
  return new AppError('rest_invalid_param', message);
}
