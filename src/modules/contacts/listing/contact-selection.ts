import { Keyset } from '../../../platform/http/keyset.js';
import { offsetOf, type PageRequest, type Sorting } from '../../../platform/http/page.js';
import type { SqlValue, SqlCondition } from '../../../platform/sql/named-parameters.js';
import type { ContactStatus, TrackingConsent } from '../contact/contact-status.js';
import {
  type MemberFilter,
  MEMBERSHIP,
  MEMBERSHIP_KINDS,
  type MembershipKind,
} from '../memberships/memberships.service.js';
import type { Matches } from '../search/contact-search.service.js';

export const CONTACT_SORTING = new Keyset({ id: 'id', email: 'unique', created_at: 'time', updated_at: 'time' });
export type ContactSortField = (typeof CONTACT_SORTING)['fields'][number];

export interface Selection {
  readonly statuses?: readonly ContactStatus[] | undefined;
  /** Any of these existing ids, per kind. */
  readonly memberOf: MemberFilter;
  readonly condition?: SqlCondition | undefined;
  readonly matches: Matches | null;
}

interface Sql {
  readonly sql: string;
  readonly params: Record<string, SqlValue>;
}

/** With more lists or tags than this, memberships are collected and sorted instead of read one by one. */
const MAX_BRANCHES = 16;

/** Returns FROM and WHERE for the selected contacts. */
export const contactsOf = (selection: Selection): Sql => fromContacts(selection, '');

/**
 * Selects the ids of one page, plus one row that shows whether there is a next page. Ids only: an index covers them. Of any
 * of several tags, each is read from its index only as far as the page, instead of collecting and sorting all members.
 */
export function idsOfPage(selection: Selection, sorting: Sorting<ContactSortField>, request: PageRequest): Sql {
  const start = request.cursor === undefined ? offsetOf(request) : 0;
  const count = request.perPage + 1;
  const beyondCursor = CONTACT_SORTING.beyond(sorting, request, 'c');
  const [kind, ids] = severalOf(selection) ?? [undefined, []];
  if (kind === undefined) {
    const { sql, params } = fromContacts(selection, '', beyondCursor);
    return {
      sql: `SELECT c.id ${sql} ORDER BY ${CONTACT_SORTING.order(sorting, 'c')} LIMIT :count OFFSET :start`,
      params: { ...params, count, start },
    };
  }
  const branches = ids.map((id, index) => {
    const one = { ...selection, memberOf: { ...selection.memberOf, [kind]: [id] } };
    const { sql, params } = fromContacts(one, String(index), beyondCursor);
    return {
      sql: `(SELECT ${[...new Set(['id', sorting.field])].map((column) => `c.${column}`).join(', ')} ${sql} ORDER BY ${CONTACT_SORTING.order(sorting, 'c')} LIMIT :reach)`,
      params,
    };
  });
  return {
    sql: `SELECT found.id FROM (${branches.map(({ sql }) => sql).join(' UNION ')}) found
           ORDER BY ${CONTACT_SORTING.order(sorting, 'found')} LIMIT :count OFFSET :start`,
    params: {
      ...Object.fromEntries(branches.flatMap(({ params }) => Object.entries(params))),
      count,
      start,
      reach: start + count,
    },
  };
}

/** Returns the first kind with several ids, unless there are too many to read one by one. */
function severalOf({ memberOf }: Selection): [MembershipKind, readonly number[]] | null {
  for (const kind of MEMBERSHIP_KINDS) {
    const ids = memberOf[kind] ?? [];
    if (ids.length > 1 && ids.length <= MAX_BRANCHES) return [kind, ids];
  }
  return null;
}

/** @param suffix keeps the parameters of several such parts of one statement apart. */
function fromContacts(selection: Selection, suffix: string, further?: SqlCondition): Sql {
  const { matches, statuses, memberOf, condition } = selection;
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
    const name = `${kind}${suffix}`;
    // A single one cannot multiply rows, and as a join the server may walk its index in the order of the page.
    joins.push(
      ids.length === 1
        ? `JOIN ${table} m_${kind} ON m_${kind}.contact_id = c.id AND m_${kind}.${column} = :${name}`
        : `JOIN (SELECT DISTINCT contact_id FROM ${table} WHERE ${column} IN (:${name})) m_${kind} ON m_${kind}.contact_id = c.id`,
    );
    params[name] = ids.length === 1 ? (ids[0] ?? null) : ids;
  }
  for (const { sql, params: bound } of [condition, further].filter((each) => each !== undefined)) {
    where.push(sql);
    Object.assign(params, bound);
  }
  if (matches?.kind === 'few') {
    where.push('c.id IN (:matching)');
    params['matching'] = matches.ids;
  } else if (matches !== null) {
    joins.push(...matches.joins);
    where.push(...matches.where);
    Object.assign(params, matches.params);
  }
  return {
    sql: `FROM contacts c ${joins.join(' ')} ${where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`}`,
    params,
  };
}

/** Returns the condition that a contact has one of these consents. */
export const trackingConsentIn = (consents: readonly TrackingConsent[] = []): SqlCondition | undefined =>
  consents.length === 0 ? undefined : { sql: 'c.tracking_consent IN (:consents)', params: { consents } };

/** Rules that narrow a listing; a contact must match both. */
export interface RuleChoice {
  readonly segmentId?: number;
  /** A rule of the filter language as JSON text. */
  readonly filters?: string;
}

/** Compiles rules to conditions on `contacts c`. Implemented by the segments module, which depends on contacts. */
export abstract class ContactRules {
  /** @returns undefined without rules. */
  abstract conditionOf(rules: RuleChoice): Promise<SqlCondition | undefined>;
}
