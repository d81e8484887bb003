import type { ValidationErrors } from '../../platform/errors/app-error.js';
import { toBoolean } from '../../platform/http/dto-fields.js';
import { isId } from '../../platform/ids/ids.js';
import { mustBeOneOf } from '../../platform/text/closest-name.js';
import { fromJson, isObject, type JsonObject } from '../../platform/values/json.js';
import * as s from '../../shapes/shape.js';
import type { ConsentEvidence } from '../contacts/consent/consent-log.js';
import { readConsent } from '../contacts/consent/read-consent.js';
import { CONTACT_STATUSES, type ContactStatus } from '../contacts/contact/contact-status.js';
import { CELL_FORMATS } from './cell-formats.js';
import { COLUMN_TARGETS } from './import-columns.js';
import { DELIMITERS } from './reading/delimiters.js';

export type RawImportOptions = Readonly<Record<string, unknown>>;

/** Adds an error of the option. @returns what a reader returns for an invalid value. */
type Fault = (reason: string) => null;

interface ImportOption<Value> {
  readonly schema: s.JsonSchema;
  /** The value of an option that is not given. */
  readonly absent: Value;
  readonly read: (value: unknown, fault: Fault, faults: ValidationErrors) => Value | null;
}

export const ON_BAD_CELL = ['skip_cell', 'skip_row'] as const;
const MAX_LABELS = 1_000;

const ids = (description: string): ImportOption<readonly number[]> => ({
  schema: s.list(s.integer(), description, { maxItems: MAX_LABELS, example: [1] }),
  absent: [],
  read: readIds,
});

const flag = (description: string): ImportOption<boolean> => ({
  schema: { ...s.flag(description), default: false },
  absent: false,
  read: readFlag,
});

/** An option that is detected by default; then its value is null. */
function detected<Value>(
  schema: s.JsonSchema,
  read: ImportOption<NonNullable<Value>>['read'],
): ImportOption<Value | null> {
  return {
    schema: { ...schema, default: 'auto' },
    absent: null,
    read: (value, ...faults) => (value === 'auto' ? null : read(value, ...faults)),
  };
}

/** Each option: its documentation, its default, and its check. Options without a file or custom fields to compare with. */
export const IMPORT_OPTIONS = {
  map: {
    schema: s.record(
      s.nullable(s.text()),
      { 'Email Address': 'email', Plan: 'custom.plan' },
      `Maps column names (in any case) to contact fields; in a form, as JSON. Allowed fields: ${COLUMN_TARGETS.join(', ')}, custom.<slug>; \`-\` or null ignores a column. Unnamed columns are ignored, too, except for the email address. Without a map, well-known names are recognized`,
    ),
    absent: null,
    read: readMap,
  } as ImportOption<JsonObject | null>,
  tags: ids('Ids of tags to add to every contact'),
  lists: ids('Ids of lists to add every contact to'),
  new_status: {
    schema: s.oneOf(
      CONTACT_STATUSES,
      'The status of new contacts whose row has none. Default: `subscribed`, or `pending` with `double_optin`',
      'subscribed',
    ),
    absent: null,
    read: oneOf(CONTACT_STATUSES),
  } as ImportOption<ContactStatus | null>,
  update: flag('Updates existing contacts; otherwise they are skipped'),
  force_update_status: flag(
    'With `update`: applies statuses from the file also to unsubscribed, bounced, and complained contacts',
  ),
  create_labels: flag('Creates tags and lists that cells name and that do not exist'),
  delimiter: detected(
    s.text('semicolon', '`auto`, `comma`, `semicolon`, `tab`, `pipe`, or the character itself'),
    readDelimiter,
  ),
  encoding: detected(
    s.text('shift_jis', '`auto` detects UTF-8, UTF-16, and Windows-1252 (Latin-1); any other encoding must be named'),
    readEncoding,
  ),
  dry_run: flag('Validates and reports what would change, without writing'),
  double_optin: flag('Contacts that would become subscribed become pending and get a confirmation email'),
  silent: flag('Suppresses webhooks and funnel triggers'),
  on_bad_cell: {
    schema: {
      ...s.oneOf(
        ON_BAD_CELL,
        'An unreadable cell of an optional column is left out, with a warning in the row, or refuses the row',
      ),
      default: 'skip_cell',
    },
    absent: 'skip_cell',
    read: oneOf(ON_BAD_CELL),
  } as ImportOption<(typeof ON_BAD_CELL)[number]>,
  date_format: detected(
    s.oneOf(
      ['auto', ...CELL_FORMATS.day],
      'How to read 01/02/1990; `auto` detects it by column, if its rows together allow one reading only',
    ),
    oneOf(CELL_FORMATS.day),
  ),
  consent: {
    schema: {
      oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }],
      description: 'How the contacts agreed, for the consent log: the text version, or `{text_version, ip, proof}`',
      examples: ['signup form, 3rd edition'],
    },
    absent: null,
    read: (value, _fault, faults) => readConsent(typeof value === 'string' ? { text_version: value } : value, faults),
  } as ImportOption<ConsentEvidence | null>,
};

type Table = typeof IMPORT_OPTIONS;
type Given = { readonly [Name in keyof Table]: Table[Name]['absent'] };

/** How contacts are written; members have their API names. */
export type WriteOptions = Omit<Given, 'map' | 'delimiter' | 'encoding' | 'new_status'> & {
  readonly new_status: ContactStatus;
};

export interface ImportOptions extends Pick<Given, 'map' | 'delimiter' | 'encoding'> {
  readonly write: WriteOptions;
}

/** @param faults gets all errors that can be found without the file and the database. */
export function readImportOptions(raw: RawImportOptions, faults: ValidationErrors): ImportOptions {
  const read = Object.entries<ImportOption<unknown>>(IMPORT_OPTIONS).map(([name, option]) => {
    const value = raw[name];
    const fault: Fault = (reason) => {
      faults.add(name, reason);
      return null;
    };
    // In a form, an empty string means that the option is not set.
    const isGiven = value !== undefined && value !== null && value !== '';
    return [name, (isGiven ? option.read(value, fault, faults) : null) ?? option.absent];
  });
  const { map, delimiter, encoding, ...write } = Object.fromEntries(read) as Given;
  const statusByDefault = write.double_optin ? 'pending' : 'subscribed';
  return { map, delimiter, encoding, write: { ...write, new_status: write.new_status ?? statusByDefault } };
}

function readFlag(value: unknown, fault: Fault): boolean | null {
  const read = toBoolean(value);
  return typeof read === 'boolean' ? read : fault('must be true or false');
}

function oneOf<Word extends string>(words: readonly Word[]): ImportOption<Word>['read'] {
  return (value, fault) =>
    words.find((known) => typeof value === 'string' && value.trim().toLowerCase() === known) ??
    fault(mustBeOneOf(words, value));
}

function readMap(value: unknown, fault: Fault): JsonObject | null {
  const map = fromJson(value, null);
  return isObject(map) ? map : fault('must be a JSON object that maps columns to fields');
}

function readIds(value: unknown, fault: Fault): readonly number[] | null {
  const items = typeof value === 'string' ? value.split(',') : value;
  const list: readonly unknown[] = Array.isArray(items) ? (items as readonly unknown[]) : [items];
  if (list.length > MAX_LABELS) return fault(`must hold at most ${MAX_LABELS} ids`);
  const read = list.map((item) => (typeof item === 'string' && /^\s*\d{1,10}\s*$/.test(item) ? Number(item) : item));
  return read.every(isId) ? [...new Set(read)] : fault('must hold ids only');
}

const DELIMITER_WORDS: Readonly<Record<string, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  '\\t': '\t',
  pipe: '|',
};

function readDelimiter(value: unknown, fault: Fault): string | null {
  const delimiter = typeof value === 'string' ? (DELIMITER_WORDS[value.trim().toLowerCase()] ?? value) : '';
  if ((DELIMITERS as readonly string[]).includes(delimiter)) return delimiter;
  return fault('must be one of: auto, comma, semicolon, tab, pipe, or the character itself');
}

function readEncoding(value: unknown, fault: Fault): string | null {
  try {
    if (typeof value === 'string') return new TextDecoder(value.trim()).encoding;
  } catch {
    // Reported below, together with other invalid values.
  }
  return fault('must be auto or the name of an encoding, such as utf-8, utf-16le, windows-1252, or shift_jis');
}
