import type { Reader } from '../../platform/database/database.js';
import { OPEN_TO_OPT_IN, SuppressionsService } from '../contacts/suppression/suppressions.service.js';
import { type Recipient, RecipientsQueries, withoutContact } from '../mail-content/recipients.queries.js';
import { type Decisions, type DueMessage, type EmailKind, RegistersEmailKind } from '../sending/ledger/email-kind.js';
import type { SingleRequest } from './single-email.entity.js';

interface AddressRow {
  readonly messageId: number;
  readonly request: string;
  readonly field: string;
  readonly address: string;
  readonly name: string;
}

export const REFUSALS = ['bounced', 'complained', 'suppressed'] as const;

/** Returns why an address gets no single email, by the status of its contact and its suppression; null if it gets one. */
export function refusalOf(status: string | undefined, suppression: string | undefined) {
  const strict = REFUSALS.find((refusal) => refusal === status || refusal === suppression);
  return strict ?? (suppression === undefined ? null : 'suppressed');
}

/** Sends to the addresses of the request, whether or not they are subscribed. */
@RegistersEmailKind()
export class SingleEmailKind implements EmailKind {
  readonly audience = 'addressed';

  constructor(
    private readonly recipients: RecipientsQueries,
    private readonly suppressions: SuppressionsService,
  ) {}

  async recipientsOf<Message extends DueMessage>(reader: Reader, due: readonly Message[]): Promise<Decisions<Message>> {
    const found = await this.found(reader, due);
    const emails = due.flatMap(({ email }) => email ?? []);
    const reasons = await this.suppressions.reasonsOf(reader, emails, OPEN_TO_OPT_IN);
    const decide = (message: Message): Recipient | string => {
      const recipient = found.get(message);
      if (!recipient) return 'contact_deleted';
      const refusal = refusalOf(recipient.status, reasons.get(recipient.email));
      return (recipient.single.ignoresSuppression ? null : refusal) ?? recipient;
    };
    return new Map(due.map((message) => [message, decide(message)]));
  }

  /** Returns the recipients of messages, but not those whose content was removed. */
  async found<Message extends Omit<DueMessage, 'recipient_key'>>(reader: Reader, messages: readonly Message[]) {
    const rows = await reader.query<AddressRow>(
      `SELECT a.message_id AS messageId, s.request, h.field, h.email AS address, h.name
         FROM single_email_addresses a JOIN single_emails s ON s.id = a.single_id
         JOIN single_email_addresses h ON h.single_id = s.id AND h.email IS NOT NULL
        WHERE a.message_id IN (:ids) AND s.request IS NOT NULL ORDER BY h.single_id, h.position`,
      { ids: messages.map(({ id }) => id) },
    );
    const byMessage = Map.groupBy(rows, ({ messageId }) => messageId);
    const contactIds = messages.flatMap(({ contact_id: id }) => id ?? []);
    const contacts = await this.recipients.byIds(contactIds, reader);
    const recipientOf = ({ id, email, contact_id: contactId }: Message) => {
      const addresses = byMessage.get(id);
      const contact = contactId === null ? withoutContact(email ?? '') : contacts.get(contactId);
      if (!addresses?.[0] || !contact || email === null) return [];
      const [to, cc, replyTo] = ['to', 'cc', 'reply_to'].map((field) => addresses.filter((row) => row.field === field));
      const request = JSON.parse(addresses[0].request) as SingleRequest;
      // The status of a contact that has another address by now is not about this one.
      const status = contact.email === email ? contact.status : '';
      const single = { ...request, to: to ?? [], cc: cc ?? [], replyTo: replyTo ?? [] };
      return [{ ...contact, email, status, single }];
    };
    return new Map(
      messages.flatMap((message) => recipientOf(message).map((recipient) => [message, recipient] as const)),
    );
  }
}
