/** A JSON Schema of the dialect that OpenAPI 3.1 speaks (2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

declare const describes: unique symbol;

/**
 * A JSON Schema that knows the type of what it describes. The catalogue of events is written in these, so that what the
 * code may write and what the documentation promises are one thing: the type is read off the schema by `TypeOf`.
 */
export type Schema<Value> = JsonSchema & { readonly [describes]?: Value };

export type TypeOf<Described> = Described extends Schema<infer Value> ? Value : never;

type Members = Readonly<Record<string, Schema<unknown>>>;
export type ObjectOf<Described extends Members> = { readonly [Name in keyof Described]: TypeOf<Described[Name]> };

/** An example is wanted wherever one can be: those of the whole events are put together from them. */
export function integer(example: number, description?: string): Schema<number> {
  return { type: 'integer', ...described(description), examples: [example] };
}

export function decimal(example: number, description?: string): Schema<number> {
  return { type: 'number', ...described(description), examples: [example] };
}

export function truth(example: boolean, description?: string): Schema<boolean> {
  return { type: 'boolean', ...described(description), examples: [example] };
}

export function text(example: string, description?: string): Schema<string> {
  return { type: 'string', ...described(description), examples: [example] };
}

/** ISO 8601 with milliseconds, UTC. */
export function moment(description?: string): Schema<string> {
  return { type: 'string', format: 'date-time', ...described(description), examples: ['2026-01-02T03:04:05.678Z'] };
}

/** One of a closed set of words; the first one is the example. */
export function oneOf<const Word extends string>(words: readonly Word[], description?: string): Schema<Word> {
  return { type: 'string', enum: words, ...described(description) };
}

export function nullable<Value>(schema: Schema<Value>): Schema<Value | null> {
  const { type, enum: words, title } = schema;
  // A named schema is referred to, and a reference has no room for a second type.
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

/** An object whose members have names that nobody knows beforehand. */
export function record<Value>(
  values: Schema<Value>,
  example: Readonly<Record<string, Value>>,
  description?: string,
): Schema<Readonly<Record<string, Value>>> {
  return { type: 'object', additionalProperties: values, ...described(description), examples: [example] };
}

/** Any JSON at all. */
export function anything(): Schema<unknown> {
  return {};
}

/** Every member is always there; what may be missing is null. */
export function object<const Described extends Members>(
  members: Described,
  description?: string,
): Schema<ObjectOf<Described>> {
  return { type: 'object', ...described(description), required: Object.keys(members), properties: members };
}

/** Gives a schema a name of its own in the documentation, where it is then referred to instead of repeated. */
export function named<Value>(title: string, schema: Schema<Value>): Schema<Value> {
  return { title, ...schema };
}

/** A value that the schema describes, made of the examples of its parts. */
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
