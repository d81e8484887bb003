import { SETTABLE_NAMES } from '../../contacts/contact/contact-field-catalog.js';
import type { ContactStatus } from '../../contacts/contact/contact-status.js';

type NotForeign = 'email' | 'status' | 'photo' | 'paused_until';
export type ForeignField = Exclude<(typeof SETTABLE_NAMES)[number], NotForeign>;

const NOT_FOREIGN: readonly string[] = ['email', 'status', 'photo', 'paused_until'] satisfies NotForeign[];

/** Contact fields that another platform may export, by their API names. */
export const FOREIGN_FIELDS = SETTABLE_NAMES.filter((name): name is ForeignField => !NOT_FOREIGN.includes(name));

/** A contact of another platform, before it is converted. */
export interface ForeignContact {
  /** Unchanged from the file. */
  readonly email: string;
  readonly status: ContactStatus;
  readonly fields: Readonly<Partial<Record<ForeignField, string>>>;
  /** Other non-empty values, by column title. */
  readonly values: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly lists: readonly string[];
  /** Evidence of the consent or of the opt-out; null if there is none. */
  readonly evidence: ForeignEvidence | null;
  /** Whether the other platform had blocklisted the address. */
  readonly blocked: boolean;
}

export interface ForeignEvidence {
  /** The IP address of the consent; null after an opt-out or if invalid. */
  readonly ip: string | null;
  /** Times, addresses, and reasons, by their names in the other platform. */
  readonly facts: Readonly<Record<string, string>>;
}

/** An opened export file. */
export interface ForeignFile {
  readonly ignored: readonly string[];
  /** The least strict status in this file; files are read in this order. */
  readonly best: ContactStatus;
  /** @param cells of one record; missing ones are empty. */
  read(cells: readonly string[]): ForeignContact;
}

export interface OpeningOptions {
  /** Targets of columns that the platform's defaults do not cover, by column title. */
  readonly map: ColumnMap;
  /** The least strict status that a contact can get; null leaves it to the file. */
  readonly atBest: ContactStatus | null;
}

/** Targets given by the user: `email`, a contact field, or `-` to ignore the column. */
export type ColumnMap = ReadonlyMap<string, string>;

/** A platform whose export files can be imported. */
export interface ForeignSystem {
  /** The display name. */
  readonly title: string;
  /**
   * @param name the file name without its folder.
   * @throws AppError rest_invalid_param if it is not an export of this platform.
   */
  open(name: string, header: readonly string[], options: OpeningOptions): ForeignFile;
}
