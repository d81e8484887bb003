import { DiscoveryService } from '@nestjs/core';
import type { Tx } from '../database/database.js';
import type { Reader } from '../database/reader.js';

/** Somebody whom rows are about, by everything that rows know people by. */
export interface Person {
  readonly contactId: number;
  /** Normalised; that of before, where the contact has been erased meanwhile. */
  readonly email: string;
  /** Mail domains that no other contact uses, in lower case: they identify the person. Present while erasing. */
  readonly ownDomains?: ReadonlySet<string>;
}

/** What erasing leaves of the contact: nothing, or a row without a face that lists and figures go on counting. */
export const ERASURE_MODES = ['delete', 'anonymize'] as const;
export type ErasureMode = (typeof ERASURE_MODES)[number];

/**
 * A part of the product that keeps something about people. What it keeps is exported, erased and merged through this, so
 * that nobody has to know all tables: `npm test` fails for a table about contacts that no holder names.
 */
export interface PersonalDataHolder {
  /** Under which its part stands in the export of a person. */
  readonly section: string;
  /** The tables that it answers for. */
  readonly tables: readonly string[];
  /** Everything that it has about the person, in the names of the wire; null when that is nothing a person would know. */
  exportOf(reader: Reader, person: Person): Promise<unknown>;
  /**
   * Takes away whatever says who the person is, in the transaction that erases the contact. Figures stay. Call order: the
   * contact is locked and still what it was.
   */
  erase(tx: Tx, person: Person, mode: ErasureMode): Promise<void>;
  /**
   * The same once more, for what was on its way when the person was erased and for what is found by the address alone. It
   * runs in the worker, after everything that was told before has been dealt with.
   */
  sweep?(tx: Tx, person: Person): Promise<void>;
  /**
   * Makes everything of some contacts that of another. All of them are locked, and still there. Counters of contacts,
   * lists and tags are the caller's.
   */
  merge(tx: Tx, keep: Person, merged: readonly Person[]): Promise<void>;
}

/** Marks a provider of a domain module as a `PersonalDataHolder`; the registry finds it by this. */
export const HoldsPersonalData = DiscoveryService.createDecorator<undefined>();
