import type { Tx } from '../database/database.js';
import type { Reader } from '../database/reader.js';
import { createMarker } from '../discovery/marker.js';

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

/**
 * A part of the product that stores personal data, for export, erasure, and merges. `npm test` fails for a table about contacts without a
 * store.
 */
export interface PersonalDataStore {
  /** Section name in the export of a contact. */
  readonly section: string;
  /** The tables that it covers. */
  readonly tables: readonly string[];
  /** Returns all data about the contact with API names. A store without it repeats data of others. */
  exportOf?(reader: Reader, person: Person): Promise<unknown>;
  /**
   * Removes all identifying data in the transaction that erases the contact. Figures stay. Call order: the contact is locked and unchanged.
   * A store without it finds the data only by address, in `sweep`.
   */
  erase?(tx: Tx, person: Person, mode: ErasureMode): Promise<void>;
  /** Repeats the erasure in the worker, after all earlier events, for work that was in flight and for rows found only by address. */
  sweep?(tx: Tx, person: Person): Promise<void>;
  /**
   * Moves the data of some contacts to another one. All of them are locked and exist. The caller updates counters of contacts, lists, and
   * tags. A store without it has no rows of single contacts, or finds them by their former ids.
   */
  merge?(tx: Tx, keepId: number, mergedIds: readonly number[]): Promise<void>;
}

/** Marks a provider of a domain module as a `PersonalDataStore` for the registry. */
export const StoresPersonalData = createMarker<PersonalDataStore>();
