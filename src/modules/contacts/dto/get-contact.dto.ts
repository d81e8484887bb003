import { Text, Words } from '../../../platform/http/dto-fields.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { normalisedEmail } from '../../../platform/text/email-address.js';
import { CONTACT_EXTRAS, type ContactExtra, type ContactSelector } from '../contacts.queries.js';

const MAX_LENGTH = 1_000;

export class GetContactDto {
  @Words(CONTACT_EXTRAS, { description: 'What to add to the contact', example: ['stats'] }) with?: ContactExtra[];

  @Text({ max: MAX_LENGTH, description: 'With id 0: the address of the contact', example: 'ada@example.com' })
  get_by_email?: string;

  /** @throws AppError rest_post_invalid_id for an id that is none. */
  toSelector(id: string): ContactSelector {
    if (id === '0' && this.get_by_email !== undefined) return { email: normalisedEmail(this.get_by_email) ?? '' };
    return { id: new IdPipe().transform(id) };
  }

  toExtras(): readonly ContactExtra[] {
    return this.with ?? [];
  }
}
