import { SETTABLE_NAMES } from '../../contacts/contact/contact-field-catalog.js';
import { type ContactStatus, STRICT_STATUSES } from '../../contacts/contact/contact-status.js';

const NOT_FOREIGN = ['email', 'status', 'photo', 'paused_until'] as const;
export type ForeignField = Exclude<(typeof SETTABLE_NAMES)[number], (typeof NOT_FOREIGN)[number]>;

/** Contact fields that another platform may export, by their API names. */
export const FOREIGN_FIELDS = SETTABLE_NAMES.filter(
  (name): name is ForeignField => !(NOT_FOREIGN as readonly string[]).includes(name),
);

/** What a column holds; `parts` are several values in one cell, and `-` is ignored. */
export type Target = 'email' | 'status' | 'lists' | 'tags' | ForeignField | 'evidence' | 'parts' | 'custom' | '-';

/** Targets given by the user, by column title in lower case: `email`, a contact field, or `-` to ignore the column. */
export type ColumnMap = ReadonlyMap<string, string>;

/** A platform whose export files can be imported: a map of its columns, and how its cells differ from those of others. */
export interface ForeignSystem {
  readonly title: string;
  /** Column titles in lower case. Any other column is the contact field of the same name, or a custom value. */
  readonly columns: Readonly<Partial<Record<Target, readonly string[]>>>;
  /** By words in lower case. Any other word is no consent: it means `unsubscribed`. */
  readonly statuses: Readonly<Record<string, ContactStatus>>;
  /** The status word of addresses that get no email at all. */
  readonly blockedWord?: string;
  /** Names of the evidence that is the IP address of the consent, best first. */
  readonly consentIps?: readonly string[];
  /** @throws AppError rest_invalid_param if it is not known, or if this is not an export of the platform. */
  readonly leastStrict: (file: ExportHeader, atBest: ContactStatus | null) => ContactStatus;
  /** Splits a cell of `tags` or `lists`. */
  readonly titlesIn?: (text: string) => readonly string[];
  /** Splits a cell of `parts`. @param targetOf returns the target of a part by its title. */
  readonly partsOf?: (text: string, targetOf: (title: string) => Target) => Pick<ForeignContact, 'fields' | 'values'>;
}

export interface ExportHeader {
  /** The file name without its folder. */
  readonly name: string;
  /** In lower case. */
  readonly titles: ReadonlySet<string>;
  readonly hasStatus: boolean;
}

export interface ForeignContact {
  /** Unchanged from the file. */
  readonly email: string;
  readonly status: ContactStatus;
  readonly fields: Readonly<Partial<Record<ForeignField, string>>>;
  /** Other non-empty values, by column title, which may be `toString`: it has no prototype. */
  readonly values: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly lists: readonly string[];
  /** Evidence of the consent or of the opt-out; null if there is none. */
  readonly evidence: {
    /** The IP address of the consent; null after an opt-out or if invalid. */
    readonly ip: string | null;
    /** Times, addresses, and reasons, by their names in the other platform. */
    readonly facts: Readonly<Record<string, string>>;
  } | null;
  /** Whether the other platform had blocklisted the address. */
  readonly blocked: boolean;
}

const BY_STRICTNESS: readonly ContactStatus[] = ['subscribed', 'pending', ...STRICT_STATUSES];

/** Compares for sorting, the least strict first. */
export function byStrictness(one: ContactStatus, other: ContactStatus): number {
  return BY_STRICTNESS.indexOf(one) - BY_STRICTNESS.indexOf(other);
}

export function stricter(one: ContactStatus, other: ContactStatus | null): ContactStatus {
  return other !== null && byStrictness(other, one) > 0 ? other : one;
}

const MAX_TITLE_LENGTH = 190;

/** Returns the distinct titles of labels, as long as a title can be. */
export function distinctTitles(texts: readonly string[]): string[] {
  const titles = texts.map((text) => Array.from(text.trim()).slice(0, MAX_TITLE_LENGTH).join(''));
  return [...new Set(titles)].filter((title) => title !== '');
}
