import type { FieldPath } from '../documented-fields.js';
import type { Json } from '../response-check/closed-document.js';

/** The parts of a JSON Schema that restrict values. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

export interface DocumentedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}

export interface DocumentedBody {
  /** The first media type, which is the one sent. */
  readonly mediaTypes: readonly string[];
  readonly schema: Schema;
  readonly examples: readonly unknown[];
}

export interface DocumentedOperation {
  /** Method and path, which identify the operation. */
  readonly id: string;
  readonly method: string;
  /** The documented path, with `~` for the base path of the API: `~/subscribers/{id}`. */
  readonly path: string;
  readonly parameters: readonly DocumentedParameter[];
  readonly body: DocumentedBody | null;
}

/** The path of a value in a body and its schema. */
export interface Field {
  readonly path: FieldPath;
  readonly schema: Schema;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** The depth limit for recursive schemas such as the branches of a funnel. */
const DEEPEST = 5;

/** The operations of an OpenAPI document with resolved references. */
export class DocumentedOperations {
  readonly all: readonly DocumentedOperation[];
  private readonly schemas: Readonly<Record<string, Schema>>;

  constructor(document: Json) {
    const components = (document['components'] ?? {}) as Record<string, Record<string, Schema>>;
    this.schemas = components['schemas'] ?? {};
    const paths = document['paths'] as Record<string, Record<string, Json>>;
    this.all = Object.entries(paths).flatMap(([path, item]) =>
      METHODS.flatMap((method) => {
        const operation = item[method];
        return operation ? [this.read(method, path, operation)] : [];
      }),
    );
  }

  /** The resolved schema, including its `allOf` parts. */
  resolved(schema: Schema): Schema {
    const { $ref, ...own } = schema;
    if ($ref !== undefined) {
      const named = this.schemas[$ref.replace('#/components/schemas/', '')];
      if (!named) throw new Error(`the document names what it does not hold: ${$ref}`);
      return { ...this.resolved(named), ...own };
    }
    const { allOf, ...rest } = schema;
    return (allOf ?? []).map((part) => this.resolved(part)).reduce<Schema>(merged, rest);
  }

  /** All paths of a body, nested ones included. */
  fieldsOf(schema: Schema, path: FieldPath = []): Field[] {
    if (path.length > DEEPEST) return [];
    const known = this.resolved(schema);
    const { properties = {}, items, additionalProperties: others } = known;
    const inner = [
      ...Object.entries(properties).flatMap(([name, member]) => this.fieldsOf(member, [...path, name])),
      ...(items ? this.fieldsOf(items, [...path, 0]) : []),
      ...[...(known.anyOf ?? []), ...(known.oneOf ?? [])].flatMap((part) => this.fieldsOf(part, path)),
      ...(others ? this.fieldsOf(others === true ? {} : others, [...path, 'color']) : []),
    ];
    const fields = path.length === 0 ? inner : [{ path, schema: known }, ...inner];
    return [...new Map(fields.map((field) => [field.path.join('.'), field])).values()];
  }

  private read(method: string, path: string, operation: Json): DocumentedOperation {
    const parameters = (operation['parameters'] ?? []) as (DocumentedParameter & { readonly example?: unknown })[];
    return {
      id: `${method} ${path}`,
      method,
      path,
      parameters: parameters.map(({ example, schema, ...parameter }) => ({
        ...parameter,
        schema: { ...(example === undefined ? {} : { examples: [example] }), ...schema },
      })),
      body: readBody(operation['requestBody'] as Json | undefined),
    };
  }
}

function readBody(given: Json | undefined): DocumentedBody | null {
  const content = Object.entries((given?.['content'] ?? {}) as Record<string, Json>);
  // Forms are tested with broken bodies; here only fields are tested.
  const [first] = [...content].sort(([type]) => (type === 'application/json' ? -1 : 1));
  if (!first) return null;
  const [, { schema, example, examples = {} }] = first;
  const named = Object.values(examples as Record<string, { readonly value?: unknown }>).map(({ value }) => value);
  return {
    mediaTypes: [first[0], ...content.map(([type]) => type).filter((type) => type !== first[0])],
    schema: schema ?? {},
    examples: [example, ...named].filter((value) => value !== undefined),
  };
}

const merged = (left: Schema, right: Schema): Schema => ({
  ...left,
  ...right,
  properties: { ...left.properties, ...right.properties },
  required: [...(left.required ?? []), ...(right.required ?? [])],
});
