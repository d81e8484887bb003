import { PUBLIC_NAME } from '../contacts/subscriptions/subscriptions.service.js';
import { Injectable } from '@nestjs/common';
import type { Reader } from '../../platform/database/database.js';
import type { ContactStatus } from '../contacts/contact/contact-status.js';
import { OPEN_TO_OPT_IN, SuppressionsService } from '../contacts/suppression/suppressions.service.js';
import { type Recipient, RecipientsQueries } from '../mail-content/recipients.queries.js';
import { triggerDataOfEmails } from '../mail-content/trigger-data.js';
import { type Decisions, type DueMessage, type EmailKind, RegistersEmailKind } from './ledger/email-kind.js';

/** Which contacts an email may go to. */
interface ContactRule {
  readonly statuses: readonly ContactStatus[];
  /** Whether the contact requested this email; then an earlier opt-out or a pause does not block it. */
  readonly isRequested: boolean;
}

/** Looks up the contacts of messages and decides whether they may be emailed. */
@Injectable()
export class ContactRecipients {
  constructor(
    private readonly recipients: RecipientsQueries,
    private readonly suppressions: SuppressionsService,
  ) {}

  async decide<Message extends DueMessage>(
    reader: Reader,
    due: readonly Message[],
    rule: ContactRule,
  ): Promise<Map<Message, Recipient | string>> {
    const ids = due.map((message) => message.contact_id).filter((id) => id !== null);
    const recipients = await this.recipients.byIds(ids, reader);
    const addresses = [...recipients.values()].map(({ email }) => email);
    const suppressed = await this.suppressions.isSuppressed(reader, addresses, rule.isRequested ? OPEN_TO_OPT_IN : []);
    return new Map(
      due.map((message) => {
        const recipient = message.contact_id === null ? undefined : recipients.get(message.contact_id);
        return [message, recipient ? (blockingReasonOf(recipient, rule, suppressed) ?? recipient) : 'contact_deleted'];
      }),
    );
  }
}

/** Names the subscriptions of messages, and skips contacts who have left theirs since the message was written. */
async function decideOnLists<Message extends DueMessage>(
  reader: Reader,
  decisions: Map<Message, Recipient | string>,
): Promise<void> {
  const through = [...decisions.keys()].filter(({ list_id: listId }) => (listId ?? null) !== null);
  if (through.length === 0) return;
  const rows = await reader.query<{ id: number; name: string; contactId: number | null }>(
    `SELECT l.id, ${PUBLIC_NAME} AS name, s.contact_id AS contactId
         FROM lists l
         LEFT JOIN list_subscriptions s ON s.list_id = l.id AND s.state = 'unsubscribed' AND s.contact_id IN (:contactIds)
        WHERE l.id IN (:listIds) AND l.is_subscription = 1`,
    { contactIds: through.map(({ contact_id }) => contact_id), listIds: through.map(({ list_id }) => list_id ?? 0) },
  );
  for (const message of through) {
    const decision = decisions.get(message);
    const list = rows.find(({ id }) => id === message.list_id);
    if (typeof decision !== 'object' || !list) continue;
    const hasLeft = rows.some(({ id, contactId }) => id === list.id && contactId === message.contact_id);
    decisions.set(message, hasLeft ? 'list_unsubscribed' : { ...decision, list: { id: list.id, name: list.name } });
  }
}

/** Decides on the emails of campaigns and funnels. */
@RegistersEmailKind()
export class MarketingEmails implements EmailKind {
  readonly audience = 'subscribed';

  constructor(private readonly contacts: ContactRecipients) {}

  async recipientsOf<Message extends DueMessage>(reader: Reader, due: readonly Message[]): Promise<Decisions<Message>> {
    const decisions = await this.contacts.decide(reader, due, { statuses: ['subscribed'], isRequested: false });
    const dataOf = await triggerDataOfEmails(reader, due);
    // A recipient per email: one contact can have several emails in a batch.
    for (const [message, decision] of decisions) {
      const data = dataOf(message);
      if (data !== undefined && typeof decision === 'object') decisions.set(message, { ...decision, data });
    }
    await decideOnLists(reader, decisions);
    return decisions;
  }
}

/** Returns why the contact must not get the email; null if nothing blocks it. */
function blockingReasonOf(
  { status, email, isPaused }: Recipient,
  { statuses, isRequested }: ContactRule,
  suppressed: ReadonlySet<string>,
): string | null {
  if (!statuses.some((allowed) => allowed === status)) return `contact_${status}`;
  if (suppressed.has(email)) return 'suppressed';
  return isPaused && !isRequested ? 'contact_paused' : null;
}
