import { Flag, Ids, Text, WholeNumber, Words } from '../../../platform/http/dto-fields.js';
import { pageQuery } from '../../../platform/http/page.js';
import { sortable } from '../../../platform/http/sorting.js';
import type { ContactFilter } from '../contacts.queries.js';
import { CONTACT_SORT_FIELDS } from '../listing/contact-selection.js';
import { CONTACT_STATUSES, type ContactStatus } from '../contact-status.js';

const PER_PAGE = 10;

export class ListContactsDto extends sortable(pageQuery(PER_PAGE), CONTACT_SORT_FIELDS, {
  field: 'id',
  direction: 'DESC',
}) {
  @Text({ description: 'Parts of e-mail address or names; every word must match', example: 'ada' }) search?: string;

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
      ...(this.search === undefined || this.search === '' ? {} : { search: this.search }),
      ...(isEmpty(this.statuses) ? {} : { statuses: [...new Set(this.statuses)] }),
      memberOf: {
        ...(isEmpty(this.tags) ? {} : { tag: this.tags ?? [] }),
        ...(isEmpty(this.lists) ? {} : { list: this.lists ?? [] }),
        ...(isEmpty(this.company_ids) ? {} : { company: this.company_ids ?? [] }),
      },
      ...(this.segment_id === undefined ? {} : { segmentId: this.segment_id }),
      ...(this.filters === undefined || this.filters === '' ? {} : { filters: this.filters }),
      sorting: this.toSorting(),
      withCustomValues: this.custom_fields ?? false,
    };
  }
}

/** An empty array filters nothing, as clients with an empty form send it. */
function isEmpty(items: readonly unknown[] | undefined): boolean {
  return items === undefined || items.length === 0;
}
