/** A JSON Schema in the dialect of OpenAPI 3.1 (2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

declare const describes: unique symbol;
declare const stores: unique symbol;
const ABSENT = Symbol('absent');
const TIME = Symbol('time');

/**
 * A JSON Schema with the static type of the value it describes, so that `TypeOf` and the documentation cannot diverge.
 * @typeParam Stored what `written` reads from a record: a Date where the value is its text.
 */
export type Schema<Value, Stored = Value> = JsonSchema & { readonly [describes]?: Value; readonly [stores]?: Stored };

export type TypeOf<Described> = Described extends Schema<infer Value, unknown> ? Value : never;
export type StoredOf<Described> = Described extends { readonly [stores]?: infer Stored } ? NonUndefined<Stored> : never;
type NonUndefined<Type> = Exclude<Type, undefined>;

interface Optional {
  readonly [ABSENT]: true;
}
export type Members = Readonly<Record<string, Schema<unknown>>>;
type Flat<Type> = { readonly [Name in keyof Type]: Type[Name] };
type OptionalOf<Described> = {
  [Name in keyof Described]: Described[Name] extends Optional ? Name : never;
}[keyof Described];

export type ObjectOf<Described extends Members> = Flat<
  { readonly [Name in Exclude<keyof Described, OptionalOf<Described>>]: TypeOf<Described[Name]> } & {
    readonly [Name in OptionalOf<Described>]?: TypeOf<Described[Name]> | undefined;
  }
>;
type RecordOf<Described extends Members> = Flat<
  { readonly [Name in Exclude<keyof Described, OptionalOf<Described>>]: StoredOf<Described[Name]> } & {
    readonly [Name in OptionalOf<Described>]?: StoredOf<Described[Name]> | undefined;
  }
>;

/** Give an example wherever possible: examples of whole events are composed from them. */
export function integer<Value extends number = number>(example?: number | null, description?: string): Schema<Value> {
  return { type: 'integer', ...about(description, example) };
}

export function decimal(example?: number | null, description?: string): Schema<number> {
  return { type: 'number', ...about(description, example) };
}

export function boolean(example?: boolean | null, description?: string): Schema<boolean> {
  return { type: 'boolean', ...about(description, example) };
}

export const flag = (description?: string): Schema<boolean> => boolean(undefined, description);

export function text<Value extends string = string>(example?: string | null, description?: string): Schema<Value> {
  return { type: 'string', ...about(description, example) };
}

/** ISO 8601 with milliseconds, UTC. */
export function moment(description?: string, example = '2026-01-02T03:04:05.678Z'): Schema<string, Date> {
  return json({ type: 'string', format: 'date-time', ...about(description, example), [TIME]: 'iso' });
}

/** `YYYY-MM-DD HH:MM:SS`, UTC. */
export function sqlTime(description?: string, example: string | null = '2026-01-31 09:30:00'): Schema<string, Date> {
  return json({ ...text(example, description), [TIME]: 'sql' });
}

/** ISO 8601 with milliseconds, UTC. */
export function isoTime(
  description?: string,
  example: string | null = '2026-01-31T09:30:00.000Z',
): Schema<string, Date> {
  return json({ ...text(example, description), [TIME]: 'iso' });
}

/** One of a closed set of values; the first one is the example of an event. */
export function oneOf<const Word extends string | number>(
  words: readonly Word[],
  description?: string,
  example?: Word | null,
): Schema<Word> {
  return { type: typeof words[0] === 'number' ? 'integer' : 'string', enum: words, ...about(description, example) };
}

export function nullable<Value, Stored>(schema: Schema<Value, Stored>): Schema<Value | null, Stored | null> {
  const { type, enum: words, title, allOf, oneOf: shapes } = schema;
  if (Array.isArray(shapes)) return { ...schema, oneOf: [...(shapes as unknown[]), { type: 'null' }] };
  // A named schema becomes a $ref, which cannot carry a second type.
  if (title !== undefined) return { anyOf: [schema, { type: 'null' }] };
  if (allOf !== undefined) {
    const { allOf: named, ...rest } = schema;
    return { ...rest, anyOf: [{ allOf: named }, { type: 'null' }] };
  }
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(words) ? { enum: [...(words as unknown[]), null] } : {}),
  };
}

/** A member of an object that may be absent. */
export function optional<Described extends JsonSchema>(schema: Described): Described & Optional {
  return { ...schema, [ABSENT]: true };
}

/** A named schema with a description of its use. */
export function described<Value, Stored>(schema: Schema<Value, Stored>, description: string): Schema<Value, Stored> {
  return { description, allOf: [schema] };
}

/** @param annotations such as `minItems`. */
export function list<Value, Stored = Value>(
  items: Schema<Value, Stored>,
  description?: string,
  { example, ...annotations }: JsonSchema & { readonly example?: readonly unknown[] | null } = {},
): Schema<readonly Value[], readonly Stored[]> {
  return { ...about(description, undefined), type: 'array', items, ...annotations, ...about(undefined, example) };
}

export function record<Value>(
  values: Schema<Value>,
  example?: Readonly<Record<string, unknown>> | null,
  description?: string,
): Schema<Readonly<Record<string, Value>>> {
  return { type: 'object', additionalProperties: values, ...about(description, example) };
}

export const anyObject = (example: object, description?: string): Schema<Readonly<Record<string, unknown>>> =>
  record({}, { ...example }, description);

export const anyJson = (description?: string): Schema<unknown> => about(description, undefined);

/** A value of this type by keywords for which there is no builder. */
export const json = <Value, Stored = Value>(schema: JsonSchema): Schema<Value, Stored> => schema;

/** An object with these members; other objects take them over with `...shape.properties`. */
export type ObjectSchema<Described extends Members> = Schema<ObjectOf<Described>, RecordOf<Described>> & {
  readonly properties: Described;
};

/** All members are required, except optional ones; other values that are missing are null. */
export function object<const Described extends Members>(
  members: Described,
  description?: string,
): ObjectSchema<Described> {
  return { type: 'object', ...about(description, undefined), ...requiredOf(members), properties: members };
}

function requiredOf(members: Members): { readonly required?: readonly string[] } {
  const required = Object.keys(members).filter((name) => !(ABSENT in (members[name] ?? {})));
  return required.length > 0 ? { required } : {};
}

/** An object that the documentation names, and refers to. */
export const component = <const Described extends Members>(
  name: string,
  members: Described,
): ObjectSchema<Described> => ({ title: name, type: 'object', properties: members, ...requiredOf(members) });

/** Whether and how `written` makes a text from a Date. */
export const timeOf = (schema: JsonSchema): 'sql' | 'iso' | undefined =>
  (schema as { readonly [TIME]?: 'sql' | 'iso' })[TIME];

/** Names a schema, so that the documentation refers to it instead of repeating it. */
export function named<Value, Stored>(title: string, schema: Schema<Value, Stored>): Schema<Value, Stored> {
  return { title, ...schema };
}

/** Returns the schema with every named part moved to `schemas` and referenced. */
export function hoisted(schema: JsonSchema, schemas: Record<string, JsonSchema>): JsonSchema {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    const { title } = value as JsonSchema;
    // An object can have a member called `title`; its value is a schema, not text.
    const isNamed = typeof title === 'string';
    const inner = Object.fromEntries(
      Object.entries(value)
        .filter(([keyword]) => !(isNamed && keyword === 'title'))
        .map(([keyword, member]) => [
          keyword,
          keyword === 'examples' || keyword === 'example' ? member : visit(member),
        ]),
    );
    if (!isNamed) return inner;
    schemas[title] = inner;
    return { $ref: `#/components/schemas/${title}` };
  };
  return visit(schema) as JsonSchema;
}

/** Builds a value from the examples of the schema. */
export function exampleOf(schema: JsonSchema): unknown {
  const { examples, const: constant, enum: words, properties, items, anyOf } = schema;
  if (Array.isArray(examples)) return examples[0];
  if (constant !== undefined) return constant;
  if (Array.isArray(words)) return words[0];
  if (properties !== undefined)
    return Object.fromEntries(
      Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([name, member]) => [
        name,
        exampleOf(member),
      ]),
    );
  if (items !== undefined) return [exampleOf(items as JsonSchema)];
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0] as JsonSchema);
  return null;
}

const about = (description: string | undefined, example: unknown): JsonSchema => ({
  ...(description === undefined ? {} : { description }),
  ...(example === undefined ? {} : { examples: [example] }),
});
