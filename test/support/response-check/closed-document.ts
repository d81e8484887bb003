/** A JSON Schema, or a part of an OpenAPI document. */
export type Json = Readonly<Record<string, unknown>>;

/** A variant of the schema with the same name that allows additional members: combined schemas are closed as a whole. */
const OPEN = '__open';
const SCHEMAS = '#/components/schemas/';

/**
 * Returns the document with schemas that forbid undocumented members, so that all of a response must be documented. Objects
 * that declare additional members stay unchanged.
 */
export function closedDocument(document: Json): Json {
  const components = (document['components'] ?? {}) as Record<string, Json>;
  const schemas = Object.entries((components['schemas'] ?? {}) as Record<string, Json>);
  return {
    ...document,
    paths: withClosedSchemas(document['paths']),
    components: {
      ...components,
      responses: withClosedSchemas(components['responses'] ?? {}),
      schemas: Object.fromEntries(
        schemas.flatMap(([name, schema]) => [
          [name, closed(schema)],
          [`${name}${OPEN}`, closed(schema, true)],
        ]),
      ),
    },
  };
}

/** Every member called `schema` outside of the components. */
function withClosedSchemas(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withClosedSchemas);
  if (typeof part !== 'object' || part === null) return part;
  const members = Object.entries(part).filter(([name]) => !ANNOTATIONS.has(name));
  return Object.fromEntries(
    members.map(([name, member]) => {
      if (name === 'schema') return [name, closed(member as Json)];
      return [name, withClosedSchemas(member)];
    }),
  );
}

/** Half of the document, and not relevant for validation. */
const ANNOTATIONS = new Set(['description', 'example', 'examples', 'summary']);

const COMBINED = ['allOf', 'anyOf', 'oneOf'] as const;

/** @param open whether a combined schema adds members to it. */
function closed(schema: Json, open = false): Json {
  const parts = COMBINED.filter((name) => name in schema);
  const isWhole = parts.length > 0 && ('properties' in schema || parts.length > 1 || several(schema['allOf']));
  const result: Record<string, unknown> = Object.fromEntries(
    Object.entries(schema).filter(([name]) => !ANNOTATIONS.has(name)),
  );
  if (typeof schema['$ref'] === 'string' && open && schema['$ref'].startsWith(SCHEMAS))
    result['$ref'] = `${schema['$ref']}${OPEN}`;
  for (const name of parts) result[name] = (schema[name] as Json[]).map((part) => closed(part, open || isWhole));
  if ('properties' in schema)
    result['properties'] = Object.fromEntries(
      Object.entries(schema['properties'] as Record<string, Json>).map(([name, member]) => [name, closed(member)]),
    );
  for (const name of ['items', 'additionalProperties'])
    if (typeof schema[name] === 'object') result[name] = closed(schema[name] as Json);
  if (!open && !('additionalProperties' in schema)) {
    if (isWhole) result['unevaluatedProperties'] = false;
    else if ('properties' in schema) result['additionalProperties'] = false;
  }
  return result;
}

const several = (parts: unknown): boolean => Array.isArray(parts) && parts.length > 1;
