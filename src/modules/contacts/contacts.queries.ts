import { Injectable } from '@nestjs/common';
import { sqlTimestamp } from '../../platform/clock/timestamps.js';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors/app-error.js';
import { type CursorPosition, type Page, type PageRequest } from '../../platform/http/page.js';
import type { Sorting } from '../../platform/http/sorting.js';
import { both } from '../../platform/sql/sql-condition.js';
import { namedSql } from '../../platform/sql/named-sql.js';
import type { CustomField } from '../custom-fields/custom-field.entity.js';
import { CustomFieldsService } from '../custom-fields/custom-fields.service.js';
import { type CustomValueMap, CustomValuesService } from '../custom-fields/custom-values.service.js';
import { CompanyMemberships, type CompanyOfContact } from './companies/company-memberships.service.js';
import { CommerceStatQueries, type CommerceStat } from './commerce-stat.queries.js';
import { SHOWN_CONTACT } from './contact-columns.js';
import type { Contact } from './contact.entity.js';
import { ContactRules, type RuleChoice } from './listing/contact-rules.js';
import { type ContactSortField, type Selection, idsOfPage, orderOf } from './listing/contact-selection.js';
import { ContactTotals } from './listing/contact-totals.queries.js';
import { ContactSearch } from './search/contact-search.service.js';
import {
  type Labels,
  MEMBERSHIP_KINDS,
  type MembershipKind,
  MembershipsService,
} from './memberships/memberships.service.js';

/** Whom a listing is about. */
export interface WhoIsListed extends Pick<Selection, 'statuses' | 'memberOf' | 'condition'>, RuleChoice {
  readonly search?: string;
}

/** What a listing is asked for. */
export interface ContactFilter extends WhoIsListed {
  readonly sorting: Sorting<ContactSortField>;
  readonly withCustomValues: boolean;
}

/** What is read of a contact to show it. */
export type ShownContact = Omit<Contact, 'searchText'>;

/** A contact as it is shown. */
export interface ContactView {
  readonly contact: ShownContact;
  readonly labels: Labels;
  readonly customValues?: CustomValueMap;
  readonly stats?: ContactStats;
  /** The primary one first. */
  readonly companies?: readonly CompanyOfContact[];
  readonly commerceStat?: CommerceStat;
}

export interface ContactStats {
  readonly emails: number;
  readonly opens: number;
  readonly clicks: number;
}

export const CONTACT_EXTRAS = [
  'stats',
  'custom_fields',
  'subscriber.custom_values',
  'companies',
  'commerce_stat',
] as const;
export type ContactExtra = (typeof CONTACT_EXTRAS)[number];

export type ContactSelector = { readonly id: number } | { readonly email: string };

export interface OneContact {
  readonly view: ContactView;
  readonly customFields?: readonly CustomField[];
}

const STATS = namedSql(__dirname, 'contact-stats');

/** Contacts as they are read: plain rows, one query for the contacts of a page and one for each thing they have many of. */
@Injectable()
export class ContactsQueries {
  constructor(
    private readonly db: Database,
    private readonly memberships: MembershipsService,
    private readonly companies: CompanyMemberships,
    private readonly commerce: CommerceStatQueries,
    private readonly values: CustomValuesService,
    private readonly fields: CustomFieldsService,
    private readonly totals: ContactTotals,
    private readonly search: ContactSearch,
    private readonly rules: ContactRules,
  ) {}

  async list(filter: ContactFilter, request: PageRequest): Promise<Page<ContactView>> {
    const selection = await this.selected(filter);
    if (selection === null) return { items: [], total: 0, request, next: null };
    const [total, rows] = await Promise.all([this.totals.of(selection), this.page(selection, filter.sorting, request)]);
    const contacts = rows.slice(0, request.perPage);
    const last = contacts.at(-1);
    const next = rows.length > request.perPage && last ? positionOf(last, filter.sorting.field) : null;
    return { items: await this.views(contacts, filter.withCustomValues), ...total, request, next };
  }

  /**
   * Who matches a filter, for those who read them otherwise than page by page; null when nobody can.
   * @throws AppError rest_invalid_param for `segment_id` and `filters`.
   */
  async selected({
    search,
    statuses,
    memberOf: wanted,
    condition: own,
    ...rules
  }: WhoIsListed): Promise<Selection | null> {
    const rule = await this.rules.conditionOf(rules);
    const condition = rule === undefined ? own : both(own, rule);
    const memberOf = await this.existing(wanted);
    const matches = search === undefined ? null : await this.search.find(search);
    // Filtered by lists, tags or companies of which none exists, or by words that nobody has: nobody can match.
    if (memberOf === null || (matches?.kind === 'few' && matches.ids.length === 0)) return null;
    return { statuses, memberOf, condition, matches };
  }

  /** @throws AppError rest_post_invalid_id */
  async one(selector: ContactSelector, extras: readonly ContactExtra[]): Promise<OneContact> {
    const [contact] = await this.db.query<ShownContact>(
      `SELECT ${SHOWN_CONTACT} FROM contacts c WHERE ${'id' in selector ? 'c.id = :id' : 'c.email = :email'}`,
      { ...selector },
    );
    if (!contact) throw notFound();
    const [view] = await this.views([contact], extras.includes('subscriber.custom_values'));
    if (!view) throw notFound();
    const stats = extras.includes('stats') ? { stats: await this.stats(contact.id) } : {};
    const customFields = extras.includes('custom_fields') ? { customFields: await this.fields.list() } : {};
    const companies = extras.includes('companies') ? { companies: await this.companies.of(contact.id) } : {};
    const commerceStat = extras.includes('commerce_stat')
      ? { commerceStat: await this.commerce.statOf(contact.id) }
      : {};
    return { view: { ...view, ...stats, ...companies, ...commerceStat }, ...customFields };
  }

  /** @throws AppError rest_post_invalid_id for a contact that does not exist. */
  async requireOne(id: number): Promise<void> {
    const rows = await this.db.query('SELECT id FROM contacts WHERE id = :id', { id });
    if (rows.length === 0) throw notFound();
  }

  private async stats(contactId: number): Promise<ContactStats> {
    const [row] = await this.db.query<ContactStats>(STATS, { contactId });
    return row ?? { emails: 0, opens: 0, clicks: 0 };
  }

  private async views(contacts: readonly ShownContact[], withCustomValues: boolean): Promise<ContactView[]> {
    const ids = contacts.map(({ id }) => id);
    const labels = await this.memberships.of(ids);
    const values = withCustomValues ? await this.values.of(ids) : null;
    return contacts.map((contact) => ({
      contact,
      labels: labels.get(contact.id) ?? { list: [], tag: [] },
      ...(values === null ? {} : { customValues: values.get(contact.id) ?? {} }),
    }));
  }

  /** One row more than asked for, so that a walk knows whether it goes on. */
  private async page(
    selection: Selection,
    sorting: Sorting<ContactSortField>,
    request: PageRequest,
  ): Promise<ShownContact[]> {
    const { sql, params } = idsOfPage(selection, sorting, request);
    return this.db.query<ShownContact>(
      `SELECT ${SHOWN_CONTACT} FROM contacts c JOIN (${sql}) page ON page.id = c.id ORDER BY ${orderOf(sorting, 'c')}`,
      params,
    );
  }

  /** The filter without what does not exist; null when that leaves a kind with nothing to match. */
  private async existing(memberOf: ContactFilter['memberOf']): Promise<ContactFilter['memberOf'] | null> {
    const found: Partial<Record<MembershipKind, readonly number[]>> = {};
    for (const kind of MEMBERSHIP_KINDS) {
      const ids = memberOf[kind];
      if (ids === undefined) continue;
      const known = await this.memberships.existing(kind, [...new Set(ids)]);
      if (known.length === 0) return null;
      found[kind] = known;
    }
    return found;
  }
}

function positionOf(contact: ShownContact, field: ContactSortField): CursorPosition {
  const value = { id: null, email: contact.email, created_at: sqlTimestamp(contact.createdAt) }[field];
  return { value, id: contact.id };
}
