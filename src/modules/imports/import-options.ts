import type { ValidationErrors } from '../../platform/errors/validation-errors.js';
import { toBoolean } from '../../platform/http/dto-fields.js';
import type { ConsentEvidence } from '../contacts/consent/consent-log.js';
import { readConsent } from '../contacts/consent/read-consent.js';
import { CONTACT_STATUSES, type ContactStatus } from '../contacts/contact/contact-status.js';
import { CELL_FORMATS } from './cell-formats.js';
import { DELIMITERS } from './reading/delimiters.js';
import { mustBeOneOf } from '../../platform/text/closest-name.js';
import { isId } from '../../platform/ids/ids.js';
import { fromJson, isObject } from '../../platform/values/json.js';

/** The options as received from a form, JSON, or the command line. */
export type RawImportOptions = Readonly<Record<string, unknown>>;

/** How contacts are written; members have their API names. */
export interface WriteOptions {
  /** Added to every contact. */
  readonly tags: readonly number[];
  readonly lists: readonly number[];
  readonly new_status: ContactStatus;
  /** Whether existing contacts are updated instead of skipped. */
  readonly update: boolean;
  readonly force_update_status: boolean;
  /** Whether missing tags and lists are created. */
  readonly create_labels: boolean;
  readonly dry_run: boolean;
  readonly double_optin: boolean;
  readonly silent: boolean;
  /** How all contacts agreed. */
  readonly consent: ConsentEvidence | null;
  /** Whether an unreadable cell of an optional column leaves out the cell or refuses the row. */
  readonly on_bad_cell?: (typeof ON_BAD_CELL)[number];
  /** The format of dates such as 01/02/1990; null to detect it by column. */
  readonly date_format?: (typeof CELL_FORMATS.day)[number] | null;
}

export const ON_BAD_CELL = ['skip_cell', 'skip_row'] as const;

export interface ImportOptions {
  readonly write: WriteOptions;
  /** Fields by column name; null to recognize well-known names. */
  readonly map: Readonly<Record<string, unknown>> | null;
  /** Null to detect it. */
  readonly delimiter: string | null;
  readonly encoding: string | null;
}

const DELIMITER_WORDS: Readonly<Record<string, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  '\\t': '\t',
  pipe: '|',
};
const MAX_LABELS = 1_000;
/** @param faults gets all errors that can be found without the file and the database. */
export function readImportOptions(raw: RawImportOptions, faults: ValidationErrors): ImportOptions {
  const flag = (name: string): boolean => readFlag(raw[name], name, faults);
  const doubleOptIn = flag('double_optin');
  const map = readMap(raw['map'], faults);
  const write = {
    tags: readIds(raw['tags'], 'tags', faults),
    lists: readIds(raw['lists'], 'lists', faults),
    new_status:
      readWord(raw['new_status'], 'new_status', CONTACT_STATUSES, faults) ?? (doubleOptIn ? 'pending' : 'subscribed'),
    update: flag('update'),
    force_update_status: flag('force_update_status'),
    create_labels: flag('create_labels'),
    dry_run: flag('dry_run'),
    double_optin: doubleOptIn,
    silent: flag('silent'),
    on_bad_cell: readWord(raw['on_bad_cell'], 'on_bad_cell', ON_BAD_CELL, faults) ?? 'skip_cell',
    date_format:
      raw['date_format'] === 'auto' ? null : readWord(raw['date_format'], 'date_format', CELL_FORMATS.day, faults),
  };
  const delimiter = readDelimiter(raw['delimiter'], faults);
  const encoding = readEncoding(raw['encoding'], faults);
  const consent = isNothing(raw['consent']) ? null : readConsent(consentOf(raw['consent']), faults);
  return { map, write: { ...write, consent }, delimiter, encoding };
}

/** In a form, an empty string means that the option is not set. */
const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** A string is the version of the consent text. */
const consentOf = (value: unknown): unknown => (typeof value === 'string' ? { text_version: value } : value);

function readFlag(value: unknown, name: string, faults: ValidationErrors): boolean {
  if (isNothing(value)) return false;
  const read = toBoolean(value);
  if (typeof read === 'boolean') return read;
  faults.add(name, 'must be true or false');
  return false;
}

function readWord<Word extends string>(
  value: unknown,
  name: string,
  words: readonly Word[],
  faults: ValidationErrors,
): Word | null {
  if (isNothing(value)) return null;
  const word = words.find((known) => typeof value === 'string' && value.trim().toLowerCase() === known);
  if (word === undefined) faults.add(name, mustBeOneOf(words, value));
  return word ?? null;
}

function readMap(value: unknown, faults: ValidationErrors): ImportOptions['map'] {
  if (isNothing(value)) return null;
  const map = fromJson(value, null);
  if (isObject(map)) return map;
  faults.add('map', 'must be a JSON object that maps columns to fields');
  return null;
}

function readIds(value: unknown, name: string, faults: ValidationErrors): readonly number[] {
  if (isNothing(value)) return [];
  const items = typeof value === 'string' ? value.split(',') : value;
  const list: readonly unknown[] = Array.isArray(items) ? (items as readonly unknown[]) : [items];
  if (list.length > MAX_LABELS) {
    faults.add(name, `must hold at most ${MAX_LABELS} ids`);
    return [];
  }
  const ids = list.map((item) => (typeof item === 'string' && /^\s*\d{1,10}\s*$/.test(item) ? Number(item) : item));
  if (ids.every((id) => isId(id))) return [...new Set(ids as readonly number[])];
  faults.add(name, 'must hold ids only');
  return [];
}

function readDelimiter(value: unknown, faults: ValidationErrors): string | null {
  if (isNothing(value) || value === 'auto') return null;
  const delimiter = typeof value === 'string' ? (DELIMITER_WORDS[value.trim().toLowerCase()] ?? value) : '';
  if ((DELIMITERS as readonly string[]).includes(delimiter)) return delimiter;
  faults.add('delimiter', 'must be one of: auto, comma, semicolon, tab, pipe, or the character itself');
  return null;
}

function readEncoding(value: unknown, faults: ValidationErrors): string | null {
  if (isNothing(value) || value === 'auto') return null;
  try {
    if (typeof value === 'string') return new TextDecoder(value.trim()).encoding;
  } catch {
    // Reported below, together with other invalid values.
  }
  faults.add(
    'encoding',
    'must be auto or the name of an encoding, such as utf-8, utf-16le, windows-1252, or shift_jis',
  );
  return null;
}
