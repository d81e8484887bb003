import { Injectable } from '@nestjs/common';
import { Database, type Reader } from '../../platform/database/database.js';
import type { ValidationErrors } from '../../platform/errors/app-error.js';
import { given } from '../../platform/http/given.js';
import { idsOf } from '../../platform/ids/ids.js';
import { conjunction } from '../../platform/sql/named-parameters.js';
import { CONTACT_STATUSES, type ContactStatus } from '../contacts/contact/contact-status.js';
import { ContactsQueries } from '../contacts/listing/contacts.queries.js';
import { contactsOf, idsOfPage, type Selection } from '../contacts/listing/contact-selection.js';
import { ContactTotals } from '../contacts/listing/contact-totals.queries.js';
import { MEMBERSHIP, MEMBERSHIP_KINDS, MembershipsService } from '../contacts/memberships/memberships.service.js';
import type { MembershipKind } from '../contacts/memberships/memberships.service.js';
import { readId, readIds } from '../contacts/contact/read-ids.js';
import { searchWordsOf } from '../contacts/search/search-text.js';
import type { Filters } from '../segments/filter-language/filter.js';
import { FiltersService } from '../segments/filter-language/filters.service.js';
import { SegmentsService } from '../segments/segments.service.js';
import { mustBeOneOf } from '../../platform/text/closest-name.js';
import { accepted, readText } from '../../platform/values/read-value.js';

/** Selects contacts; all conditions must hold. Also stored in the options of a job. */
export interface ContactChoice {
  /** In the filter language; a segment is stored as the rule that it had. */
  readonly filters: readonly Filters[];
  readonly search?: string;
  readonly statuses?: readonly ContactStatus[];
  readonly memberOf: Readonly<MemberIds>;
}
type MemberIds = Partial<Record<MembershipKind, readonly number[]>>;

/** The membership filters, named as in the contact list. */
const MEMBER_FILTERS = Object.entries({ tags: 'tag', lists: 'list', company_ids: 'company' } as const);
const KNOWN = ['filters', 'segment_id', 'search', 'statuses', 'tags', 'lists', 'company_ids'] as const;
type ListFilters = Readonly<Record<string, unknown>>;
const MAX_SEARCH_LENGTH = 190;

@Injectable()
export class ContactChoices {
  constructor(
    private readonly db: Database,
    private readonly filters: FiltersService,
    private readonly segments: SegmentsService,
    private readonly contacts: ContactsQueries,
    private readonly totals: ContactTotals,
    private readonly memberships: MembershipsService,
  ) {}

  /** Validates a rule, or an object of contact list filters. With errors, the result must not be used. */
  async read(input: unknown, path: string, faults: ValidationErrors): Promise<ContactChoice> {
    if (Array.isArray(input)) return { filters: [await this.filters.read(input, path, faults)], memberOf: {} };
    if (typeof input !== 'object' || input === null) {
      faults.add(path, 'must be a rule (an array of groups) or an object of filters');
      return { filters: [], memberOf: {} };
    }
    const members = Object.entries(input).filter(([, value]) => value !== undefined);
    for (const [name, value] of members)
      if (!(KNOWN as readonly string[]).includes(name)) faults.add(`${path}.${name}`, mustBeOneOf(KNOWN, name));
      // A skipped filter would match more contacts than the caller meant.
      else if (value === null) faults.add(`${path}.${name}`, 'must not be null');
    // An empty filter must not match all contacts.
    if (members.length === 0) faults.add(path, `must name at least one of: ${KNOWN.join(', ')}`);
    const raw: ListFilters = Object.fromEntries(members.filter(([, value]) => value !== null));
    return {
      filters: await this.readRules(raw, path, faults),
      ...readSearch(raw['search'], `${path}.search`, faults),
      ...readStatuses(raw['statuses'], `${path}.statuses`, faults),
      memberOf: await this.readMemberships(raw, path, faults),
    };
  }

  /** Returns the conditions; null if no contact can match. @param now the reference for relative dates. */
  async selection({ filters, search, statuses, memberOf }: ContactChoice, now: Date): Promise<Selection | null> {
    // The erasure of a contact can empty a stored search. The contact list would match all contacts for an empty one.
    if (search !== undefined && searchWordsOf(search).length === 0) return null;
    let condition: Selection['condition'];
    for (const [index, rule] of filters.entries()) {
      const compiled = await this.filters.compile(rule, `rule${index}_`, this.db, now, 'negative_rows');
      condition = conjunction(condition, compiled);
    }
    const all = condition && { sql: condition.sql, params: condition.params };
    return this.contacts.selected({ memberOf, condition: all, ...given({ search, statuses }) });
  }

  async count(selection: Selection | null): Promise<number> {
    return selection === null ? 0 : this.totals.exactly(selection);
  }

  /** Returns up to `most` matching ids after `after`, ascending. */
  async idsAfter(selection: Selection, after: number, most: number): Promise<number[]> {
    const { sql, params } = idsOfPage(
      selection,
      { field: 'id', direction: 'ASC' },
      // idsOfPage returns one row more than the page size.
      { page: 1, perPage: most - 1, cursor: { value: null, id: after } },
    );
    return idsOf(await this.db.query<{ id: number }>(sql, params));
  }

  async among(reader: Reader, selection: Selection, contactIds: readonly number[]): Promise<Set<number>> {
    if (contactIds.length === 0) return new Set();
    const inBatch = { sql: 'c.id IN (:chosenIds)', params: { chosenIds: [...contactIds] } };
    const condition = conjunction(selection.condition, inBatch);
    const { sql, params } = contactsOf(membersAmong({ ...selection, condition }));
    return new Set(idsOf(await reader.query<{ id: number }>(`SELECT c.id ${sql}`, params)));
  }

  private async readRules(raw: ListFilters, path: string, faults: ValidationErrors): Promise<Filters[]> {
    const { filters, segment_id: segmentId } = raw;
    const rules: Filters[] = [];
    if (filters !== undefined) rules.push(await this.filters.read(filters, `${path}.filters`, faults));
    if (segmentId === undefined) return rules;
    const id = readId(segmentId);
    if (id === null) faults.add(`${path}.segment_id`, 'must be an id');
    else {
      const segment = await this.segments.find(id);
      if (segment === null) faults.add(`${path}.segment_id`, `unknown: ${id}`);
      else rules.push(segment.filters);
    }
    return rules;
  }

  private async readMemberships(raw: ListFilters, path: string, faults: ValidationErrors): Promise<MemberIds> {
    const memberOf: MemberIds = {};
    for (const [name, kind] of MEMBER_FILTERS) {
      const ids = readIds(`${path}.${name}`, raw[name], faults);
      if (ids === undefined) continue;
      if (ids.length === 0) faults.add(`${path}.${name}`, 'must hold at least one id');
      await this.memberships.checkIds(kind, `${path}.${name}`, ids, faults);
      memberOf[kind] = ids;
    }
    return memberOf;
  }
}

/** Tests "member of any of several lists" on the batch only: the contact list would collect all members first. */
function membersAmong(selection: Selection): Selection {
  const memberOf: MemberIds = {};
  let { condition } = selection;
  for (const kind of MEMBERSHIP_KINDS) {
    const ids = selection.memberOf[kind];
    if (ids === undefined) continue;
    if (ids.length === 1) memberOf[kind] = ids;
    else {
      const { table, column } = MEMBERSHIP[kind];
      const sql = `c.id IN (SELECT m.contact_id FROM ${table} m WHERE m.contact_id IN (:chosenIds) AND m.${column} IN (:any_${kind}))`;
      condition = conjunction(condition, { sql, params: { [`any_${kind}`]: [...ids] } });
    }
  }
  return { ...selection, memberOf, condition };
}

function readSearch(sent: unknown, path: string, faults: ValidationErrors): { search?: string } {
  if (sent === undefined) return {};
  const search = accepted(readText(sent, MAX_SEARCH_LENGTH), path, faults) ?? '';
  // The contact list would match all contacts.
  if (searchWordsOf(search).length === 0) faults.add(path, 'must not be empty');
  return { search };
}

function readStatuses(value: unknown, path: string, faults: ValidationErrors): { statuses?: ContactStatus[] } {
  if (value === undefined) return {};
  const statuses: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (statuses.length === 0) faults.add(path, 'must hold at least one status');
  if (!statuses.every((status) => (CONTACT_STATUSES as readonly unknown[]).includes(status)))
    faults.add(path, `must hold only: ${CONTACT_STATUSES.join(', ')}`);
  return { statuses: [...new Set(statuses)] as ContactStatus[] };
}
