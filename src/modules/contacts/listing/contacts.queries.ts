import type { Subscription } from '../subscriptions/subscriptions.service.js';
import { Injectable } from '@nestjs/common';
import { Database, type Reader } from '../../../platform/database/database.js';
import { type Page, type PageRequest, pageOfRows, type Sorting } from '../../../platform/http/page.js';
import { conjunction } from '../../../platform/sql/named-parameters.js';
import { type CustomValueMap, CustomValuesService } from '../../custom-fields/custom-values.service.js';
import type { CompanyOfContact } from '../memberships/company-memberships.service.js';
import type { CommerceStat } from './commerce-stat.queries.js';
import { SHOWN_CONTACT } from '../contact/contact-fields.js';
import type { Contact } from '../contact/contact.entity.js';
import {
  CONTACT_SORTING,
  ContactRules,
  type ContactSortField,
  idsOfPage,
  type RuleChoice,
  type Selection,
} from './contact-selection.js';
import type { ContactSet } from './contact-set.js';
import { ContactTotals } from './contact-totals.queries.js';
import { ContactSearch } from '../search/contact-search.service.js';
import {
  type Labels,
  type LabelState,
  memberFilterOf,
  MEMBERSHIP_KINDS,
  MembershipsService,
  type NamedMembers,
} from '../memberships/memberships.service.js';

export interface ContactListQuery extends Pick<Selection, 'statuses' | 'condition'>, RuleChoice {
  readonly memberOf: NamedMembers;
  readonly search?: string;
}

export interface ContactFilter extends ContactListQuery {
  readonly sorting: Sorting<ContactSortField>;
  readonly withCustomValues: boolean;
}

/** The columns that responses need. */
export type ShownContact = Omit<Contact, 'searchText'>;

export interface ContactView {
  readonly contact: ShownContact;
  readonly labels: Labels;
  readonly customValues?: CustomValueMap;
  readonly stats?: ContactStats;
  /** The primary company first. */
  readonly companies?: readonly CompanyOfContact[];
  readonly subscriptions?: readonly Subscription[];
  readonly commerceStat?: CommerceStat;
}

export interface ContactStats {
  readonly emails: number;
  readonly opens: number;
  readonly clicks: number;
}

/** Contacts as they are read: plain rows, one query for the contacts of a page and one for each thing they have many of. */
@Injectable()
export class ContactsQueries {
  constructor(
    private readonly db: Database,
    private readonly memberships: MembershipsService,
    private readonly values: CustomValuesService,
    private readonly totals: ContactTotals,
    private readonly search: ContactSearch,
    private readonly rules: ContactRules,
  ) {}

  async list(filter: ContactFilter, request: PageRequest): Promise<Page<ContactView>> {
    const selection = await this.selected(filter);
    if (selection === null) return { items: [], total: 0, request, next: null };
    const set = await this.totals.setOf(selection, selection.labels);
    const reader = this.totals.isMaintained(selection) ? this.db.together() : this.db;
    const [total, rows] = await Promise.all([
      set === null ? this.totals.of(selection, reader) : { total: set.size },
      this.page(selection, filter.sorting, request, { set, reader }),
    ]);
    const page = pageOfRows(rows, total.total, request, (last) =>
      CONTACT_SORTING.positionOf(last, filter.sorting.field),
    );
    return { ...page, ...total, items: await this.views(page.items, filter.withCustomValues) };
  }

  /** Returns the selection for a filter, for callers that do not read pages; null if no contact can match. */
  async selected(who: ContactListQuery): Promise<(Selection & { readonly labels: readonly LabelState[] }) | null> {
    const { search, statuses, memberOf: wanted, condition: own, ...rules } = who;
    const condition = conjunction(own, await this.rules.conditionOf(rules));
    const labels = await this.memberships.states(wanted);
    const memberOf = memberFilterOf(labels);
    const isKnown = MEMBERSHIP_KINDS.every((kind) => wanted[kind] === undefined || memberOf[kind] !== undefined);
    const matches = search === undefined ? null : await this.search.find(search);
    // No given list, tag, or company exists, or the search has no match.
    if (!isKnown || (matches?.kind === 'few' && matches.ids.length === 0)) return null;
    return { statuses, memberOf, condition, matches, labels };
  }

  /** @param known the labels of the contacts, if the caller has read them. */
  async views(
    contacts: readonly ShownContact[],
    withCustomValues: boolean,
    known?: ReadonlyMap<number, Labels>,
  ): Promise<ContactView[]> {
    const ids = contacts.map(({ id }) => id);
    const labels = known ?? (await this.memberships.of(ids, this.db.together()));
    const values = withCustomValues ? await this.values.of(ids) : null;
    return contacts.map((contact) => ({
      contact,
      labels: labels.get(contact.id) ?? { list: [], tag: [] },
      ...(values === null ? {} : { customValues: values.get(contact.id) ?? {} }),
    }));
  }

  /** Reads one row more than requested, which shows whether there is a next page. */
  private async page(
    selection: Selection,
    sorting: Sorting<ContactSortField>,
    request: PageRequest,
    { set, reader }: { readonly set: ContactSet | null; readonly reader: Reader },
  ): Promise<ShownContact[]> {
    if (set !== null && sorting.field === 'id') {
      const ids = set.page(sorting.direction, request);
      const rows = ids.length === 0 ? [] : await this.byIds(ids, sorting);
      // Otherwise one was deleted meanwhile, and the page must be filled from the next one.
      if (rows.length === ids.length) return rows;
    }
    const { sql, params } = idsOfPage(selection, sorting, request);
    return reader.query<ShownContact>(
      `SELECT ${SHOWN_CONTACT} FROM contacts c JOIN (${sql}) page ON page.id = c.id ORDER BY ${CONTACT_SORTING.order(sorting, 'c')}`,
      params,
    );
  }

  private async byIds(ids: readonly number[], sorting: Sorting<ContactSortField>): Promise<ShownContact[]> {
    return this.db.query<ShownContact>(
      `SELECT ${SHOWN_CONTACT} FROM contacts c WHERE c.id IN (:ids) ORDER BY ${CONTACT_SORTING.order(sorting, 'c')}`,
      { ids },
    );
  }
}
