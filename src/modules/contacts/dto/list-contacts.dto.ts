import { Flag, Ids, Text, WholeNumber, Words } from '../../../platform/http/dto-fields.js';
import { given } from '../../../platform/http/given.js';
import { pageQuery } from '../../../platform/http/page.js';
import { sortable } from '../../../platform/http/sorting.js';
import type { ContactFilter } from '../listing/contacts.queries.js';
import { CONTACT_SORT_FIELDS } from '../listing/contact-selection.js';
import { CONTACT_STATUSES, type ContactStatus } from '../contact/contact-status.js';

const PER_PAGE = 10;

export class ListContactsDto extends sortable(pageQuery(PER_PAGE), CONTACT_SORT_FIELDS, {
  field: 'id',
  direction: 'DESC',
}) {
  @Text({ description: 'Words in address or names; all must match', example: 'ada' })
  search?: string;

  @Ids({ description: 'Contacts with any of these tags', example: [1] }) tags?: number[];

  @Ids({ description: 'Contacts in any of these lists', example: [1] }) lists?: number[];

  @Ids({ description: 'Contacts of any of these companies', example: [1] }) company_ids?: number[];

  @Words(CONTACT_STATUSES, { description: 'Contacts with any of these statuses', example: ['subscribed'] })
  statuses?: ContactStatus[];

  @WholeNumber({ min: 1, max: 4_294_967_295, description: 'Contacts in this segment', example: 1 }) segment_id?: number;

  @Text({
    max: 16_000,
    description: 'Contacts that match this rule of the filter language, as JSON',
    example: '[[{"source":["subscriber","country"],"operator":"=","value":"FR"}]]',
  })
  filters?: string;

  @Flag({ default: false, description: 'Include `custom_values`' }) custom_fields?: boolean;

  toFilter(): ContactFilter {
    return {
      ...given({
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

/** An empty text or array filters nothing, as clients with an empty form send it. */
function nonEmpty<Value extends string | readonly unknown[]>(value: Value | undefined): Value | undefined {
  return value?.length === 0 ? undefined : value;
}
