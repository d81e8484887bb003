import type { Reader } from '../../platform/database/database.js';
import { doubleOptInIdOf } from '../contacts/double-opt-in/double-opt-in.service.js';
import { OPEN_TO_OPT_IN, SuppressionsService } from '../contacts/suppression/suppressions.service.js';
import { PublicLinks } from '../mail-content/links/public-links.service.js';
import { type Recipient, withoutContact } from '../mail-content/recipients.queries.js';
import { ContactRecipients } from '../sending/contact-recipients.service.js';
import { type Decisions, type DueMessage, type EmailKind, RegistersEmailKind } from '../sending/ledger/email-kind.js';
import { stopTarget } from './notices/notices.service.js';

/** Asks a contact to confirm the subscription. */
@RegistersEmailKind()
class ConfirmationEmails implements EmailKind {
  readonly audience = 'opt_in';

  constructor(private readonly contacts: ContactRecipients) {}

  /** A request that was answered or repeated in the meantime is not sent. */
  async recipientsOf<Message extends DueMessage>(reader: Reader, due: readonly Message[]): Promise<Decisions<Message>> {
    const rule = { statuses: ['pending', 'subscribed'], isRequested: true } as const;
    const decisions = await this.contacts.decide(reader, due, rule);
    const requested = await reader.query<{ id: number; lists: string | null }>(
      `SELECT id, list_ids AS lists FROM contact_optins WHERE id IN (:ids) AND state = 'requested'`,
      { ids: due.map((message) => doubleOptInIdOf(message.recipient_key)) },
    );
    const open = new Map(requested.map(({ id, lists }) => [id, lists]));
    for (const [message, decision] of decisions) {
      if (typeof decision !== 'object') continue;
      const lists = open.get(doubleOptInIdOf(message.recipient_key));
      if (lists === undefined) decisions.set(message, 'asked_again');
      // A subscribed contact confirms a list only.
      else if (lists === null && decision.status === 'subscribed') decisions.set(message, 'contact_subscribed');
    }
    return decisions;
  }
}

/** Sends contacts the link to their preferences, on request. */
@RegistersEmailKind()
class PreferenceLinkEmails implements EmailKind {
  readonly audience = 'asked';

  constructor(private readonly contacts: ContactRecipients) {}

  async recipientsOf<Message extends DueMessage>(reader: Reader, due: readonly Message[]): Promise<Decisions<Message>> {
    return this.contacts.decide(reader, due, {
      statuses: ['subscribed', 'pending', 'unsubscribed', 'bounced'],
      isRequested: true,
    });
  }
}

/** Notifies managers about contacts. */
@RegistersEmailKind()
class StaffEmails implements EmailKind {
  readonly audience = 'staff';

  /** A notification contains personal data, so the address must belong to an active manager. */
  async recipientsOf<Message extends DueMessage>(reader: Reader, due: readonly Message[]): Promise<Decisions<Message>> {
    const managers = await reader.query<{ email: string }>(
      'SELECT email FROM managers WHERE email IN (:addresses) AND disabled_at IS NULL',
      { addresses: [...new Set(due.map(({ email }) => email))] },
    );
    const active = new Set(managers.map(({ email }) => email));
    const decide = ({ email }: Message) =>
      email !== null && active.has(email) ? withoutContact(email) : 'manager_gone';
    return new Map(due.map((message) => [message, decide(message)]));
  }
}

/** Sends scheduled reports to the addresses of the schedule, which need not be managers. */
@RegistersEmailKind()
class ReportEmails implements EmailKind {
  readonly audience = 'readers';

  constructor(
    private readonly suppressions: SuppressionsService,
    private readonly links: PublicLinks,
  ) {}

  async recipientsOf<Message extends DueMessage>(reader: Reader, due: readonly Message[]): Promise<Decisions<Message>> {
    const addresses = due.flatMap(({ email }) => email ?? []);
    const suppressed = await this.suppressions.isSuppressed(reader, addresses, OPEN_TO_OPT_IN);
    const decide = ({ email, recipient_key: key }: Message): Recipient | string => {
      if (email === null || suppressed.has(email)) return 'suppressed';
      const [, id] = /^report-(\d+)\./.exec(key) ?? [];
      const stop = id !== undefined && { stopUrl: this.links.url('report', stopTarget(Number(id), email)) };
      return { ...withoutContact(email), ...stop };
    };
    return new Map(due.map((message) => [message, decide(message)]));
  }
}

export const SYSTEM_EMAIL_KINDS = [ConfirmationEmails, PreferenceLinkEmails, StaffEmails, ReportEmails];
