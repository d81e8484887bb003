import { gather } from '../../../platform/values/collections.js';
import { Injectable } from '@nestjs/common';
import { Database, type Tx, type Reader } from '../../../platform/database/database.js';
import { invalidParam, ValidationErrors } from '../../../platform/errors/app-error.js';
import { CompaniesService, type CompanyRecord } from '../../companies/companies.service.js';
import { isContactRace, lockContacts, MAX_CONTACT_RACES, retryOnDeletion } from '../contact/contact-locks.js';
import {
  type CompanyChange,
  companyChange,
  type CompanyCounts,
  type CompanyMembership,
  countMember,
  type MembershipDifference,
} from './membership-change.js';

export interface CompanyPairs {
  readonly contactIds: readonly number[];
  /** The first one becomes primary for contacts without companies. */
  readonly companyIds: readonly number[];
}

export interface CompanyOfContact {
  readonly company: CompanyRecord;
  readonly isPrimary: boolean;
}

/** Limits how long one transaction blocks other writers. */
const MAX_PAIRS = 10_000;
/** Manages the companies of contacts. Lock order: contacts by id, then memberships, and company counters last. */
@Injectable()
export class CompanyMemberships {
  constructor(
    private readonly db: Database,
    private readonly companies: CompaniesService,
  ) {}

  /** Attaches every contact to every company. @returns the given companies with their new counters. */
  async attach(pairs: CompanyPairs): Promise<CompanyRecord[]> {
    return this.change(pairs, 'attach');
  }

  /** Detaches every contact from every company; the oldest remaining company becomes primary. @returns as `attach`. */
  async detach(pairs: CompanyPairs): Promise<CompanyRecord[]> {
    return this.change(pairs, 'detach');
  }

  /**
   * Attaches existing contacts to existing companies, or detaches them. Call near the end of the transaction (takes counter locks).
   * @returns the differences of the contacts that changed, and the companies that do not exist.
   */
  async changeIn(
    tx: Tx,
    { contactIds, companyIds }: CompanyPairs,
    operation: 'attach' | 'detach',
  ): Promise<{ readonly differences: ReadonlyMap<number, MembershipDifference>; readonly missing: readonly number[] }> {
    const contacts = (await lockContacts<{ id: number }>(tx, contactIds, 'c.id')).map(({ id }) => id);
    return retryOnDeletion(tx, async () => {
      const known = await this.companies.known(tx, companyIds);
      const present = [...new Set(companyIds)].filter((id) => known.has(id));
      const differences = await this.apply(tx, contacts, present, operation);
      return { differences, missing: companyIds.filter((id) => !known.has(id)) };
    });
  }

  /** Returns the companies of a contact, the primary first, then by membership from oldest to newest. */
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

  async existing(companyIds: readonly number[]): Promise<number[]> {
    return [...(await this.companies.known(this.db, companyIds)).keys()];
  }

  /** Removes locked contacts from all companies, including deleted ones. */
  async removeOf(tx: Tx, contactIds: readonly number[]): Promise<void> {
    const counts: CompanyCounts = new Map();
    for (const [contactId, memberships] of await this.membershipsOf(tx, contactIds))
      for (const { companyId } of memberships) countMember(counts, companyId, -contactId);
    this.countLater(tx, counts);
    await tx.execute(
      'DELETE FROM contact_companies WHERE contact_id IN (:contactIds)',
      { contactIds },
      { ids: contactIds },
    );
  }

  /** Changes the counters at the end of the transaction. */
  countLater(tx: Tx, counts: CompanyCounts): void {
    tx.defer(this.count, counts);
  }

  private readonly count = async (tx: Tx, all: readonly CompanyCounts[]): Promise<void> => {
    const sum: CompanyCounts = new Map();
    for (const [companyId, { total, members }] of all.flatMap((counts) => [...counts])) {
      const before = sum.get(companyId);
      sum.set(companyId, { total: (before?.total ?? 0) + total, members: [...(before?.members ?? []), ...members] });
    }
    await this.companies.addToCounts(tx, sum);
  };

  private async change(
    { contactIds, companyIds }: CompanyPairs,
    operation: 'attach' | 'detach',
  ): Promise<CompanyRecord[]> {
    const wanted = { contacts: [...new Set(contactIds)], companies: [...new Set(companyIds)] };
    if (wanted.contacts.length * wanted.companies.length > MAX_PAIRS)
      throw invalidParam('company_ids', `must make at most ${MAX_PAIRS} pairs with subscriber_ids`);
    return this.db.racingTransaction(MAX_CONTACT_RACES, isContactRace, async (tx) => {
      await this.lockAndCheck(tx, wanted.contacts, wanted.companies);
      await this.apply(tx, wanted.contacts, wanted.companies, operation);
      return [...(await this.companies.known(tx, wanted.companies)).values()];
    });
  }

  /** @returns the changes of the contacts that differ. All contacts must be locked. */
  private async apply(
    tx: Tx,
    contactIds: readonly number[],
    companyIds: readonly number[],
    operation: 'attach' | 'detach',
  ): Promise<ReadonlyMap<number, MembershipDifference>> {
    const request = operation === 'attach' ? { attach: companyIds } : { detach: companyIds };
    const memberships = await this.membershipsOf(tx, contactIds);
    const changes = new Map(contactIds.map((id) => [id, companyChange(memberships.get(id) ?? [], request)] as const));
    await this.write(tx, changes);
    const counts = countsOf(changes);
    const moved = await this.companies.addToCounts(tx, counts);
    // The cleanup of a deleted company has already run, so a membership added now would stay forever.
    if (
      operation === 'attach' &&
      moved < counts.size &&
      (await this.companies.known(tx, companyIds)).size < companyIds.length
    )
      throw invalidParam('company_ids', 'contains an id that has just been deleted');
    return new Map(
      [...changes]
        .filter(([, { added, removed }]) => added.length + removed.length > 0)
        .map(([id, { added, removed }]) => [id, { added: added.map(({ companyId }) => companyId), removed }]),
    );
  }

  private async lockAndCheck(tx: Tx, contactIds: readonly number[], companyIds: readonly number[]): Promise<void> {
    const contacts = new Set((await lockContacts<{ id: number }>(tx, contactIds, 'c.id')).map(({ id }) => id));
    const companies = await this.companies.known(tx, companyIds);
    const faults = new ValidationErrors();
    for (const [field, unknown] of [
      ['subscriber_ids', contactIds.filter((id) => !contacts.has(id))],
      ['company_ids', companyIds.filter((id) => !companies.has(id))],
    ] as const)
      faults.addUnknown(field, unknown);
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
    await tx.insertRows('contact_companies', ['contact_id', 'company_id', 'is_primary'], added, {
      idColumn: 'contact_id',
    });
    for (const [companyId, contactIds] of removed)
      await tx.execute(
        'DELETE FROM contact_companies WHERE company_id = :companyId AND contact_id IN (:contactIds)',
        { companyId, contactIds },
        { ids: contactIds },
      );
    for (const [companyId, contactIds] of promoted)
      await tx.execute(
        'UPDATE contact_companies SET is_primary = 1 WHERE company_id = :companyId AND contact_id IN (:contactIds)',
        { companyId, contactIds },
        { ids: contactIds },
      );
  }

  /** Returns memberships by contact, without deleted companies; the primary first, then from oldest to newest. */
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

function countsOf(changes: ReadonlyMap<number, CompanyChange>): CompanyCounts {
  const counts: CompanyCounts = new Map();
  for (const [contactId, { added, removed }] of changes) {
    for (const { companyId } of added) countMember(counts, companyId, contactId);
    for (const companyId of removed) countMember(counts, companyId, -contactId);
  }
  return counts;
}
