import { Flag, Id, Ids, IdsOrNames, Text, Words } from '../../../platform/http/dto-fields.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { formsOf, normalizedEmail } from '../../../platform/text/email-address.js';
import { CONTACT_EXTRAS, type ContactExtra, type ContactSelector } from '../listing/one-contact.queries.js';
import { given, nonEmpty } from '../../../platform/http/given.js';
import { pageQuery, sortable } from '../../../platform/http/page.js';
import { timed } from '../../../platform/http/row-times.js';
import { conjunction } from '../../../platform/sql/named-parameters.js';
import type { ContactFilter } from '../listing/contacts.queries.js';
import { CONTACT_SORTING, trackingConsentIn } from '../listing/contact-selection.js';
import {
  CONTACT_STATUSES,
  type ContactStatus,
  TRACKING_CONSENTS,
  type TrackingConsent,
} from '../contact/contact-status.js';

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

export class ListContactsDto extends sortable(timed(pageQuery(10)), CONTACT_SORTING.fields) {
  @Text({ description: 'Words in address or names; all must match', example: 'ada' })
  search?: string;

  @Text({ max: 1_000, description: 'The contact with this address', example: 'ada@example.com' }) email?: string;

  @Ids({ description: 'The contacts with these ids', example: [1] }) ids?: number[];

  @IdsOrNames({ description: 'Contacts with any of these tags, by id, slug, or title', example: [1] })
  tags?: (number | string)[];

  @IdsOrNames({ description: 'Contacts in any of these lists, by id, slug, or title', example: [1] })
  lists?: (number | string)[];

  @Ids({ description: 'Contacts of any of these companies', example: [1] }) company_ids?: number[];

  @Words(CONTACT_STATUSES, { description: 'Contacts with any of these statuses', example: ['subscribed'] })
  statuses?: ContactStatus[];

  @Words(TRACKING_CONSENTS, { description: 'Contacts with any of these tracking consents', example: ['granted'] })
  tracking_consent?: TrackingConsent[];

  @Id({ description: 'Contacts in this segment', example: 1 }) segment_id?: number;

  @Text({
    max: 16_000,
    description: 'Contacts that match this rule of the filter language, as JSON',
    example: '[[{"source":["subscriber","country"],"operator":"=","value":"FR"}]]',
  })
  filters?: string;

  @Flag({ default: false, description: 'Include `custom_values`' }) custom_fields?: boolean;

  toFilter(): ContactFilter {
    const email = nonEmpty(this.email?.replaceAll(' ', '+'));
    const emails = email === undefined ? [] : formsOf(normalizedEmail(email) ?? '');
    const ids = nonEmpty(this.ids);
    return {
      ...given({
        condition: conjunction(
          this.toTimes('c'),
          nonEmpty(emails) && { sql: 'c.email IN (:emails)', params: { emails } },
          ids && { sql: 'c.id IN (:namedIds)', params: { namedIds: ids } },
          trackingConsentIn(this.tracking_consent),
        ),
        search: nonEmpty(this.search),
        statuses: nonEmpty([...new Set(this.statuses)]),
        segmentId: this.segment_id,
        filters: nonEmpty(this.filters),
      }),
      memberOf: given({ tag: nonEmpty(this.tags), list: nonEmpty(this.lists), company: nonEmpty(this.company_ids) }),
      sorting: this.toSorting(),
      withCustomValues: this.custom_fields ?? false,
    };
  }
}
