/**
 * The filter language: an array of groups of which one has to hold, each an array of rows that all have to hold. It is the
 * one way to say which contacts are meant, for segments and for everything else that chooses contacts.
 */
export type Filters = readonly FilterGroup[];
export type FilterGroup = readonly FilterRow[];

export interface FilterRow {
  readonly source: readonly [entity: string, field: string];
  readonly operator: Operator;
  readonly value?: FilterValue;
}

export type FilterValue = string | number | readonly (string | number)[];

export const OPERATORS = [
  '=',
  '!=',
  'contains',
  'not_contains',
  'starts_with',
  'in',
  'not_in',
  'in_all',
  '>',
  '<',
  'between',
  'before',
  'after',
  'within_days',
  'not_within_days',
  'is_null',
  'not_null',
] as const;
export type Operator = (typeof OPERATORS)[number];

/** Asks something of a value; where there is no value it does not hold. */
export type PositiveOperator = Exclude<Operator, keyof typeof NEGATIVE>;

/**
 * What each negative operator is the exact opposite of. So a contact without any city is a contact whose city is not Paris:
 * of an operator and its opposite, exactly one holds for everybody.
 */
export const NEGATIVE = {
  '!=': '=',
  not_contains: 'contains',
  not_in: 'in',
  not_within_days: 'within_days',
  is_null: 'not_null',
} as const;

export const MAX_GROUPS = 20;
/** In all groups together. */
export const MAX_ROWS = 50;
export const MAX_VALUES = 1_000;
