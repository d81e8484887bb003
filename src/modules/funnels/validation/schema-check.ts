import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../../../shapes/shape.js';
import { parseTimestamp, dayFault, TIMESTAMP_RULE } from '../../../platform/clock/timestamps.js';
import type { ValidationErrors } from '../../../platform/errors/app-error.js';
import { mustBeOneOf } from '../../../platform/text/closest-name.js';
import { emailFault, normalizedEmail } from '../../../platform/text/email-address.js';
import { FORMS, LIQUID, NAMES, type NamedKind } from '../definition/settings-schema.js';
import { isObject, type JsonObject } from '../../../platform/values/json.js';
import { isTimeZone, TIME_ZONE_RULE } from '../../../platform/values/time-zones.js';

const FORMATS = {
  'date-time': { holds: (value: string) => parseTimestamp(value) !== null, reason: () => TIMESTAMP_RULE },
  email: { holds: (value: string) => normalizedEmail(value) !== null, reason: emailFault },
  'time-zone': { holds: isTimeZone, reason: () => TIME_ZONE_RULE },
} as const;

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

const ajv = new Ajv2020({
  allErrors: true,
  useDefaults: true,
  removeAdditional: true,
  allowUnionTypes: true,
  verbose: true,
});
ajv.addVocabulary([NAMES, LIQUID]);
for (const [name, { holds }] of Object.entries(FORMATS)) ajv.addFormat(name, holds);

const REASON_OF_PATTERN: ReadonlyMap<string, string> = new Map(
  Object.values(FORMS).map(({ pattern, reason }) => [pattern, reason]),
);

/**
 * Validates input against a schema and applies defaults.
 * @param path the name of the input; errors are reported by paths below it.
 * @returns a normalized copy; null if it is invalid.
 */
export function checked(schema: JsonSchema, input: unknown, path: string, faults: ValidationErrors): JsonObject | null {
  const value: unknown = structuredClone(input);
  const chosen = variantOf(schema, value, path, faults);
  if (chosen === null) return null;
  const { validate, choosing } = compiled(chosen);
  const isValid = validate(value);
  for (const error of validate.errors ?? []) faults.add(placeOf(error, path), reasonOf(error));
  const read: Record<string, unknown> = {};
  for (const [name, member] of choosing) {
    const sent = isObject(value) ? value[name] : undefined;
    if (sent !== undefined) read[name] = checked(member, sent, `${path}.${name}`, faults);
  }
  if (!isValid || Object.values(read).includes(null)) return null;
  return { ...(tidied(chosen, value) as JsonObject), ...read };
}

/** A reference or a Liquid text in settings, to be checked by `SettingChecks`. */
export type SettingCheck =
  | { readonly path: string; readonly names: NamedKind; readonly values: readonly (number | string)[] }
  | { readonly path: string; readonly template: string };

export function* checksIn(schema: JsonSchema, value: unknown, path: string): Generator<SettingCheck> {
  if (value === null || value === undefined) return;
  const names = schema[NAMES] as NamedKind | undefined;
  if (names !== undefined) yield { path, names, values: [value].flat() as (number | string)[] };
  if (schema[LIQUID] === true && typeof value === 'string') yield { path, template: value };
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      yield* checksIn((schema['items'] ?? {}) as JsonSchema, item, `${path}.${index}`);
  } else if (typeof value === 'object') yield* checksOfMembers(schema, value as JsonObject, path);
}

function* checksOfMembers(schema: JsonSchema, value: JsonObject, path: string): Generator<SettingCheck> {
  const { properties = {}, additionalProperties = {} } = matchingVariant(schema, value) ?? {};
  const members = properties as Readonly<Record<string, JsonSchema>>;
  for (const [name, member] of Object.entries(value))
    yield* checksIn(members[name] ?? (additionalProperties as JsonSchema), member, `${path}.${name}`);
}

/** Normalizes values: unique ids, timestamps in ISO 8601, email addresses. */
function tidied(schema: JsonSchema, value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => tidied((schema['items'] ?? {}) as JsonSchema, item));
    return NAMES in schema ? [...new Set(items)] : items;
  }
  if (typeof value === 'object' && value !== null) {
    const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, tidied(properties[name] ?? {}, member)]),
    );
  }
  if (typeof value !== 'string') return value;
  if (schema['format'] === 'date-time') return parseTimestamp(value)?.toISOString();
  return schema['format'] === 'email' ? normalizedEmail(value) : value;
}

interface Compiled {
  readonly validate: ValidateFunction;
  /** Members with several shapes; checked separately, because Ajv applies no defaults inside `oneOf`. */
  readonly choosing: readonly (readonly [name: string, member: JsonSchema])[];
}

const COMPILED = new WeakMap<JsonSchema, Compiled>();

function compiled(schema: JsonSchema): Compiled {
  const known = COMPILED.get(schema);
  if (known) return known;
  const properties = schema['properties'] as Readonly<Record<string, JsonSchema>>;
  const choosing = Object.entries(properties).filter(([, member]) => 'oneOf' in member);
  const others = { ...properties, ...Object.fromEntries(choosing.map(([name]) => [name, true])) };
  const result = { validate: ajv.compile({ ...schema, properties: others }), choosing };
  COMPILED.set(schema, result);
  return result;
}

/** Selects the shape by its constants; Ajv would report the errors of every shape. */
function variantOf(schema: JsonSchema, value: unknown, path: string, faults: ValidationErrors): JsonSchema | null {
  const shapes = schema['oneOf'] as readonly JsonSchema[] | undefined;
  if (shapes === undefined) return schema;
  if (!isObject(value)) {
    faults.add(path, value === undefined ? 'is required' : 'must be an object');
    return null;
  }
  let left = shapes;
  for (const name of tagsOf(shapes)) {
    const words = left.flatMap((candidate) => constantOf(candidate, name) ?? []);
    if (words.length === 0) continue;
    const sent = value[name];
    left = left.filter((candidate) => constantOf(candidate, name) === sent);
    if (left.length > 0) continue;
    faults.add(
      `${path}.${name}`,
      sent === undefined ? 'is required' : mustBeOneOf([...new Set(words.map(String))], sent),
    );
    return null;
  }
  return left[0] ?? null;
}

function matchingVariant(schema: JsonSchema, value: JsonObject): JsonSchema | undefined {
  const shapes = schema['oneOf'] as readonly JsonSchema[] | undefined;
  if (shapes === undefined) return schema;
  return shapes.find((candidate) => tagsOf([candidate]).every((name) => constantOf(candidate, name) === value[name]));
}

function tagsOf(shapes: readonly JsonSchema[]): string[] {
  return [...new Set(shapes.flatMap(({ properties }) => Object.keys(properties as JsonObject)))].filter((name) =>
    shapes.some((candidate) => constantOf(candidate, name) !== undefined),
  );
}

function constantOf({ properties }: JsonSchema, name: string): unknown {
  return (properties as Readonly<Record<string, JsonSchema>>)[name]?.['const'];
}

function placeOf({ instancePath, keyword, params }: ErrorObject, path: string): string {
  const inside = instancePath.split('/').slice(1).map(unescaped);
  const missing = keyword === 'required' ? [(params as { missingProperty: string }).missingProperty] : [];
  return [path, ...inside, ...missing].join('.');
}

const unescaped = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');

function reasonOf({ keyword, params, data, message = 'is not valid' }: ErrorObject): string {
  const { limit = 0 } = params as { limit?: number };
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'type':
      return `must be ${[(params as { type: string | string[] }).type].flat().map(kindOf).join(' or ')}`;
    case 'enum':
      return mustBeOneOf((params as { allowedValues: unknown[] }).allowedValues.map(String), data);
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must be at least ${limit} characters long`;
    case 'maxLength':
      return `must be at most ${limit} characters long`;
    case 'minItems':
      return limit === 1 ? 'must not be empty' : `must hold at least ${limit} items`;
    case 'maxItems':
      return `must hold at most ${limit} items`;
    case 'maxProperties':
      return `must hold at most ${limit} members`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'pattern':
      return REASON_OF_PATTERN.get((params as { pattern: string }).pattern) ?? message;
    case 'format':
      return dayFault(data, FORMATS[(params as { format: keyof typeof FORMATS }).format].reason(String(data)));
    default:
      return message;
  }
}

/** Reads an object; an empty array counts as one, because PHP forms send it. Null for other values. */
export function sentObject(input: unknown): JsonObject | null {
  if (Array.isArray(input) && input.length === 0) return {};
  return isObject(input) ? input : null;
}

const kindOf = (type: string): string => KINDS[type] ?? type;
