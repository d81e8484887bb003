import type { JsonSchema, ObjectOf, Schema, TypeOf } from '../../../shapes/shape.js';
import { given } from '../../../platform/http/given.js';
import { MAX_ID } from '../../../platform/ids/ids.js';
import { TIME_OF_DAY, TIME_OF_DAY_RULE } from '../../../platform/values/time-zones.js';

/** What an id in settings refers to; part of the schemas, so that forms can offer a choice. */
export type NamedKind =
  | 'lists'
  /** Lists that contacts subscribe to. */
  | 'subscriptions'
  | 'tags'
  | 'companies'
  | 'campaigns'
  | 'funnels'
  | 'segments'
  | 'templates'
  | 'senders'
  | 'managers'
  /** By slug: custom fields of type date, or `date_of_birth`. */
  | 'date_fields'
  /** A step of the same funnel that sends an email. */
  | 'mail_steps';

export const NAMES = 'x-names';
/** Schema keyword: the text is rendered with Liquid for each contact. */
export const LIQUID = 'x-liquid';

export const FORMS = {
  one_line: {
    pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$',
    reason: 'must not hold line breaks or control characters',
  },
  not_blank: { pattern: '\\S', reason: 'must not be empty' },
  word: {
    pattern: '^[^\\s\\u0000-\\u001f](?:[^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f])?$',
    reason: 'must be one line without leading or trailing spaces',
  },
  branch_key: {
    // The JSON parser removes two of these names from every body, because they could change prototypes.
    pattern: '^(?!(?:constructor|prototype|__proto__)$)[a-z0-9_]{1,32}$',
    reason: 'must be 1 to 32 lowercase letters, digits or underscores',
  },
  time_of_day: { pattern: TIME_OF_DAY.source, reason: TIME_OF_DAY_RULE },
  header_name: { pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$", reason: 'must have valid HTTP header names' },
  payload_path: { pattern: '^[^.\\s]+(?:\\.[^.\\s]+)*$', reason: 'must be names joined by dots, such as form.email' },
} as const;
type Form = keyof typeof FORMS;

const MAX_ITEMS = 1_000;
const TEXT_LENGTH = 190;

interface About {
  readonly description?: string;
  readonly example?: unknown;
  readonly default?: unknown;
}

const about = (title: string, { description, example, default: byDefault }: About): JsonSchema =>
  given({ title, description, default: byDefault, examples: example === undefined ? undefined : [example] });

/** An object with exactly these members. Members without a default are required, except those in `absent`. */
export function shape<const Members extends Readonly<Record<string, Schema<unknown>>>>(
  properties: Members,
  { absent = [], ...annotations }: JsonSchema & { readonly absent?: readonly (keyof Members)[] } = {},
): Schema<ObjectOf<Members>> {
  const required = Object.entries(properties).flatMap(([name, member]) =>
    'default' in member || absent.includes(name) ? [] : [name],
  );
  return {
    type: 'object',
    ...annotations,
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** One of several shapes, which differ by constants. */
export function variants<const Shapes extends readonly Schema<unknown>[]>(
  title: string,
  shapes: Shapes,
  description?: string,
): Schema<TypeOf<Shapes[number]>> {
  return { ...about(title, given({ description })), oneOf: shapes };
}

export const constant = <const Word extends string>(value: Word): Schema<Word> => ({ const: value });

export function text(
  title: string,
  {
    min = 0,
    max = TEXT_LENGTH,
    form,
    liquid = false,
    ...rest
  }: About & { readonly min?: number; readonly max?: number; readonly form?: Form; readonly liquid?: boolean } = {},
): Schema<string> {
  return {
    type: 'string',
    ...about(title, rest),
    ...(min === 0 ? {} : { minLength: min }),
    maxLength: max,
    ...(form === undefined ? {} : { pattern: FORMS[form].pattern }),
    ...(liquid ? { [LIQUID]: true } : {}),
  };
}

export function formatted(
  title: string,
  format: 'date-time' | 'email' | 'time-zone',
  rest: About = {},
): Schema<string> {
  return { type: 'string', ...about(title, rest), maxLength: TEXT_LENGTH, format };
}

export function optional<Value>(schema: Schema<Value>): Schema<Value | null> {
  const { type, enum: words } = schema;
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(words) ? { enum: [...(words as unknown[]), null] } : {}),
    default: null,
  };
}

export function choice<const Word extends string>(
  title: string,
  words: readonly Word[],
  rest: About = {},
): Schema<Word> {
  return { type: 'string', ...about(title, rest), enum: words };
}

export const yesOrNo = (title: string, rest: About): Schema<'yes' | 'no'> => choice(title, ['yes', 'no'], rest);

export function whole(
  title: string,
  { min, max, ...rest }: About & { readonly min: number; readonly max: number },
): Schema<number> {
  return { type: 'integer', ...about(title, rest), minimum: min, maximum: max };
}

export function amount(title: string, rest: About = {}): Schema<number> {
  return { type: 'number', ...about(title, rest), minimum: 0, maximum: 1e12 };
}

export function id(title: string, kind: NamedKind, rest: About = {}): Schema<number> {
  return { ...whole(title, { min: 1, max: MAX_ID, ...rest }), [NAMES]: kind };
}

/** An array of ids; if `min` is 0, it may be empty, which means any. */
export function ids(
  title: string,
  kind: NamedKind,
  { min = 0, ...rest }: About & { readonly min?: number } = {},
): Schema<readonly number[]> {
  return {
    ...list<number>(title, { type: 'integer', minimum: 1, maximum: MAX_ID }, { min, ...rest }),
    [NAMES]: kind,
    ...(min === 0 ? { default: [] } : {}),
  };
}

export function list<Item>(
  title: string,
  items: Schema<Item>,
  { min = 0, max = MAX_ITEMS, ...rest }: About & { readonly min?: number; readonly max?: number } = {},
): Schema<readonly Item[]> {
  return { type: 'array', ...about(title, rest), items, ...(min === 0 ? {} : { minItems: min }), maxItems: max };
}
