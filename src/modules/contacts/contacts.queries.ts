import { Injectable } from '@nestjs/common';
import { parseTimestamp, sqlTimestamp } from '../../platform/clock/timestamps.js';
import { Database } from '../../platform/database/database.js';
import { invalidParam, notFound } from '../../platform/errors/app-error.js';
import { type CursorPosition, type Page, type PageRequest, offsetOf } from '../../platform/http/page.js';
import type { Direction, Sorting } from '../../platform/http/sorting.js';
import type { SqlValue } from '../../platform/sql/named-parameters.js';
import type { SqlCondition } from '../../platform/sql/sql-condition.js';
import { sqlFile } from '../../platform/sql/sql-file.js';
import type { CustomField } from '../custom-fields/custom-field.entity.js';
import { CustomFieldsService } from '../custom-fields/custom-fields.service.js';
import { type CustomValueMap, CustomValuesService } from '../custom-fields/custom-values.service.js';
import { CompanyMemberships, type CompanyOfContact } from './companies/company-memberships.service.js';
import { CommerceStatQueries, type CommerceStat } from './commerce-stat.queries.js';
import { ContactCounters } from './contact-counters.js';
import type { ContactStatus } from './contact-status.js';
import type { Contact } from './contact.entity.js';
import { ContactSearch, EXACT_MATCHES, type Matches } from './search/contact-search.service.js';
import {
  type Labels,
  MEMBERSHIP,
  MEMBERSHIP_KINDS,
  type MembershipKind,
  MembershipsService,
} from './memberships/memberships.service.js';

export const CONTACT_SORT_FIELDS = ['id', 'email', 'created_at'] as const;
export type ContactSortField = (typeof CONTACT_SORT_FIELDS)[number];

export interface ContactFilter {
  readonly search?: string;
  readonly statuses?: readonly ContactStatus[];
  /** Any of the ids, per kind. */
  readonly memberOf: Readonly<Partial<Record<MembershipKind, readonly number[]>>>;
  /** Whatever else has to hold for the contact `c`. */
  readonly condition?: SqlCondition;
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

const COLUMNS = `c.id, c.user_id AS userId, c.hash, c.email, c.first_name AS firstName, c.last_name AS lastName, c.status,
  c.contact_type AS contactType, c.phone, c.address_line_1 AS addressLine1, c.address_line_2 AS addressLine2, c.city, c.state,
  c.country, c.postal_code AS postalCode, c.date_of_birth AS dateOfBirth, c.photo, c.created_at AS createdAt,
  c.updated_at AS updatedAt`;

/** Addresses are unique, so an id behind them would only keep the server from reading their index in order. */
const ORDER: Readonly<Record<ContactSortField, (direction: Direction) => string>> = {
  id: (direction) => `c.id ${direction}`,
  email: (direction) => `c.email ${direction}`,
  created_at: (direction) => `c.created_at ${direction}, c.id ${direction}`,
};

const STATS = sqlFile(__dirname, 'sql/contact-stats.sql');

/** Who is listed, in whatever order. */
interface Selection {
  readonly statuses?: readonly ContactStatus[] | undefined;
  readonly memberOf: ContactFilter['memberOf'];
  readonly condition?: SqlCondition | undefined;
  readonly matches: Matches | null;
}

/** How many there are; beyond what a search counts, about how many. */
type Total = Pick<Page<unknown>, 'total' | 'totalIsEstimate'>;

/** Enough to tell a share of one in a hundred from one in fifty. */
const SAMPLED_CONTACTS = 2_000;

/** Conditions of a listing as SQL, with what is bound in them. */
interface Conditions {
  readonly joins: string[];
  readonly where: string[];
  readonly params: Record<string, SqlValue>;
}

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
    private readonly counters: ContactCounters,
    private readonly search: ContactSearch,
  ) {}

  async list(filter: ContactFilter, request: PageRequest): Promise<Page<ContactView>> {
    const memberOf = await this.existing(filter.memberOf);
    const matches = filter.search === undefined ? null : await this.search.find(filter.search);
    // Filtered by lists, tags or companies of which none exists, or by words that nobody has: nobody can match.
    if (memberOf === null || (matches?.kind === 'few' && matches.ids.length === 0))
      return { items: [], total: 0, request, next: null };
    const selection = { statuses: filter.statuses, memberOf, condition: filter.condition, matches };
    const [total, rows] = await Promise.all([this.total(selection), this.page(selection, filter.sorting, request)]);
    const contacts = rows.slice(0, request.perPage);
    const last = contacts.at(-1);
    const next = rows.length > request.perPage && last ? positionOf(last, filter.sorting.field) : null;
    return { items: await this.views(contacts, filter.withCustomValues), ...total, request, next };
  }

  /** @throws AppError rest_post_invalid_id */
  async one(selector: ContactSelector, extras: readonly ContactExtra[]): Promise<OneContact> {
    const [contact] = await this.db.query<ShownContact>(
      `SELECT ${COLUMNS} FROM contacts c WHERE ${'id' in selector ? 'c.id = :id' : 'c.email = :email'}`,
      { ...selector },
    );
    if (!contact) throw notFound();
    const [view] = await this.views([contact], extras.includes('subscriber.custom_values'));
    if (!view) throw notFound();
    const stats = extras.includes('stats') ? { stats: await this.stats(contact.id) } : {};
    const customFields = extras.includes('custom_fields') ? { customFields: await this.fields.list() } : {};
    const companies = extras.includes('companies') ? { companies: await this.companies.of(contact.id) } : {};
    const commerceStat = extras.includes('commerce_stat') ? { commerceStat: this.commerce.statOf() } : {};
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
    { field, direction }: Sorting<ContactSortField>,
    request: PageRequest,
  ): Promise<ShownContact[]> {
    const { joins, where, params } = conditionsOf(selection);
    const order = direction === 'ASC' ? 'ASC' : 'DESC';
    if (request.cursor) {
      where.push(beyond(field, order === 'ASC' ? '>' : '<'));
      params['afterId'] = request.cursor.id;
      params['afterValue'] = cursorValue(request.cursor, field);
    }
    return this.db.query<ShownContact>(
      `SELECT ${COLUMNS} FROM contacts c ${joins.join(' ')} ${whereClause(where)}
        ORDER BY ${ORDER[field](order)}
        LIMIT :limit OFFSET :offset`,
      { ...params, limit: request.perPage + 1, offset: request.cursor === undefined ? offsetOf(request) : 0 },
    );
  }

  /** From the maintained counters where they know the answer, else counted; after a search for common words, estimated. */
  private async total(selection: Selection): Promise<Total> {
    const { matches, statuses, memberOf, condition } = selection;
    const kinds = MEMBERSHIP_KINDS.filter((kind) => memberOf[kind] !== undefined);
    const [kind, ...otherKinds] = kinds;
    const [id, ...others] = (kind === undefined ? undefined : memberOf[kind]) ?? [];
    if (condition === undefined && kind === undefined) {
      if (matches === null) return { total: await this.counters.total(statuses) };
      if (matches.kind === 'few' && statuses === undefined) return { total: matches.ids.length };
    }
    const oneLabel = id !== undefined && others.length === 0 && otherKinds.length === 0;
    if (kind !== undefined && oneLabel && matches === null && condition === undefined && statuses === undefined)
      return { total: await this.memberships.size(kind, id) };
    if (matches?.kind === 'many') {
      const nothingElse = kind === undefined && condition === undefined && statuses === undefined;
      return this.roughTotal(selection, nothingElse && matches.counted);
    }
    return { total: await this.count(selection) };
  }

  /** Exact up to what a search counts, then from a sample: counting the readers of a large mail provider takes seconds. */
  private async roughTotal(selection: Selection, knownToBeMany: boolean): Promise<Total> {
    if (!knownToBeMany) {
      const total = await this.count(selection, EXACT_MATCHES + 1);
      if (total <= EXACT_MATCHES) return { total };
    }
    const [ids] = await this.db.query<{ highest: number | null }>('SELECT MAX(id) AS highest FROM contacts');
    const ofSample: SqlCondition = { sql: 'c.id IN (:sampled)', params: { sampled: sampleOf(ids?.highest ?? 0) } };
    const existing = await this.count({ memberOf: {}, matches: null, condition: ofSample });
    const matching = await this.count({ ...selection, condition: both(selection.condition, ofSample) });
    const total = await this.counters.total(undefined);
    const estimate = existing === 0 ? 0 : Math.round((matching / existing) * total);
    return { total: Math.max(EXACT_MATCHES + 1, estimate), totalIsEstimate: true };
  }

  private async count(selection: Selection, limit?: number): Promise<number> {
    const { joins, where, params } = conditionsOf(selection);
    const matching = `FROM contacts c ${joins.join(' ')} ${whereClause(where)}`;
    const [row] = await this.db.query<{ total: number }>(
      limit === undefined
        ? `SELECT COUNT(*) AS total ${matching}`
        : `SELECT COUNT(*) AS total FROM (SELECT 1 ${matching} LIMIT :most) some`,
      { ...params, ...(limit === undefined ? {} : { most: limit }) },
    );
    return row?.total ?? 0;
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

function conditionsOf({ matches, statuses, memberOf, condition }: Selection): Conditions {
  const joins: string[] = [];
  const where: string[] = [];
  const params: Record<string, SqlValue> = {};
  if (statuses !== undefined) {
    where.push('c.status IN (:statuses)');
    params['statuses'] = statuses;
  }
  for (const kind of MEMBERSHIP_KINDS) {
    const ids = memberOf[kind];
    if (ids === undefined) continue;
    const { table, column } = MEMBERSHIP[kind];
    // A single one cannot multiply rows, and as a join the server may walk its index in the order of the page.
    if (ids.length === 1)
      joins.push(`JOIN ${table} m_${kind} ON m_${kind}.contact_id = c.id AND m_${kind}.${column} = :${kind}`);
    else where.push(`EXISTS (SELECT 1 FROM ${table} m WHERE m.contact_id = c.id AND m.${column} IN (:${kind}))`);
    params[kind] = ids.length === 1 ? (ids[0] ?? null) : ids;
  }
  if (condition !== undefined) {
    where.push(condition.sql);
    Object.assign(params, condition.params);
  }
  if (matches?.kind === 'few') {
    where.push('c.id IN (:matching)');
    params['matching'] = matches.ids;
  } else if (matches !== null) {
    joins.push(...matches.joins);
    where.push(...matches.where);
    Object.assign(params, matches.params);
  }
  return { joins, where, params };
}

/**
 * Ids from all over, one from each of equal parts. Not always the same place of its part: what was written in turns (every
 * second one on a list) would be all or nothing of such a sample. Steps of the golden ratio never fall into a rhythm.
 */
function sampleOf(highest: number): number[] {
  const part = highest / SAMPLED_CONTACTS;
  return Array.from({ length: SAMPLED_CONTACTS }, (_, index) => {
    const place = (index * 0.618_033_988_75) % 1;
    return 1 + Math.floor((index + place) * part);
  });
}

function both(one: SqlCondition | undefined, other: SqlCondition): SqlCondition {
  if (one === undefined) return other;
  return { sql: `${one.sql} AND ${other.sql}`, params: { ...one.params, ...other.params } };
}

/** What lies behind the cursor. Not as a pair `(a, b) < (x, y)`: the servers read the index from its start for that. */
function beyond(field: ContactSortField, sign: '<' | '>'): string {
  if (field === 'id') return `c.id ${sign} :afterId`;
  if (field === 'email') return `c.email ${sign} :afterValue`;
  return `c.created_at ${sign}= :afterValue AND (c.created_at ${sign} :afterValue OR c.id ${sign} :afterId)`;
}

function whereClause(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
}

function positionOf(contact: ShownContact, field: ContactSortField): CursorPosition {
  const value = { id: null, email: contact.email, created_at: sqlTimestamp(contact.createdAt) }[field];
  return { value, id: contact.id };
}

/** @throws AppError rest_invalid_param for the cursor of a list that was sorted otherwise. */
function cursorValue({ value }: CursorPosition, field: ContactSortField): string | null {
  if (field === 'id' && value === null) return null;
  const fits = typeof value === 'string' && (field === 'email' || (field === 'created_at' && parseTimestamp(value)));
  if (!fits) throw invalidParam('cursor', 'is not a cursor of this list');
  return value;
}
