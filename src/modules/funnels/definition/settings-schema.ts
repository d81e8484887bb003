import type { JsonSchema } from '../../../events/schema.js';

/** What an id in settings can be of. It stands in the schemas, so that forms can offer a choice. */
export type NamedKind =
  | 'lists'
  | 'tags'
  | 'companies'
  | 'campaigns'
  | 'funnels'
  | 'segments'
  | 'templates'
  | 'senders'
  /** By username. */
  | 'managers'
  /** By slug, of type date; or `date_of_birth`. */
  | 'date_fields'
  /** A step of the same funnel that sends a mail. */
  | 'mail_steps';

/** Says what an id is of. */
export const NAMES = 'x-names';
/** Says that a text is filled in for each contact. */
export const LIQUID = 'x-liquid';

/** Texts of a certain form, with what is said to whoever sends another. */
export const FORMS = {
  one_line: {
    pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$',
    reason: 'must not hold line breaks or control characters',
  },
  not_blank: { pattern: '\\S', reason: 'must not be empty' },
  word: {
    pattern: '^[^\\s\\u0000-\\u001f](?:[^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f])?$',
    reason: 'must be one line without blanks around it',
  },
  branch_key: {
    // Two words are taken out of every body, lest they become something in the code.
    pattern: '^(?!(?:constructor|prototype|__proto__)$)[a-z0-9_]{1,32}$',
    reason: 'must be 1 to 32 small letters, digits or underscores',
  },
  time_of_day: { pattern: '^(?:[01]\\d|2[0-3]):[0-5]\\d$', reason: 'must be a time of day such as 09:00' },
  header_name: { pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$", reason: 'must have names that HTTP knows' },
  payload_path: { pattern: '^[^.\\s]+(?:\\.[^.\\s]+)*$', reason: 'must be names joined by dots, such as form.email' },
} as const;
export type Form = keyof typeof FORMS;

const MAX_ID = 4_294_967_295;
const MAX_ITEMS = 1_000;
const TEXT_LENGTH = 190;

interface About {
  readonly description?: string;
  readonly example?: unknown;
  readonly default?: unknown;
}

const about = (title: string, { description, example, ...rest }: About): JsonSchema => ({
  title,
  ...(description === undefined ? {} : { description }),
  ...('default' in rest ? { default: rest.default } : {}),
  ...(example === undefined ? {} : { examples: [example] }),
});

/** An object of exactly these members; others that are sent are left out. */
export function shape(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
  annotations: JsonSchema = {},
): JsonSchema {
  return {
    type: 'object',
    ...annotations,
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** One of several shapes; constants in them tell which. */
export function variants(title: string, shapes: readonly JsonSchema[], description?: string): JsonSchema {
  return { ...about(title, description === undefined ? {} : { description }), oneOf: shapes };
}

export const constant = (value: string): JsonSchema => ({ const: value });

export function text(
  title: string,
  {
    min = 0,
    max = TEXT_LENGTH,
    form,
    liquid = false,
    ...rest
  }: About & {
    readonly min?: number;
    readonly max?: number;
    readonly form?: Form;
    readonly liquid?: boolean;
  } = {},
): JsonSchema {
  return {
    type: 'string',
    ...about(title, rest),
    ...(min === 0 ? {} : { minLength: min }),
    maxLength: max,
    ...(form === undefined ? {} : { pattern: FORMS[form].pattern }),
    ...(liquid ? { [LIQUID]: true } : {}),
  };
}

export function formatted(title: string, format: 'date-time' | 'email' | 'time-zone', rest: About = {}): JsonSchema {
  return { type: 'string', ...about(title, rest), maxLength: TEXT_LENGTH, format };
}

/** Also nothing, which is what it is unless told. */
export function optional(schema: JsonSchema): JsonSchema {
  const { type, enum: words } = schema;
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(words) ? { enum: [...(words as unknown[]), null] } : {}),
    default: null,
  };
}

export function choice(title: string, words: readonly string[], rest: About = {}): JsonSchema {
  return { type: 'string', ...about(title, rest), enum: words };
}

export const yesOrNo = (title: string, rest: About): JsonSchema => choice(title, ['yes', 'no'], rest);

export function whole(
  title: string,
  { min, max, ...rest }: About & { readonly min: number; readonly max: number },
): JsonSchema {
  return { type: 'integer', ...about(title, rest), minimum: min, maximum: max };
}

export function amount(title: string, rest: About = {}): JsonSchema {
  return { type: 'number', ...about(title, rest), minimum: 0, maximum: 1e12 };
}

export function id(title: string, kind: NamedKind, rest: About = {}): JsonSchema {
  return { ...whole(title, { min: 1, max: MAX_ID, ...rest }), [NAMES]: kind };
}

/** Several ids; at least one where that is asked for, else none means any. */
export function ids(
  title: string,
  kind: NamedKind,
  { min = 0, ...rest }: About & { readonly min?: number } = {},
): JsonSchema {
  return {
    ...list(title, { type: 'integer', minimum: 1, maximum: MAX_ID }, { min, ...rest }),
    [NAMES]: kind,
    ...(min === 0 ? { default: [] } : {}),
  };
}

export function list(
  title: string,
  items: JsonSchema,
  { min = 0, max = MAX_ITEMS, ...rest }: About & { readonly min?: number; readonly max?: number } = {},
): JsonSchema {
  return { type: 'array', ...about(title, rest), items, ...(min === 0 ? {} : { minItems: min }), maxItems: max };
}
