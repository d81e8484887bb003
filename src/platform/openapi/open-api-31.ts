import type { OpenAPIObject } from '@nestjs/swagger';

type Json = Readonly<Record<string, unknown>>;

/** Translates Nest's OpenAPI 3.0 to 3.1: nullable types and examples differ. @param added parts that are 3.1 already. */
export function toOpenApi31(
  document: OpenAPIObject,
  added: { readonly webhooks: Json; readonly schemas: Json },
): OpenAPIObject {
  const { paths, components, ...rest } = document;
  const schemas = { ...(translated(components?.schemas ?? {}, 'map') as Json), ...added.schemas };
  return {
    ...{ ...rest, openapi: '3.1.0', paths: translated(paths, 'plain'), webhooks: added.webhooks },
    components: { ...components, schemas },
  } as OpenAPIObject;
}

/** Members that contain schemas: one, several, or by name. */
const ONE = new Set(['schema', 'items', 'additionalProperties', 'not']);
const SEVERAL = new Set(['allOf', 'anyOf', 'oneOf']);
const NAMED = new Set(['properties']);
/** Members with arbitrary content. */
const VERBATIM = new Set(['example', 'examples', 'enum', 'default', 'const']);

type Place = 'plain' | 'schema' | 'map';

function translated(value: unknown, place: Place): unknown {
  if (Array.isArray(value)) return value.map((item) => translated(item, place));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, translatedMember(name, member, place)]);
  const whole = Object.fromEntries(members) as Json;
  if (place === 'schema') return schema31(whole);
  return place === 'plain' && isOffered(whole) ? shownOnly(whole) : whole;
}

/** Swagger UI prefills parameters with their examples and sends them, even rarely used ones. */
function isOffered(part: Json): boolean {
  return (part['in'] === 'query' || part['in'] === 'header') && 'example' in part && 'schema' in part;
}

/** Schemas show one example. */
function shownOnly({ example, schema, ...parameter }: Json): Json {
  return { ...parameter, schema: { ...(schema as Json), examples: [example] } };
}

function translatedMember(name: string, member: unknown, place: Place): unknown {
  if (place === 'map') return translated(member, 'schema');
  if (VERBATIM.has(name)) return member;
  if (ONE.has(name) || (place === 'schema' && SEVERAL.has(name))) return translated(member, 'schema');
  if (place === 'schema' && NAMED.has(name)) return translated(member, 'map');
  return translated(member, 'plain');
}

function schema31({ nullable, example, ...schema }: Json): Json {
  const exemplified = example === undefined ? schema : { ...schema, examples: [example] };
  if (nullable !== true) return exemplified;
  const { $ref, allOf, ...annotations } = exemplified;
  const referred = $ref === undefined ? allOf && { allOf } : { $ref };
  // Drops the type, which the generator repeats beside the $ref and which excludes null.
  if (referred) return { ...omit(annotations, 'type'), anyOf: [referred, { type: 'null' }] };
  for (const shapes of ['oneOf', 'anyOf'])
    if (Array.isArray(exemplified[shapes]))
      return { ...omit(exemplified, 'type'), [shapes]: [...(exemplified[shapes] as unknown[]), { type: 'null' }] };
  const { type, enum: words } = exemplified;
  return {
    ...exemplified,
    ...(type === undefined ? {} : { type: [type, 'null'] }),
    ...(Array.isArray(words) ? { enum: [...(words as unknown[]), null] } : {}),
  };
}

function omit(object: Json, name: string): Json {
  return Object.fromEntries(Object.entries(object).filter(([each]) => each !== name));
}
