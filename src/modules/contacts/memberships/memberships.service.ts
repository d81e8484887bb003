import { inParts } from '../../../platform/values/collections.js';
import { Injectable } from '@nestjs/common';
import { idsOf } from '../../../platform/ids/ids.js';
import type { LabelSnapshot } from '../../../events/contact.events.js';
import { Database, type Tx, type Reader } from '../../../platform/database/database.js';
import type { ValidationErrors } from '../../../platform/errors/app-error.js';
import { deletePairs } from '../../../platform/database/delete-pairs.js';
import { LABEL_KINDS, type LabelKind, LabelsService } from '../../labels/labels.service.js';
import type { CompanyCounts } from './membership-change.js';
import type { LeftLists } from './subscription-change.js';
import type { ListSubscription } from './subscription.entity.js';
import { CompanyMemberships } from './company-memberships.service.js';

export type Labels = Readonly<Record<LabelKind, readonly LabelSnapshot[]>>;

export const MEMBERSHIP_KINDS = [...LABEL_KINDS, 'company'] as const;
export type MembershipKind = (typeof MEMBERSHIP_KINDS)[number];

/** Tables and columns of memberships; constants only, never input. */
export const MEMBERSHIP: Readonly<Record<MembershipKind, { readonly table: string; readonly column: string }>> = {
  list: { table: 'contact_lists', column: 'list_id' },
  tag: { table: 'contact_tags', column: 'tag_id' },
  company: { table: 'contact_companies', column: 'company_id' },
};

export type MemberFilter = Readonly<Partial<Record<MembershipKind, readonly number[]>>>;
/** Lists and tags also by slug and title. */
export interface NamedMembers {
  readonly list?: readonly (number | string)[];
  readonly tag?: readonly (number | string)[];
  readonly company?: readonly number[];
}

/** The members of a label at the time of reading. */
export interface LabelState {
  readonly kind: MembershipKind;
  readonly id: number;
  readonly total: number;
  /** Each change of a membership increases it. */
  readonly version: number;
  /** The latest changes, for `lastChanges`. */
  readonly log: string;
}

const CONTACTS_AT_ONCE = 500;
export const LABEL_TABLE = { list: 'lists', tag: 'tags', company: 'companies' } as const;
const TOTAL_COLUMN = { list: 'total_count', tag: 'total_count', company: 'contacts_count' } as const;

/** Reads and writes list and tag memberships of contacts, and company memberships where they behave the same. */
@Injectable()
export class MembershipsService {
  constructor(
    private readonly db: Database,
    private readonly labels: LabelsService,
    private readonly companies: CompanyMemberships,
  ) {}

  /** Returns the lists and tags by contact id, without deleted labels. @param among only these labels. */
  async of(
    contactIds: readonly number[],
    reader: Reader = this.db,
    among?: Readonly<Record<LabelKind, readonly number[]>>,
  ): Promise<Map<number, Labels>> {
    const found = new Map(
      contactIds.map((id): [number, Record<LabelKind, LabelSnapshot[]>] => [id, { list: [], tag: [] }]),
    );
    const kinds = LABEL_KINDS.filter((kind) => among === undefined || among[kind].length > 0);
    if (kinds.length === 0) return found;
    for (const part of inParts(contactIds, CONTACTS_AT_ONCE)) {
      // One statement for both kinds, because every page and every write needs it.
      const rows = await reader.query<LabelSnapshot & { kind: LabelKind; contactId: number }>(
        kinds
          .map(
            (kind) =>
              `SELECT '${kind}' AS kind, m.contact_id AS contactId, l.id, l.title, l.slug
                 FROM ${MEMBERSHIP[kind].table} m
                 JOIN ${LABEL_TABLE[kind]} l ON l.id = m.${MEMBERSHIP[kind].column}
                WHERE m.contact_id IN (:contactIds) ${among === undefined ? '' : `AND m.${MEMBERSHIP[kind].column} IN (:${kind})`}`,
          )
          .join(' UNION ALL '),
        { contactIds: part, ...among },
      );
      for (const { kind, contactId, id, title, slug } of rows) found.get(contactId)?.[kind].push({ id, title, slug });
    }
    for (const labels of found.values()) for (const kind of LABEL_KINDS) labels[kind].sort((a, b) => a.id - b.id);
    return found;
  }

  /** Returns the existing labels as of one moment, because it is one statement. */
  async states(memberOf: NamedMembers, reader: Reader = this.db): Promise<LabelState[]> {
    const kinds = MEMBERSHIP_KINDS.filter((kind) => (memberOf[kind] ?? []).length > 0);
    if (kinds.length === 0) return [];
    const params: Record<string, readonly (number | string)[]> = {};
    const selects = kinds.map((kind) => {
      const isAny = (['id', 'slug', 'title'] as const).flatMap((column) => {
        const named = (memberOf[kind] ?? []).filter((each) => (typeof each === 'number') === (column === 'id'));
        if (named.length === 0) return [];
        params[`${kind}_${column}`] = named;
        return [`${column} IN (:${kind}_${column})`];
      });
      return `SELECT '${kind}' AS kind, id, ${TOTAL_COLUMN[kind]} AS total, members_version AS version, members_log AS log
                FROM ${LABEL_TABLE[kind]} WHERE ${isAny.join(' OR ')}`;
    });
    return reader.query<LabelState>(selects.join(' UNION ALL '), params);
  }

  /** Adds an error if some of the ids do not exist. */
  async checkIds(kind: MembershipKind, field: string, ids: readonly number[], faults: ValidationErrors): Promise<void> {
    if (ids.length === 0) return;
    const rows = await this.db.query<{ id: number }>(`SELECT id FROM ${LABEL_TABLE[kind]} WHERE id IN (:ids)`, { ids });
    const known = idsOf(rows);
    faults.addUnknown(
      field,
      ids.filter((id) => !known.includes(id)),
    );
  }

  /** Returns the number of memberships from the counters; for a single id, this is the number of contacts. */
  async size(kind: MembershipKind, ids: readonly number[]): Promise<number> {
    if (ids.length === 0) return 0;
    const [row] = await this.db.query<{ total: number }>(
      `SELECT COALESCE(SUM(${TOTAL_COLUMN[kind]}), 0) AS total FROM ${LABEL_TABLE[kind]} WHERE id IN (:ids)`,
      { ids },
    );
    return row?.total ?? 0;
  }

  /** Returns the number of subscribed contacts from the counter; null for companies, which have none. */
  async subscribedSize(kind: MembershipKind, id: number): Promise<number | null> {
    if (kind === 'company') return null;
    return (await this.labels.counts(this.db, kind, [id])).get(id)?.subscribed ?? 0;
  }

  /** Writes changes of locked contacts. @param added in the order of contacts. @param removed contacts by label. */
  async write(
    tx: Tx,
    kind: LabelKind,
    added: readonly (readonly [contactId: number, labelId: number])[],
    removed: ReadonlyMap<number, readonly number[]>,
  ): Promise<void> {
    const { table, column } = MEMBERSHIP[kind];
    await Promise.all([
      tx.insertRows(table, ['contact_id', column], added, { idColumn: 'contact_id' }),
      deletePairs(tx, table, ['contact_id', column], removed, true),
    ]);
  }

  /** Returns the lists that contacts have requested or left, by contact id; contacts without are absent. */
  async leftLists(reader: Reader, contactIds: readonly number[]): Promise<ReadonlyMap<number, LeftLists>> {
    if (contactIds.length === 0) return new Map();
    const rows = await reader.query<Pick<ListSubscription, 'contactId' | 'listId' | 'state'>>(
      'SELECT contact_id AS contactId, list_id AS listId, state FROM list_subscriptions WHERE contact_id IN (:contactIds)',
      { contactIds },
    );
    const groups = Map.groupBy(rows, ({ contactId }) => contactId);
    return new Map(Array.from(groups, ([id, lists]) => [id, new Map(lists.map((row) => [row.listId, row.state]))]));
  }

  /** Writes changes of `leftLists`, as `write`. */
  async writeLeft(
    tx: Tx,
    changed: readonly (readonly [contactId: number, listId: number, state: string])[],
    removed: ReadonlyMap<number, readonly number[]>,
  ): Promise<void> {
    await tx.insertRows('list_subscriptions', ['contact_id', 'list_id', 'state'], changed, {
      ...{ idColumn: 'contact_id', suffix: 'ON DUPLICATE KEY UPDATE state = VALUES(state), changed_at = NOW(3)' },
    });
    await deletePairs(tx, 'list_subscriptions', ['contact_id', 'list_id'], removed);
  }

  /** Removes contacts from all lists, tags, and companies, including deleted ones. */
  async removeOf(tx: Tx, contactIds: readonly number[]): Promise<void> {
    for (const kind of LABEL_KINDS)
      await tx.execute(
        `DELETE FROM ${MEMBERSHIP[kind].table} WHERE contact_id IN (:contactIds)`,
        { contactIds },
        { ids: contactIds },
      );
    await this.companies.removeOf(tx, contactIds);
  }

  countCompanies(tx: Tx, counts: CompanyCounts): void {
    this.companies.countLater(tx, counts);
  }
}

/** Returns the ids of labels per kind; kinds without labels are absent. */
export function memberFilterOf(labels: readonly LabelState[]): MemberFilter {
  const ids: Partial<Record<MembershipKind, number[]>> = {};
  for (const { kind, id } of labels) (ids[kind] ??= []).push(id);
  return ids;
}
