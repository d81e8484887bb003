import { Text, Words } from '../../../platform/http/dto-fields.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { normalizedEmail } from '../../../platform/text/email-address.js';
import { CONTACT_EXTRAS, type ContactExtra, type ContactSelector } from '../listing/one-contact.queries.js';

const MAX_LENGTH = 1_000;
const SHORT_CUSTOM_VALUES = 'custom_values';

export class GetContactDto {
  @Words([...CONTACT_EXTRAS, SHORT_CUSTOM_VALUES], {
    description: 'Data to add to the contact; `custom_values` is an alias of `subscriber.custom_values`',
    example: ['stats'],
  })
  with?: (ContactExtra | typeof SHORT_CUSTOM_VALUES)[];

  @Text({
    max: MAX_LENGTH,
    description: 'Address of the contact, with id 0; a space is read as a plus sign',
    example: 'ada@example.com',
  })
  get_by_email?: string;

  toSelector(id: string): ContactSelector {
    // Addresses contain no spaces: a space is a plus sign that the client did not encode.
    if (id === '0' && this.get_by_email !== undefined)
      return { email: normalizedEmail(this.get_by_email.replaceAll(' ', '+')) ?? '' };
    return { id: new IdPipe().transform(id) };
  }

  toExtras(): readonly ContactExtra[] {
    return (this.with ?? []).map((extra) => (extra === SHORT_CUSTOM_VALUES ? 'subscriber.custom_values' : extra));
  }
}
