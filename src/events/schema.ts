/** A JSON Schema in the dialect of OpenAPI 3.1 (2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

declare const describes: unique symbol;

/**
 * A JSON Schema with the static type of the value it describes. Event payloads are declared with it, so `TypeOf` and the documentation
 * cannot diverge.
 */
export type Schema<Value> = JsonSchema & { readonly [describes]?: Value };

export type TypeOf<Described> = Described extends Schema<infer Value> ? Value : never;

type Members = Readonly<Record<string, Schema<unknown>>>;
export type ObjectOf<Described extends Members> = { readonly [Name in keyof Described]: TypeOf<Described[Name]> };

/** Give an example wherever possible: examples of whole events are composed from them. */
export function integer(example: number, description?: string): Schema<number> {
  return { type: 'integer', ...described(description), examples: [example] };
}

export function decimal(example: number, description?: string): Schema<number> {
  return { type: 'number', ...described(description), examples: [example] };
}

export function boolean(example: boolean, description?: string): Schema<boolean> {
  return { type: 'boolean', ...described(description), examples: [example] };
}

export function text(example: string, description?: string): Schema<string> {
  return { type: 'string', ...described(description), examples: [example] };
}

/** ISO 8601 with milliseconds, UTC. */
export function moment(description?: string): Schema<string> {
  return { type: 'string', format: 'date-time', ...described(description), examples: ['2026-01-02T03:04:05.678Z'] };
}

/** One of a closed set of values; the first one is the example. */
export function oneOf<const Word extends string>(words: readonly Word[], description?: string): Schema<Word> {
  return { type: 'string', enum: words, ...described(description) };
}

export function nullable<Value>(schema: Schema<Value>): Schema<Value | null> {
  const { type, enum: words, title } = schema;
  // A named schema becomes a $ref, which cannot carry a second type.
  if (title !== undefined) return { anyOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(words) ? { enum: [...(words as unknown[]), null] } : {}),
  };
}

export function list<Value>(items: Schema<Value>): Schema<readonly Value[]> {
  return { type: 'array', items };
}

/** An object with arbitrary member names. */
export function record<Value>(
  values: Schema<Value>,
  example: Readonly<Record<string, Value>>,
  description?: string,
): Schema<Readonly<Record<string, Value>>> {
  return { type: 'object', additionalProperties: values, ...described(description), examples: [example] };
}

/** Any JSON value. */
export function anyJson(description?: string): Schema<unknown> {
  return described(description);
}

/** All members are required; optional values are null. */
export function object<const Described extends Members>(
  members: Described,
  description?: string,
): Schema<ObjectOf<Described>> {
  return { type: 'object', ...described(description), required: Object.keys(members), properties: members };
}

/** Names a schema, so that the documentation refers to it instead of repeating it. */
export function named<Value>(title: string, schema: Schema<Value>): Schema<Value> {
  return { title, ...schema };
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

const described = (description: string | undefined): JsonSchema => (description === undefined ? {} : { description });
