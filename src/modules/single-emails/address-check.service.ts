import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/database.js';
import type { ValidationErrors } from '../../platform/errors/app-error.js';
import { OPEN_TO_OPT_IN, SuppressionsService } from '../contacts/suppression/suppressions.service.js';
import type { GivenAddress } from './given-email.js';
import { refusalOf } from './single-email-kind.js';

export interface Address extends GivenAddress {
  readonly email: string;
  readonly refusal: ReturnType<typeof refusalOf>;
  /** Whether it gets an email of its own: not for replies, not refused, and not repeated. */
  readonly isRecipient: boolean;
  messageId: number | null;
}

interface ContactRow {
  readonly id: number;
  readonly email: string;
  readonly status: string;
}

/** A former single email to an address without a contact, which would have a status. */
const FORMER = `
  SELECT a.email, IF(m.complained_at IS NULL, 'bounced', 'complained') AS status
    FROM single_email_addresses a JOIN email_messages m ON m.id = a.message_id
   WHERE a.email IN (:emails) AND m.contact_id IS NULL AND (m.bounce_type = 'hard' OR m.complained_at IS NOT NULL)`;

/** Finds the contacts of addresses, and the addresses that must not get email. */
@Injectable()
export class AddressCheck {
  constructor(private readonly suppressions: SuppressionsService) {}

  /** @returns the addresses of one email, without those with errors. */
  async of(tx: Tx, given: readonly GivenAddress[], isForced: boolean, faults: ValidationErrors): Promise<Address[]> {
    const ids = [0, ...given.flatMap(({ contactId }) => contactId ?? [])];
    const emails = ['', ...given.flatMap(({ email }) => email ?? [])];
    const contacts = await tx.query<ContactRow>(
      `SELECT id, email, status FROM contacts WHERE id IN (:ids)
        UNION SELECT id, email, status FROM contacts WHERE email IN (:emails)`,
      { ids, emails },
    );
    const asked = [...emails, ...contacts.map(({ email }) => email)];
    const reasons = await this.suppressions.reasonsOf(tx, asked, OPEN_TO_OPT_IN);
    const former = await tx.query<Omit<ContactRow, 'id'>>(FORMER, { emails });
    const statuses = new Map([...former, ...contacts].map(({ email, status }) => [email, status]));
    const seen = new Set<string>();
    return given.flatMap((address): Address[] => {
      const { field, contactId } = address;
      const contact = contacts.find(({ id, email }) =>
        contactId === null ? email === address.email : id === contactId,
      );
      const email = address.email ?? contact?.email ?? '';
      const fault = faultOf(address, contact);
      if (fault) {
        faults.add(`${address.path}.${fault[0]}`, fault[1]);
        return [];
      }
      const refusal = isForced || field === 'reply_to' ? null : refusalOf(statuses.get(email), reasons.get(email));
      const isRecipient = field !== 'reply_to' && refusal === null && seen.size < seen.add(email).size;
      return [{ ...address, email, contactId: contact?.id ?? null, refusal, isRecipient, messageId: null }];
    });
  }
}

function faultOf(
  { email, contactId }: GivenAddress,
  contact: ContactRow | undefined,
): [field: string, reason: string] | null {
  if (contactId === null) return email === null ? ['email', 'is required without contact_id'] : null;
  if (!contact) return ['contact_id', 'names no contact'];
  return email === null || email === contact.email ? null : ['contact_id', 'has another address'];
}
