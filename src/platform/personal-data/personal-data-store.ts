import type { Tx, Reader } from '../database/database.js';
import { createMarker, providersWith } from '../discovery/marker.js';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

/** A contact with all identifiers that rows may use. */
export interface Person {
  readonly contactId: number;
  /** Normalized; the former address if the contact has been erased. */
  readonly email: string;
  /** Mail domains that no other contact uses, in lower case: they identify the contact. Set while erasing. */
  readonly ownDomains?: ReadonlySet<string>;
}

/** Whether erasing leaves no row or an anonymized row that lists and figures still count. */
export const ERASURE_MODES = ['delete', 'anonymize'] as const;
export type ErasureMode = (typeof ERASURE_MODES)[number];

/** A part of the product that stores personal data. `npm test` fails for a table about contacts without a store. */
export interface PersonalDataStore {
  /** Section name in the export of a contact. */
  readonly section: string;
  /** The tables that it covers. */
  readonly tables: readonly string[];
  /** Returns all data about the contact with API names. A store without it repeats data of others. */
  exportOf?(reader: Reader, person: Person): Promise<unknown>;
  /** Removes identifying data of a locked, unchanged contact; figures stay. A store without it finds the data only in `sweep`. */
  erase?(tx: Tx, person: Person, mode: ErasureMode): Promise<void>;
  /** Repeats the erasure in the worker, after all earlier events, for work that was in flight and for rows found only by address. */
  sweep?(tx: Tx, person: Person): Promise<void>;
  /** Detaches opens and clicks from the contact, after all earlier events. Totals of campaigns, links, and days stay. */
  forgetTracking?(tx: Tx, contactId: number): Promise<void>;
  /** Moves the data of locked contacts to another one, but no counters. A store without it finds rows by their former ids. */
  merge?(tx: Tx, keepId: number, mergedIds: readonly number[]): Promise<void>;
}

/** Marks a provider of a domain module as a `PersonalDataStore` for the registry. */
export const StoresPersonalData = createMarker<PersonalDataStore>();

/** The order in which all transactions lock the sections. `counted_reasons` finds reasons in emails that still have them. */
const ORDER = [
  ...['audit_log', 'commerce', 'contact', 'counted_reasons', 'single_emails', 'emails', 'events', 'funnels', 'reports'],
  ...['scheduled_reports', 'segments', 'staff_notifications', 'stored_answers', 'webhooks'],
];

@Injectable()
export class PersonalDataRegistry implements OnApplicationBootstrap {
  private found: readonly PersonalDataStore[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  onApplicationBootstrap(): void {
    const stores = providersWith(StoresPersonalData, this.discovery);
    const missing = stores.find(({ section }) => !ORDER.includes(section));
    if (missing) throw new Error(`the personal data store ${missing.section} has no place in the order of stores`);
    this.found = stores.sort((a, b) => ORDER.indexOf(a.section) - ORDER.indexOf(b.section));
  }

  /** In the lock order. */
  get stores(): readonly PersonalDataStore[] {
    return this.found;
  }
}
