import type { ValidationErrors } from '../../../platform/errors/app-error.js';
import { type Place, type Vocabulary, fieldOf } from './fields.js';
import {
  type FilterRow,
  type FilterValue,
  MAX_GROUPS,
  MAX_ROWS,
  MAX_VALUES,
  NEGATIVE,
  OPERATORS,
  type Operator,
  type PositiveOperator,
} from './filter.js';
import { OPERATORS_OF, type Scalar, type TypeName, type ValueType, readOne, operandType } from './value-types.js';
import { accepted, fault, type Read, readWord } from '../../../platform/values/read-value.js';
import { isObject } from '../../../platform/values/json.js';
import { oneOfRule } from '../../../platform/text/closest-name.js';

export interface Bound {
  readonly value: Scalar | Date;
  readonly included: boolean;
}

export type Test =
  | { readonly kind: 'present' }
  | { readonly kind: 'one_of' | 'all_of'; readonly values: readonly Scalar[] }
  | { readonly kind: 'contains' | 'starts_with'; readonly text: string }
  | { readonly kind: 'range'; readonly low?: Bound; readonly high?: Bound }
  /** Days before (negative) and after the time of the query. */
  | { readonly kind: 'relative'; readonly from: number; readonly to: number };

export interface ReadRow {
  /** The normalized row, without unknown members, as it is stored and returned. */
  readonly row: FilterRow;
  readonly place: Place;
  readonly type: TypeName;
  readonly test: Test;
  /** Whether the row matches exactly where the test does not. */
  readonly negated: boolean;
}

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;
const MAX_DAYS = 36_500;

/**
 * Validates a rule and adds all errors to `faults`.
 * @param path the API name of the rule; errors are named by position (`filters.0.1.operator`).
 * @param strict true for a new rule. A stored rule may name options that were removed since.
 */
export function readFilters(
  input: unknown,
  path: string,
  vocabulary: Vocabulary,
  faults: ValidationErrors,
  strict = true,
): ReadRow[][] {
  if (!Array.isArray(input)) {
    faults.add(path, input === undefined ? 'is required' : 'must be an array of groups');
    return [];
  }
  const groups = input as readonly unknown[];
  // Empty could mean no contacts or all contacts, and the selection may receive emails.
  if (groups.length === 0) faults.add(path, 'must hold at least one group');
  if (groups.length > MAX_GROUPS) faults.add(path, `must hold at most ${MAX_GROUPS} groups`);
  const rows = groups.reduce<number>((sum, group) => sum + (Array.isArray(group) ? group.length : 0), 0);
  if (rows > MAX_ROWS) faults.add(path, `must hold at most ${MAX_ROWS} rows in all`);
  if (faults.has(path)) return [];
  const reading = { vocabulary, faults, strict };
  return groups.map((group, index) => readGroup(group, `${path}.${index}`, reading));
}

interface Reading {
  readonly vocabulary: Vocabulary;
  readonly faults: ValidationErrors;
  readonly strict: boolean;
}

function readGroup(group: unknown, path: string, reading: Reading): ReadRow[] {
  const rows: readonly unknown[] = Array.isArray(group) ? group : [];
  if (rows.length === 0)
    reading.faults.add(path, Array.isArray(group) ? 'must hold at least one row' : 'must be an array of rows');
  return rows.flatMap((row, index) => readRow(row, `${path}.${index}`, reading) ?? []);
}

function readRow(input: unknown, path: string, { vocabulary, faults, strict }: Reading): ReadRow | null {
  if (!isObject(input)) return faults.refuse(path, 'must be an object with source, operator and value');
  const { source, operator, value } = input as Partial<Record<keyof FilterRow, unknown>>;
  const known = accepted(readWord(operator, OPERATORS), `${path}.operator`, faults);
  if (!isSource(source))
    return faults.refuse(`${path}.source`, source === undefined ? 'is required' : 'must be [entity, field]');
  const field = fieldOf(source, vocabulary);
  if ('fault' in field) return faults.refuse(`${path}.source.${field.position}`, field.fault);
  if (known === undefined) return null;
  const { type } = field.type;
  if (!OPERATORS_OF[type].includes(known)) return faults.refuse(`${path}.operator`, oneOfRule(OPERATORS_OF[type]));
  const seen = operandType(type, known);
  const seenType = seen === type ? field.type : ({ type: seen } as ValueType);
  const read = readTest(positive(known), seenType, value, strict);
  if ('fault' in read) return faults.refuse(`${path}.value`, value === undefined ? 'is required' : read.fault);
  return {
    row: { source: [source[0], source[1]], operator: known, ...read.value.stored },
    place: field.place,
    type: seen,
    test: read.value.test,
    negated: known in NEGATIVE,
  };
}

function isSource(source: unknown): source is readonly [string, string] {
  return Array.isArray(source) && source.length === 2 && source.every((part) => typeof part === 'string');
}

function positive(operator: Operator): PositiveOperator {
  return operator in NEGATIVE ? NEGATIVE[operator as keyof typeof NEGATIVE] : (operator as PositiveOperator);
}

interface ReadTest {
  readonly test: Test;
  readonly stored: { readonly value?: FilterValue };
}

function readTest(operator: PositiveOperator, type: ValueType, value: unknown, strict: boolean): Read<ReadTest> {
  switch (operator) {
    case 'not_null':
      return { value: { test: { kind: 'present' }, stored: {} } };
    case 'in':
    case 'in_all':
      return withStored(readMany(type, value, strict), (values) => ({
        kind: operator === 'in' ? 'one_of' : 'all_of',
        values,
      }));
    case 'between':
      return withStored(readPair(type, value, strict), ([from, to]) => ({
        kind: 'range',
        low: { value: beginOf(type, from), included: true },
        high: highest(type, to),
      }));
    case 'within_days':
      return withStored(readDays(value), (days) => ({ kind: 'relative', from: -days, to: 0 }));
    case 'within_next_days':
      return withStored(readDays(value), (days) => ({ kind: 'relative', from: 0, to: days }));
    default:
      return withStored(readOne(type, value, strict), (one) => testOfOne(operator, type, one));
  }
}

function withStored<Value extends FilterValue>(read: Read<Value>, toTest: (value: Value) => Test): Read<ReadTest> {
  if ('fault' in read) return read;
  return { value: { test: toTest(read.value), stored: { value: read.value } } };
}

function testOfOne(
  operator: Exclude<PositiveOperator, 'not_null' | 'in' | 'in_all' | 'between' | 'within_days' | 'within_next_days'>,
  type: ValueType,
  value: Scalar,
): Test {
  switch (operator) {
    case '=':
      return type.type === 'moment'
        ? { kind: 'range', low: { value: beginOf(type, value), included: true }, high: highest(type, value) }
        : { kind: 'one_of', values: [value] };
    case 'contains':
      return typeof value === 'number' || type.type === 'options'
        ? { kind: 'one_of', values: [value] }
        : { kind: 'contains', text: value };
    case 'starts_with':
      return { kind: 'starts_with', text: String(value) };
    case '<':
    case 'before':
      return { kind: 'range', high: { value: beginOf(type, value), included: false } };
    case '>':
    case 'after':
      return { kind: 'range', low: beyond(type, value) };
  }
}

/** Timestamps have the precision of a second or a day, and mean the whole of it. */
function beginOf(type: ValueType, value: Scalar): Scalar | Date {
  return type.type === 'moment' ? momentOf(value) : value;
}

function highest(type: ValueType, value: Scalar): Bound {
  return type.type === 'moment' ? { value: endOf(value), included: false } : { value, included: true };
}

function beyond(type: ValueType, value: Scalar): Bound {
  return type.type === 'moment' ? { value: endOf(value), included: true } : { value, included: false };
}

const momentOf = (value: Scalar): Date => new Date(`${String(value).replace(' ', 'T')}${isDay(value) ? '' : 'Z'}`);
const endOf = (value: Scalar): Date => new Date(momentOf(value).getTime() + (isDay(value) ? DAY_MS : SECOND_MS));
const isDay = (value: Scalar): boolean => String(value).length === 'YYYY-MM-DD'.length;

function readMany(type: ValueType, value: unknown, strict: boolean): Read<readonly Scalar[]> {
  if (!Array.isArray(value)) return fault('must be an array');
  if (value.length === 0) return fault('must not be empty');
  if (value.length > MAX_VALUES) return fault(`must hold at most ${MAX_VALUES} values`);
  const read = (value as readonly unknown[]).map((item) => readOne(type, item, strict));
  const values: Scalar[] = [];
  for (const [index, item] of read.entries()) {
    if ('fault' in item) return fault(`item ${index} ${item.fault}`);
    values.push(item.value);
  }
  return { value: [...new Set(values)] };
}

function readPair(type: ValueType, value: unknown, strict: boolean): Read<readonly [Scalar, Scalar]> {
  if (!Array.isArray(value) || value.length !== 2) return fault('must be an array of two values');
  const [from, to] = [readOne(type, value[0], strict), readOne(type, value[1], strict)];
  if ('fault' in from) return fault(`item 0 ${from.fault}`);
  if ('fault' in to) return fault(`item 1 ${to.fault}`);
  // A day after a time of the same day is valid: the day ends later.
  const [begin, end] = [beginOf(type, from.value), highest(type, to.value)];
  const empty = end.included ? begin > end.value : begin >= end.value;
  return empty ? fault('must begin with the smaller value') : { value: [from.value, to.value] };
}

function readDays(value: unknown): Read<number> {
  const days = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value;
  return typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= MAX_DAYS
    ? { value: days }
    : fault(`must be a whole number of days from 1 to ${MAX_DAYS}`);
}
