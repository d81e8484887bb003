import { Injectable } from '@nestjs/common';
import type { LabelSnapshot } from '../../../events/contact.events.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import type { Reader } from '../../../platform/database/reader.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { LABEL_KINDS, type LabelKind, LabelsService } from '../../labels/labels.service.js';
import { CompanyMemberships } from '../companies/company-memberships.service.js';
import type { LabelMoves, MembershipDifference } from './membership-change.js';

/** The labels of one contact, by kind. */
export type Labels = Readonly<Record<LabelKind, readonly LabelSnapshot[]>>;

/** What a contact can belong to. */
export const MEMBERSHIP_KINDS = [...LABEL_KINDS, 'company'] as const;
export type MembershipKind = (typeof MEMBERSHIP_KINDS)[number];

/** Where memberships of a kind are kept. Names only, never input. */
export const MEMBERSHIP: Readonly<Record<MembershipKind, { readonly table: string; readonly column: string }>> = {
  list: { table: 'contact_lists', column: 'list_id' },
  tag: { table: 'contact_tags', column: 'tag_id' },
  company: { table: 'contact_companies', column: 'company_id' },
};

const CONTACTS_AT_ONCE = 500;
const LABEL_TABLE: Readonly<Record<LabelKind, string>> = { list: 'lists', tag: 'tags' };

/** Which contact is in which list and has which tag; with its companies as far as they are treated alike. */
@Injectable()
export class MembershipsService {
  constructor(
    private readonly db: Database,
    private readonly labels: LabelsService,
    private readonly companies: CompanyMemberships,
  ) {}

  /** The lists and tags of many contacts, by contact id. Memberships of deleted labels are not there. */
  async of(contactIds: readonly number[], reader: Reader = this.db): Promise<Map<number, Labels>> {
    const found = new Map(
      contactIds.map((id): [number, Record<LabelKind, LabelSnapshot[]>] => [id, { list: [], tag: [] }]),
    );
    if (contactIds.length === 0) return found;
    // One statement for both kinds: this is part of every page and of every write.
    const rows = await reader.query<LabelSnapshot & { kind: LabelKind; contactId: number }>(
      LABEL_KINDS.map(
        (kind) =>
          `SELECT '${kind}' AS kind, m.contact_id AS contactId, l.id, l.title, l.slug
             FROM ${MEMBERSHIP[kind].table} m
             JOIN ${LABEL_TABLE[kind]} l ON l.id = m.${MEMBERSHIP[kind].column}
            WHERE m.contact_id IN (:contactIds)`,
      ).join(' UNION ALL '),
      { contactIds },
    );
    for (const { kind, contactId, id, title, slug } of rows) found.get(contactId)?.[kind].push({ id, title, slug });
    for (const labels of found.values()) for (const kind of LABEL_KINDS) labels[kind].sort((a, b) => a.id - b.id);
    return found;
  }

  /**
   * The ids of all labels of a kind that contacts have, by contact id; also of those whose clean-up is still to come.
   * Contacts without any are not there.
   */
  async idsOf(reader: Reader, kind: LabelKind, contactIds: readonly number[]): Promise<Map<number, Set<number>>> {
    const found = new Map<number, Set<number>>();
    const { table, column } = MEMBERSHIP[kind];
    for (let start = 0; start < contactIds.length; start += CONTACTS_AT_ONCE) {
      const rows = await reader.query<{ contactId: number; id: number }>(
        `SELECT contact_id AS contactId, ${column} AS id FROM ${table} WHERE contact_id IN (:contactIds)`,
        { contactIds: contactIds.slice(start, start + CONTACTS_AT_ONCE) },
      );
      for (const { contactId, id } of rows) found.set(contactId, (found.get(contactId) ?? new Set()).add(id));
    }
    return found;
  }

  /** Which of these labels each contact has, by contact id; contacts with none of them are not there. */
  async among(
    reader: Reader,
    kind: LabelKind,
    contactIds: readonly number[],
    labelIds: readonly number[],
  ): Promise<Map<number, Set<number>>> {
    const found = new Map<number, Set<number>>();
    if (contactIds.length === 0 || labelIds.length === 0) return found;
    const { table, column } = MEMBERSHIP[kind];
    const rows = await reader.query<{ contactId: number; id: number }>(
      `SELECT contact_id AS contactId, ${column} AS id FROM ${table}
        WHERE contact_id IN (:contactIds) AND ${column} IN (:labelIds)`,
      { contactIds, labelIds },
    );
    for (const { contactId, id } of rows) found.set(contactId, (found.get(contactId) ?? new Set()).add(id));
    return found;
  }

  /** Those of the ids that exist. */
  async existing(kind: MembershipKind, ids: readonly number[]): Promise<number[]> {
    if (kind === 'company') return this.companies.existing(ids);
    return [...(await this.labels.known(this.db, kind, ids)).keys()];
  }

  /** How many memberships lists, tags or companies have, from their counters; of one of them, how many contacts. */
  async size(kind: MembershipKind, ids: readonly number[]): Promise<number> {
    if (kind === 'company') return this.companies.size(ids);
    const counts = await this.labels.counts(this.db, kind, ids);
    return [...counts.values()].reduce((sum, { total }) => sum + total, 0);
  }

  /** How many of them are subscribed, from the counter; null where nobody keeps one. */
  async subscribedSize(kind: MembershipKind, id: number): Promise<number | null> {
    if (kind === 'company') return null;
    return (await this.labels.counts(this.db, kind, [id])).get(id)?.subscribed ?? 0;
  }

  /**
   * Writes what is different, by contact. The caller holds the locks on the contacts.
   * @param differences all by the same wish, so that nobody has what another one loses.
   */
  async write(tx: Tx, kind: LabelKind, differences: ReadonlyMap<number, MembershipDifference>): Promise<void> {
    const { table, column } = MEMBERSHIP[kind];
    const losing = [...differences].filter(([, { removed }]) => removed.length > 0);
    await tx.insertRows(
      table,
      ['contact_id', column],
      [...differences].flatMap(([contactId, { added }]) => added.map((id) => [contactId, id])),
    );
    if (losing.length > 0)
      await tx.execute(`DELETE FROM ${table} WHERE contact_id IN (:contactIds) AND ${column} IN (:removed)`, {
        contactIds: losing.map(([contactId]) => contactId),
        removed: [...new Set(losing.flatMap(([, { removed }]) => removed))],
      });
  }

  /**
   * Writes what is different where each contact has wishes of its own. The caller holds the locks on the contacts.
   * @param added by contact, in the order of the contacts.
   * @param removed by label.
   */
  async writePairs(
    tx: Tx,
    kind: LabelKind,
    added: readonly (readonly [contactId: number, labelId: number])[],
    removed: ReadonlyMap<number, readonly number[]>,
  ): Promise<void> {
    const { table, column } = MEMBERSHIP[kind];
    await tx.insertRows(table, ['contact_id', column], added);
    for (const [labelId, all] of removed)
      for (let start = 0; start < all.length; start += CONTACTS_AT_ONCE)
        await tx.execute(`DELETE FROM ${table} WHERE contact_id IN (:contactIds) AND ${column} = :labelId`, {
          contactIds: all.slice(start, start + CONTACTS_AT_ONCE),
          labelId,
        });
  }

  /**
   * Takes contacts out of everything, memberships of what was deleted included.
   * @returns how many have left each company, for `countOut`.
   */
  async removeOf(tx: Tx, contactIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    for (const kind of LABEL_KINDS)
      await tx.execute(`DELETE FROM ${MEMBERSHIP[kind].table} WHERE contact_id IN (:contactIds)`, { contactIds });
    return this.companies.removeOf(tx, contactIds);
  }

  /** Counts contacts that are gone out of their companies. After `count`, and like it last in the transaction. */
  async countOut(tx: Tx, left: ReadonlyMap<number, number>): Promise<void> {
    await this.companies.countOut(tx, left);
  }

  /**
   * Moves the counters of labels, lists before tags. Last in the transaction.
   * @throws AppError rest_invalid_param when a label to be added was deleted since it was looked up: its membership would
   * come too late for the clean-up and stay for ever.
   */
  async count(tx: Tx, moves: Readonly<Record<LabelKind, LabelMoves>>): Promise<void> {
    for (const kind of LABEL_KINDS) {
      const { added, changes } = moves[kind];
      const real = new Map([...changes].filter(([, { total, subscribed }]) => total !== 0 || subscribed !== 0));
      const moved = await this.labels.addToCounts(tx, kind, real);
      if (moved < real.size && (await this.labels.known(tx, kind, [...added])).size < added.size)
        throw invalidParam(`${kind}s`, 'holds one that has just been deleted');
    }
  }
}
