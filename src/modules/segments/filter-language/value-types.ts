import { isCalendarDay } from '../../../platform/clock/calendar-day.js';
import { parseTimestamp, sqlTimestamp } from '../../../platform/clock/timestamps.js';
import { countryCode } from '../../../platform/countries/countries.js';
import type { Operator } from './filter.js';

/** What kind of value a field has; it decides which operators fit and how a value is read. */
export type ValueType =
  | { readonly type: PlainType }
  /** One of a few words, or (`options`) several of them. */
  | { readonly type: 'choice' | 'options'; readonly choices: readonly string[] };

type PlainType =
  | 'text'
  | 'email'
  | 'hash'
  | 'country'
  | 'number'
  | 'date'
  | 'moment'
  /** The members of a set, such as the tags of a contact. */
  | 'ids'
  /** The same of campaigns, of which a mail is sent and no contact is a member. */
  | 'campaigns'
  /** What was bought, by the ids that the shop gave it. */
  | 'products'
  /** How often something happened, and when last: a number and a moment in one. */
  | 'occurrences';

export type TypeName = ValueType['type'];
export type Scalar = string | number;
export type Read<Value> = { readonly value: Value } | { readonly fault: string };

const ABSENCE = ['is_null', 'not_null'] as const;
const WORDS = ['=', '!=', 'in', 'not_in'] as const;
const TEXTS = ['=', '!=', 'contains', 'not_contains', 'starts_with', 'in', 'not_in'] as const;
const SETS = ['contains', 'not_contains', 'in', 'not_in', 'in_all'] as const;
const NUMBERS = ['=', '!=', 'in', 'not_in', '>', '<', 'between'] as const;
const DATES = ['=', '!=', '>', '<', 'before', 'after', 'between', 'within_days', 'not_within_days'] as const;
const LAST_TIME = ['before', 'after', 'within_days', 'not_within_days'] as const;

export const OPERATORS_OF: Readonly<Record<TypeName, readonly Operator[]>> = {
  text: [...TEXTS, ...ABSENCE],
  email: [...TEXTS, ...ABSENCE],
  hash: [...WORDS, ...ABSENCE],
  country: [...WORDS, ...ABSENCE],
  choice: [...WORDS, ...ABSENCE],
  options: [...SETS, ...ABSENCE],
  ids: [...SETS, ...ABSENCE],
  campaigns: [...WORDS, 'in_all', ...ABSENCE],
  products: [...WORDS, 'in_all', ...ABSENCE],
  number: [...NUMBERS, ...ABSENCE],
  date: [...DATES, ...ABSENCE],
  moment: [...DATES, ...ABSENCE],
  occurrences: [...NUMBERS, ...LAST_TIME, ...ABSENCE],
};

/** What an operator looks at: of occurrences their number, or the last of them. */
export function typeSeenBy(type: TypeName, operator: Operator): TypeName {
  if (type !== 'occurrences') return type;
  return (LAST_TIME as readonly Operator[]).includes(operator) ? 'moment' : 'number';
}

const MAX_TEXT = 2_048;
const MAX_ID = 4_294_967_295;
/** As long as what a shop may call a product. */
const MAX_PRODUCT_ID = 190;
/** As custom values of type number may be written. */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
/** Where DATETIME begins, and a year before it ends: the end of a last day has to fit too. */
const [FIRST_MOMENT, LAST_MOMENT] = ['1000-01-01', '9999-01-01'];

const fault = (reason: string): Read<never> => ({ fault: reason });

function readText(value: unknown): Read<string> {
  if (typeof value !== 'string') return fault('must be text');
  const text = value.trim();
  if (text === '') return fault('must not be empty');
  return Array.from(text).length > MAX_TEXT ? fault(`must be at most ${MAX_TEXT} characters long`) : { value: text };
}

function readNumber(value: unknown): Read<number> {
  const number = typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return fault('must be a number');
  // JSON has one zero.
  return { value: number === 0 ? 0 : number };
}

function readId(value: unknown): Read<number> {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isInteger(id) && id >= 1 && id <= MAX_ID
    ? { value: id }
    : fault('must be an id');
}

/** Many shops number their products. */
function readProduct(value: unknown): Read<string> {
  const text = readText(typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value);
  if ('fault' in text || Array.from(text.value).length <= MAX_PRODUCT_ID) return text;
  return fault(`must be at most ${MAX_PRODUCT_ID} characters long`);
}

function readDate(value: unknown): Read<string> {
  const text = typeof value === 'string' ? value.trim() : '';
  return isCalendarDay(text) ? { value: text } : fault('must be a date as YYYY-MM-DD');
}

/** A day stays a day: it means all of it. */
function readMoment(value: unknown): Read<string> {
  const text = typeof value === 'string' ? value.trim() : '';
  const moment = parseTimestamp(text);
  if (!moment) return fault('must be a date or a time as YYYY-MM-DD HH:MM:SS');
  const read = isCalendarDay(text) ? text : sqlTimestamp(moment);
  return read >= FIRST_MOMENT && read < LAST_MOMENT
    ? { value: read }
    : fault('must be between the years 1000 and 9998');
}

function mapped(value: unknown, reason: string, convert: (text: string) => string | null): Read<string> {
  const text = readText(value);
  if ('fault' in text) return text;
  const converted = convert(text.value);
  return converted === null ? fault(reason) : { value: converted };
}

/**
 * One value for a field.
 * @param strict whether a choice has to be offered today; a stored rule may name one that has been taken away since.
 */
export function readOne(type: ValueType, value: unknown, strict: boolean): Read<Scalar> {
  switch (type.type) {
    case 'text':
      return readText(value);
    case 'email':
      return mapped(value, '', (text) => text.toLowerCase());
    case 'hash':
      return mapped(value, 'must be 32 hexadecimal digits', (text) =>
        /^[0-9a-f]{32}$/i.test(text) ? text.toLowerCase() : null,
      );
    case 'country':
      return mapped(value, 'must be a country code or the name of a country', countryCode);
    case 'choice':
    case 'options':
      return mapped(value, `must be one of: ${type.choices.join(', ')}`, (text) =>
        !strict || type.choices.includes(text) ? text : null,
      );
    case 'number':
    case 'occurrences':
      return readNumber(value);
    case 'date':
      return readDate(value);
    case 'moment':
      return readMoment(value);
    case 'ids':
    case 'campaigns':
      return readId(value);
    case 'products':
      return readProduct(value);
  }
}
