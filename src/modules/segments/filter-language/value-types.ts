import { dayFault, isCalendarDay, parseTimestamp, sqlTimestamp } from '../../../platform/clock/timestamps.js';
import { countryCode } from '../../../platform/countries/countries.js';
import { normalizedEmail } from '../../../platform/text/email-address.js';
import type { Operator } from './filter.js';
import { mustBeOneOf } from '../../../platform/text/closest-name.js';
import { fault, type Read, readFilledText, readId } from '../../../platform/values/read-value.js';

/** The type of a field; it determines the operators and the validation of values. */
export type ValueType =
  | { readonly type: PlainType }
  /** One of the choices, or (`options`) several. */
  | { readonly type: 'choice' | 'options'; readonly choices: readonly string[] };

type PlainType =
  | 'text'
  | 'email'
  | 'hash'
  | 'country'
  | 'number'
  | 'date'
  | 'moment'
  /** Members of a set, such as the tags of a contact. */
  | 'ids'
  /** Campaigns; contacts receive their emails but are no members. */
  | 'campaigns'
  /** Purchased products, by the ids of the shop. */
  | 'products'
  /** The number of occurrences and the time of the last one. */
  | 'occurrences';

export type TypeName = ValueType['type'];
export type Scalar = string | number;

const ABSENCE = ['is_null', 'not_null'] as const;
const WORDS = ['=', '!=', 'in', 'not_in'] as const;
const TEXTS = ['=', '!=', 'contains', 'not_contains', 'starts_with', 'in', 'not_in'] as const;
const SETS = ['contains', 'not_contains', 'in', 'not_in', 'in_all'] as const;
const NUMBERS = ['=', '!=', 'in', 'not_in', '>', '<', 'between'] as const;
const LAST_TIME = ['before', 'after', 'within_days', 'not_within_days'] as const;
const WITHIN = ['within_days', 'not_within_days', 'within_next_days', 'not_within_next_days'] as const;
const DATES = ['=', '!=', '>', '<', 'before', 'after', 'between', ...WITHIN] as const;

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

/** The type that an operator tests: of occurrences their number or the last time. */
export function operandType(type: TypeName, operator: Operator): TypeName {
  if (type !== 'occurrences') return type;
  return (LAST_TIME as readonly Operator[]).includes(operator) ? 'moment' : 'number';
}

const MAX_TEXT = 2_048;
const MAX_PRODUCT_ID = 190;
/** The format of custom values of type number. */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
/** The range of DATETIME, less one year: the end of the last day must fit too. */
const [FIRST_MOMENT, LAST_MOMENT] = ['1000-01-01', '9999-01-01'];

function readText(value: unknown): Read<string> {
  return typeof value === 'string' ? readFilledText(value, MAX_TEXT) : fault('must be text');
}

function readNumber(value: unknown): Read<number> {
  const number = typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return fault('must be a number');
  // Converts -0 to 0, because JSON has one zero.
  return { value: number === 0 ? 0 : number };
}

/** Accepts numbers, because many shops number their products. */
function readProduct(value: unknown): Read<string> {
  const text = readText(typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value);
  return 'fault' in text ? text : readFilledText(text.value, MAX_PRODUCT_ID);
}

function readDate(value: unknown): Read<string> {
  const text = typeof value === 'string' ? value.trim() : '';
  return isCalendarDay(text) ? { value: text } : fault(dayFault(text, 'must be a date as YYYY-MM-DD'));
}

/** A day is not converted to a time: it means the whole day. */
function readMoment(value: unknown): Read<string> {
  const text = typeof value === 'string' ? value.trim() : '';
  const moment = parseTimestamp(text);
  if (!moment) return fault(dayFault(text, 'must be a date or a time as YYYY-MM-DD HH:MM:SS'));
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

const READERS: Readonly<Record<PlainType, (value: unknown) => Read<Scalar>>> = {
  text: readText,
  email: (value) => mapped(value, '', (text) => normalizedEmail(text) ?? text.toLowerCase()),
  hash: (value) =>
    mapped(value, 'must be 32 hexadecimal digits', (text) =>
      /^[0-9a-f]{32}$/i.test(text) ? text.toLowerCase() : null,
    ),
  country: (value) => mapped(value, 'must be a country code or the name of a country', countryCode),
  number: readNumber,
  occurrences: readNumber,
  date: readDate,
  moment: readMoment,
  ids: (value) => readId(value),
  campaigns: (value) => readId(value),
  products: readProduct,
};

/** Reads one value. @param strict whether a choice must currently exist; a stored rule may name a former one. */
export function readOne(type: ValueType, value: unknown, strict: boolean): Read<Scalar> {
  if (!('choices' in type)) return READERS[type.type](value);
  const text = readText(value);
  if ('fault' in text || !strict || type.choices.includes(text.value)) return text;
  return fault(mustBeOneOf(type.choices, value));
}
