import { Text, Words } from '../../../platform/http/dto-fields.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { normalisedEmail } from '../../../platform/text/email-address.js';
import { CONTACT_EXTRAS, type ContactExtra, type ContactSelector } from '../contacts.queries.js';

const MAX_LENGTH = 1_000;
const SHORT_CUSTOM_VALUES = 'custom_values';

export class GetContactDto {
  @Words([...CONTACT_EXTRAS, SHORT_CUSTOM_VALUES], {
    description: 'What to add to the contact; `custom_values` is short for `subscriber.custom_values`',
    example: ['stats'],
  })
  with?: (ContactExtra | typeof SHORT_CUSTOM_VALUES)[];

  @Text({
    max: MAX_LENGTH,
    description: 'With id 0: the address of the contact; a blank inside is a plus sign',
    example: 'ada@example.com',
  })
  get_by_email?: string;

  /** @throws AppError rest_post_invalid_id for an id that is none. */
  toSelector(id: string): ContactSelector {
    // No address holds blanks: one inside is a plus sign that a program did not encode.
    if (id === '0' && this.get_by_email !== undefined)
      return { email: normalisedEmail(this.get_by_email.replaceAll(' ', '+')) ?? '' };
    return { id: new IdPipe().transform(id) };
  }

  toExtras(): readonly ContactExtra[] {
    return (this.with ?? []).map((extra) => (extra === SHORT_CUSTOM_VALUES ? 'subscriber.custom_values' : extra));
  }
}
