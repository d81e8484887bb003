/** The filter language: groups of rows. A contact matches if it matches all rows of any group. */
export type Filters = readonly FilterGroup[];
type FilterGroup = readonly FilterRow[];

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
  'within_next_days',
  'not_within_next_days',
  'is_null',
  'not_null',
] as const;
export type Operator = (typeof OPERATORS)[number];

/** An operator that tests a value; it never matches a missing value. */
export type PositiveOperator = Exclude<Operator, keyof typeof NEGATIVE>;

/** Negative operators and their exact opposites: a contact without a city matches "city != Paris". */
export const NEGATIVE = {
  '!=': '=',
  not_contains: 'contains',
  not_in: 'in',
  not_within_days: 'within_days',
  not_within_next_days: 'within_next_days',
  is_null: 'not_null',
} as const;

export const MAX_GROUPS = 20;
/** In all groups together. */
export const MAX_ROWS = 50;
export const MAX_VALUES = 1_000;
