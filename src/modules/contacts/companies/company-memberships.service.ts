import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import type { Reader } from '../../../platform/database/reader.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { Faults } from '../../../platform/errors/faults.js';
import { CompaniesService, type CompanyRecord } from '../../companies/companies.service.js';
import { lockContacts } from '../contact-locks.js';
import type { MembershipDifference } from '../memberships/membership-change.js';
import { pastDeletions } from '../memberships/past-deletions.js';
import { type CompanyChange, type CompanyMembership, type CompanyWish, companyChange } from './company-change.js';

/** Which contacts and which companies a change of memberships is about: each of the ones with each of the others. */
export interface CompanyPairs {
  readonly contactIds: readonly number[];
  /** For a contact without any, the first one becomes the primary. */
  readonly companyIds: readonly number[];
}

/** A company of one contact. */
export interface CompanyOfContact {
  readonly company: CompanyRecord;
  readonly isPrimary: boolean;
}

/** What one transaction may write while others wait for its contacts and companies. */
const MAX_PAIRS = 10_000;
/**
 * Which contact belongs to which companies. Writers lock as everywhere: the contacts first, in the order of their ids, then
 * memberships, and the counters of the companies last.
 */
@Injectable()
export class CompanyMemberships {
  constructor(
    private readonly db: Database,
    private readonly companies: CompaniesService,
  ) {}

  /**
   * Attaches every contact to every company; those that are attached stay as they are.
   * @returns the companies named, with their new numbers of contacts.
   * @throws AppError rest_invalid_param naming every unknown id; nothing is written then.
   */
  async attach(pairs: CompanyPairs): Promise<CompanyRecord[]> {
    return this.change(pairs, { attach: [...new Set(pairs.companyIds)] });
  }

  /**
   * Detaches every contact from every company. Where that takes the primary, the oldest that stays becomes it.
   * @returns the companies named, with their new numbers of contacts.
   * @throws AppError rest_invalid_param naming every unknown id; nothing is written then.
   */
  async detach(pairs: CompanyPairs): Promise<CompanyRecord[]> {
    return this.change(pairs, { detach: [...new Set(pairs.companyIds)] });
  }

  /**
   * Attaches, in the caller's transaction and as one of its last deeds, those of the contacts that exist to those of the
   * companies that exist.
   * @returns for whom it makes a difference, and the companies that do not exist.
   */
  async attachIn(
    tx: Tx,
    pairs: CompanyPairs,
  ): Promise<{ readonly changed: ReadonlySet<number>; readonly missing: readonly number[] }> {
    const { differences, missing } = await this.changeIn(tx, pairs, 'attach');
    return { changed: new Set(differences.keys()), missing };
  }

  /** The same, or its opposite, for those who want to know what was different for each of them. */
  async changeIn(
    tx: Tx,
    { contactIds, companyIds }: CompanyPairs,
    way: 'attach' | 'detach',
  ): Promise<{ readonly differences: ReadonlyMap<number, MembershipDifference>; readonly missing: readonly number[] }> {
    const contacts = (await lockContacts<{ id: number }>(tx, contactIds, 'c.id')).map(({ id }) => id);
    return pastDeletions(tx, async () => {
      const known = await this.companies.known(tx, companyIds);
      const present = [...new Set(companyIds)].filter((id) => known.has(id));
      return {
        differences: await this.apply(
          tx,
          contacts,
          present,
          way === 'attach' ? { attach: present } : { detach: present },
        ),
        missing: companyIds.filter((id) => !known.has(id)),
      };
    });
  }

  /** The companies of one contact, the primary first and then from the oldest membership to the newest. */
  async of(contactId: number, reader: Reader = this.db): Promise<CompanyOfContact[]> {
    const memberships = (await this.membershipsOf(reader, [contactId])).get(contactId) ?? [];
    const companies = await this.companies.known(
      reader,
      memberships.map(({ companyId }) => companyId),
    );
    return memberships
      .map(({ companyId }) => companies.get(companyId))
      .filter((company) => company !== undefined)
      .map((company, index) => ({ company, isPrimary: index === 0 }));
  }

  /** Those of the companies that exist. */
  async existing(companyIds: readonly number[]): Promise<number[]> {
    return [...(await this.companies.known(this.db, companyIds)).keys()];
  }

  /** How many memberships companies have, from their counters. */
  async size(companyIds: readonly number[]): Promise<number> {
    const companies = await this.companies.known(this.db, companyIds);
    return [...companies.values()].reduce((sum, { contactsCount }) => sum + contactsCount, 0);
  }

  /**
   * Takes contacts that the caller has locked out of all companies, deleted ones included.
   * @returns how many have left each company, to be counted out at the end of the transaction.
   */
  async removeOf(tx: Tx, contactIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const left = new Map<number, number>();
    for (const memberships of (await this.membershipsOf(tx, contactIds)).values())
      for (const { companyId } of memberships) left.set(companyId, (left.get(companyId) ?? 0) + 1);
    await tx.execute('DELETE FROM contact_companies WHERE contact_id IN (:contactIds)', { contactIds });
    return left;
  }

  /** Counts contacts out of companies. Among the last statements of a transaction. */
  async countOut(tx: Tx, left: ReadonlyMap<number, number>): Promise<void> {
    await this.companies.addToCounts(tx, new Map([...left].map(([id, contacts]) => [id, -contacts])));
  }

  private async change({ contactIds, companyIds }: CompanyPairs, wish: CompanyWish): Promise<CompanyRecord[]> {
    const wanted = { contacts: [...new Set(contactIds)], companies: [...new Set(companyIds)] };
    if (wanted.contacts.length * wanted.companies.length > MAX_PAIRS)
      throw invalidParam('company_ids', `must make at most ${MAX_PAIRS} pairs with subscriber_ids`);
    return this.db.transaction(async (tx) => {
      await this.lockAndCheck(tx, wanted.contacts, wanted.companies);
      await this.apply(tx, wanted.contacts, wanted.companies, wish);
      return [...(await this.companies.known(tx, wanted.companies)).values()];
    });
  }

  /** @returns what is different, for those of the contacts for whom it makes a difference. All of them are locked. */
  private async apply(
    tx: Tx,
    contactIds: readonly number[],
    companyIds: readonly number[],
    wish: CompanyWish,
  ): Promise<ReadonlyMap<number, MembershipDifference>> {
    const memberships = await this.membershipsOf(tx, contactIds);
    const changes = new Map(contactIds.map((id) => [id, companyChange(memberships.get(id) ?? [], wish)] as const));
    await this.write(tx, changes);
    const counts = countsOf(changes.values());
    const moved = await this.companies.addToCounts(tx, counts);
    // A membership that is added now would come too late for the clean-up of a deleted company and stay for ever.
    if (
      'attach' in wish &&
      moved < counts.size &&
      (await this.companies.known(tx, companyIds)).size < companyIds.length
    )
      throw invalidParam('company_ids', 'holds one that has just been deleted');
    return new Map(
      [...changes]
        .filter(([, { added, removed }]) => added.length + removed.length > 0)
        .map(([id, { added, removed }]) => [id, { added: added.map(({ companyId }) => companyId), removed }]),
    );
  }

  private async lockAndCheck(tx: Tx, contactIds: readonly number[], companyIds: readonly number[]): Promise<void> {
    const contacts = new Set((await lockContacts<{ id: number }>(tx, contactIds, 'c.id')).map(({ id }) => id));
    const companies = await this.companies.known(tx, companyIds);
    const faults = new Faults();
    for (const [field, unknown] of [
      ['subscriber_ids', contactIds.filter((id) => !contacts.has(id))],
      ['company_ids', companyIds.filter((id) => !companies.has(id))],
    ] as const)
      if (unknown.length > 0) faults.add(field, `unknown: ${unknown.join(', ')}`);
    faults.throwIfAny();
  }

  private async write(tx: Tx, changes: ReadonlyMap<number, CompanyChange>): Promise<void> {
    const added: [number, number, boolean][] = [];
    const removed = new Map<number, number[]>();
    const promoted = new Map<number, number[]>();
    for (const [contactId, change] of changes) {
      for (const { companyId, isPrimary } of change.added) added.push([contactId, companyId, isPrimary]);
      for (const companyId of change.removed) gather(removed, companyId, contactId);
      if (change.promoted !== null) gather(promoted, change.promoted, contactId);
    }
    await tx.insertRows('contact_companies', ['contact_id', 'company_id', 'is_primary'], added);
    for (const [companyId, contactIds] of removed)
      await tx.execute('DELETE FROM contact_companies WHERE company_id = :companyId AND contact_id IN (:contactIds)', {
        companyId,
        contactIds,
      });
    for (const [companyId, contactIds] of promoted)
      await tx.execute(
        'UPDATE contact_companies SET is_primary = 1 WHERE company_id = :companyId AND contact_id IN (:contactIds)',
        { companyId, contactIds },
      );
  }

  /** By contact, without those of deleted companies; the primary first and then from the oldest to the newest. */
  private async membershipsOf(
    reader: Reader,
    contactIds: readonly number[],
  ): Promise<Map<number, CompanyMembership[]>> {
    const rows = await reader.query<{ contact_id: number; company_id: number; is_primary: number }>(
      `SELECT m.contact_id, m.company_id, m.is_primary
         FROM contact_companies m
         JOIN companies c ON c.id = m.company_id
        WHERE m.contact_id IN (:contactIds)
        ORDER BY m.contact_id, m.is_primary DESC, m.created_at, m.company_id`,
      { contactIds },
    );
    const found = new Map<number, CompanyMembership[]>();
    for (const row of rows)
      gather(found, row.contact_id, { companyId: row.company_id, isPrimary: row.is_primary === 1 });
    return found;
  }
}

/** By how much each company's number of contacts moves. */
function countsOf(changes: Iterable<CompanyChange>): Map<number, number> {
  const counts = new Map<number, number>();
  const move = (companyId: number, by: number): void => {
    counts.set(companyId, (counts.get(companyId) ?? 0) + by);
  };
  for (const { added, removed } of changes) {
    for (const { companyId } of added) move(companyId, 1);
    for (const companyId of removed) move(companyId, -1);
  }
  return counts;
}

function gather<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}
