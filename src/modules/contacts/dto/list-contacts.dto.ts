import { Flag, Id, Ids, IdsOrNames, Text, Words } from '../../../platform/http/dto-fields.js';
import { given, nonEmpty } from '../../../platform/http/given.js';
import { pageQuery, sortable } from '../../../platform/http/page.js';
import { timed } from '../../../platform/http/row-times.js';
import { conjunction, type SqlCondition } from '../../../platform/sql/named-parameters.js';
import { formsOf, normalizedEmail } from '../../../platform/text/email-address.js';
import type { ContactFilter } from '../listing/contacts.queries.js';
import { CONTACT_SORTING } from '../listing/contact-selection.js';
import { CONTACT_STATUSES, type ContactStatus } from '../contact/contact-status.js';

const PER_PAGE = 10;

export class ListContactsDto extends sortable(timed(pageQuery(PER_PAGE)), CONTACT_SORTING.fields) {
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

  @Id({ description: 'Contacts in this segment', example: 1 }) segment_id?: number;

  @Text({
    max: 16_000,
    description: 'Contacts that match this rule of the filter language, as JSON',
    example: '[[{"source":["subscriber","country"],"operator":"=","value":"FR"}]]',
  })
  filters?: string;

  @Flag({ default: false, description: 'Include `custom_values`' }) custom_fields?: boolean;

  toFilter(): ContactFilter {
    const condition = [this.toTimes('c'), ...this.toNamed()].reduce(
      (one, other) => (other === undefined ? one : conjunction(one, other)),
      undefined,
    );
    return {
      ...given({
        condition,
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

  /** Returns the conditions for `email` and `ids`. */
  private toNamed(): SqlCondition[] {
    const email = nonEmpty(this.email?.replaceAll(' ', '+'));
    const ids = nonEmpty(this.ids);
    return [
      ...(email === undefined
        ? []
        : [{ sql: 'c.email IN (:emails)', params: { emails: formsOf(normalizedEmail(email) ?? '') } }]),
      ...(ids === undefined ? [] : [{ sql: 'c.id IN (:namedIds)', params: { namedIds: ids } }]),
    ];
  }
}
