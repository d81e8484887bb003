import type { Faults } from '../../platform/errors/faults.js';
import { toBoolean } from '../../platform/http/dto-fields.js';
import type { ConsentEvidence } from '../contacts/consent/consent-log.js';
import { readConsent } from '../contacts/consent/read-consent.js';
import { CONTACT_STATUSES, type ContactStatus } from '../contacts/contact-status.js';
import { DELIMITERS } from './reading/delimiters.js';

/** The options as they came in, from a form, from JSON or from the command line. */
export type RawImportOptions = Readonly<Record<string, unknown>>;

export interface ImportOptions {
  /** What the columns are, by their names; null when they are to be recognised. */
  readonly map: Readonly<Record<string, unknown>> | null;
  /** Which every contact gets. */
  readonly tags: readonly number[];
  readonly lists: readonly number[];
  readonly newStatus: ContactStatus;
  /** Whether contacts that exist are changed; they are passed over otherwise. */
  readonly update: boolean;
  readonly forceUpdateStatus: boolean;
  /** Whether tags and lists that the cells name are made where they do not exist. */
  readonly createLabels: boolean;
  readonly dryRun: boolean;
  readonly doubleOptIn: boolean;
  readonly silent: boolean;
  /** Null when it is to be found out. */
  readonly delimiter: string | null;
  readonly encoding: string | null;
  /** How all these people agreed. */
  readonly consent: ConsentEvidence | null;
}

const DELIMITER_WORDS: Readonly<Record<string, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  '\\t': '\t',
  pipe: '|',
};
const MAX_LABELS = 1_000;
const MAX_ID = 4_294_967_295;

/** @param faults gets everything that is wrong, but what it takes the file and the database to know. */
export function readImportOptions(raw: RawImportOptions, faults: Faults): ImportOptions {
  const flag = (name: string): boolean => readFlag(raw[name], name, faults);
  const doubleOptIn = flag('double_optin');
  return {
    map: readMap(raw['map'], faults),
    tags: readIds(raw['tags'], 'tags', faults),
    lists: readIds(raw['lists'], 'lists', faults),
    newStatus: readStatus(raw['new_status'], faults) ?? (doubleOptIn ? 'pending' : 'subscribed'),
    update: flag('update'),
    forceUpdateStatus: flag('force_update_status'),
    createLabels: flag('create_labels'),
    dryRun: flag('dry_run'),
    doubleOptIn,
    silent: flag('silent'),
    delimiter: readDelimiter(raw['delimiter'], faults),
    encoding: readEncoding(raw['encoding'], faults),
    consent: isNothing(raw['consent']) ? null : readConsent(consentOf(raw['consent']), faults),
  };
}

/** A form has no other way of saying nothing. */
const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** A text is the wording that people have agreed to. */
const consentOf = (value: unknown): unknown => (typeof value === 'string' ? { text_version: value } : value);

function readFlag(value: unknown, name: string, faults: Faults): boolean {
  if (isNothing(value)) return false;
  const read = toBoolean(value);
  if (typeof read === 'boolean') return read;
  faults.add(name, 'must be true or false');
  return false;
}

function readStatus(value: unknown, faults: Faults): ContactStatus | null {
  if (isNothing(value)) return null;
  const status = CONTACT_STATUSES.find((known) => typeof value === 'string' && value.trim().toLowerCase() === known);
  if (status === undefined) faults.add('new_status', `must be one of: ${CONTACT_STATUSES.join(', ')}`);
  return status ?? null;
}

function readMap(value: unknown, faults: Faults): ImportOptions['map'] {
  if (isNothing(value)) return null;
  const map = typeof value === 'string' ? parsed(value) : value;
  if (typeof map === 'object' && map !== null && !Array.isArray(map)) return map as Readonly<Record<string, unknown>>;
  faults.add('map', 'must be a JSON object of columns and what they hold');
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function readIds(value: unknown, name: string, faults: Faults): readonly number[] {
  if (isNothing(value)) return [];
  const items = typeof value === 'string' ? value.split(',') : value;
  const list: readonly unknown[] = Array.isArray(items) ? (items as readonly unknown[]) : [items];
  if (list.length > MAX_LABELS) {
    faults.add(name, `must hold at most ${MAX_LABELS} ids`);
    return [];
  }
  const ids = list.map((item) => (typeof item === 'string' && /^\s*\d{1,10}\s*$/.test(item) ? Number(item) : item));
  if (ids.every((id) => typeof id === 'number' && Number.isInteger(id) && id >= 1 && id <= MAX_ID))
    return [...new Set(ids as readonly number[])];
  faults.add(name, 'must hold ids only');
  return [];
}

function readDelimiter(value: unknown, faults: Faults): string | null {
  if (isNothing(value) || value === 'auto') return null;
  const delimiter = typeof value === 'string' ? (DELIMITER_WORDS[value.trim().toLowerCase()] ?? value) : '';
  if ((DELIMITERS as readonly string[]).includes(delimiter)) return delimiter;
  faults.add('delimiter', 'must be one of: auto, comma, semicolon, tab, pipe, or the character itself');
  return null;
}

function readEncoding(value: unknown, faults: Faults): string | null {
  if (isNothing(value) || value === 'auto') return null;
  try {
    if (typeof value === 'string') return new TextDecoder(value.trim()).encoding;
  } catch {
    // Told below, as for everything else that is no name of one.
  }
  faults.add('encoding', 'must be auto or the name of an encoding, such as utf-8, utf-16le, windows-1252, shift_jis');
  return null;
}
