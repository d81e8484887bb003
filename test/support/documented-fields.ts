import type { OpenAPIObject } from '@nestjs/swagger';
import { apiDocument } from '../../src/openapi/api-documentation.js';
import type { RouteMethod } from './routes.js';
import type { World } from './world.js';

/** The path of a value in a body: member names, and 0 for the first item of an array. */
export type FieldPath = readonly (string | number)[];

export interface DocumentedField {
  readonly path: FieldPath;
  readonly type: string;
}

/** An operation of the API document. */
export interface Operation {
  readonly method: RouteMethod;
  /** Without the prefix, with parameters in route syntax: `/subscribers/:id`. */
  readonly path: string;
  readonly pathParameters: readonly string[];
  readonly queryParameters: readonly string[];
  readonly bodyFields: readonly DocumentedField[];
}

type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];
type SchemaObject = Exclude<Schema, { readonly $ref: string }>;

const DEEPEST = 4;

/** Returns every operation below the API prefix with all documented fields. */
export function operationsOf(world: World): Operation[] {
  const document = apiDocument(world.api);
  const prefix = world.config.http.basePaths[0] ?? '';
  return Object.entries(document.paths)
    .filter(([path]) => path.startsWith(`${prefix}/`))
    .flatMap(([path, operations]) =>
      (['get', 'post', 'put', 'delete'] as const).flatMap((method) => {
        const operation = operations[method];
        if (!operation) return [];
        const parameters = (operation.parameters ?? []).map((item) => item as { name: string; in: string });
        const named = (place: string): string[] =>
          parameters.filter((item) => item.in === place).map(({ name }) => name);
        const content = (operation.requestBody as { content?: Record<string, { schema?: Schema }> } | undefined)
          ?.content;
        const schema = content?.['application/json']?.schema;
        return [
          {
            method,
            path: path.slice(prefix.length).replace(/\{(\w+)\}/g, ':$1'),
            pathParameters: named('path'),
            queryParameters: named('query'),
            bodyFields: schema ? fieldsOf(schema, document) : [],
          },
        ];
      }),
    );
}

/** Returns the body with this value at this path; missing parents are created. */
export function withField(body: Readonly<Record<string, unknown>>, path: FieldPath, value: unknown): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return value;
  const inner = rest.length === 0 ? value : withField(memberOf(body, head), rest, value);
  return typeof head === 'number' ? [inner] : { ...body, [head]: inner };
}

function memberOf(body: Readonly<Record<string, unknown>>, name: string | number): Readonly<Record<string, unknown>> {
  const member = body[name];
  return typeof member === 'object' && member !== null ? (member as Readonly<Record<string, unknown>>) : {};
}

function fieldsOf(given: Schema, document: OpenAPIObject, path: FieldPath = []): DocumentedField[] {
  if (path.length > DEEPEST) return [];
  const schema = resolved(given, document);
  const own: DocumentedField[] = path.length === 0 ? [] : [{ path, type: typeOf(schema) }];
  const combined = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  const members = Object.entries<Schema>(schema.properties ?? {});
  const inner = [
    ...members.flatMap(([name, member]) => fieldsOf(member, document, [...path, name])),
    ...(schema.items ? fieldsOf(schema.items, document, [...path, 0]) : []),
    ...combined.flatMap((part) => fieldsOf(part, document, path)),
    ...(schema.additionalProperties ? [{ path: [...path, 'color'], type: 'any' }] : []),
  ];
  const found = new Map([...own, ...inner].map((field) => [field.path.join('.'), field]));
  return [...found.values()];
}

/** A nullable value has the type of its other alternative. */
function typeOf({ type, anyOf }: SchemaObject): string {
  const types = [type as unknown, ...(anyOf ?? []).map((part) => ('type' in part ? part.type : undefined))].flat();
  const [only] = types.filter((name) => typeof name === 'string' && name !== 'null');
  return (only as string | undefined) ?? 'any';
}

function resolved(schema: Schema, document: OpenAPIObject): SchemaObject {
  if (!('$ref' in schema)) return schema;
  const name = schema.$ref.replace('#/components/schemas/', '');
  const found = document.components?.schemas?.[name];
  if (!found) throw new Error(`the document names a schema that it does not hold: ${name}`);
  return resolved(found, document);
}
