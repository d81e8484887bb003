import { ApiProperty } from '@nestjs/swagger';
import { sqlTimestamp, sqlTimestampOrNull } from '../../../platform/clock/timestamps.js';
import { ERASURE_MODES, type ErasureMode } from '../../../platform/personal-data/personal-data-holder.js';
import type { ShownContact, ContactView } from '../../contacts/contacts.queries.js';
import { fullName } from '../../contacts/contact-fields.js';
import { ContactResponse } from '../../contacts/dto/contact.response.js';
import type { PersonExport } from '../person-export.service.js';

export class ErasureResponse {
  @ApiProperty({ type: String, example: 'The personal data of the contact has been erased' })
  readonly message = 'The personal data of the contact has been erased';
  @ApiProperty({ enum: ERASURE_MODES, example: 'anonymize' }) readonly mode: ErasureMode;
  @ApiProperty({
    type: () => ContactResponse,
    nullable: true,
    description: 'What is left of it; null when it is deleted',
  })
  readonly subscriber: ContactResponse | null;

  constructor(mode: ErasureMode, left: ContactView | null) {
    this.mode = mode;
    this.subscriber = left === null ? null : new ContactResponse(left);
  }
}

/** The contact by the names of the wire, then everything else by the part of the product that keeps it. */
export function presentedExport({ contact, sections }: PersonExport): Record<string, unknown> {
  return { person: person(contact), ...sections };
}

function person(contact: ShownContact): Record<string, unknown> {
  return {
    id: contact.id,
    user_id: contact.userId,
    hash: contact.hash,
    email: contact.email,
    first_name: contact.firstName,
    last_name: contact.lastName,
    full_name: fullName(contact),
    status: contact.status,
    contact_type: contact.contactType,
    phone: contact.phone,
    address_line_1: contact.addressLine1,
    address_line_2: contact.addressLine2,
    city: contact.city,
    state: contact.state,
    country: contact.country,
    postal_code: contact.postalCode,
    date_of_birth: contact.dateOfBirth,
    photo: contact.photo,
    paused_until: sqlTimestampOrNull(contact.pausedUntil),
    created_at: sqlTimestamp(contact.createdAt),
    updated_at: sqlTimestamp(contact.updatedAt),
  };
}
