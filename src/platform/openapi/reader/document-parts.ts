import type { OpenAPIObject } from '@nestjs/swagger';

type Json = Readonly<Record<string, unknown>>;
type Operations = Readonly<Record<string, Json>>;

/** Members of an operation that the list of operations shows, or that authorization needs. */
const LISTED = ['tags', 'summary', 'operationId', 'deprecated', 'security'];

/** Returns the document with only those members of operations that a list of them needs, and without schemas. */
export function outlineOf(document: OpenAPIObject): Json {
  const outlined = (items: unknown): Json =>
    mapped(items as Record<string, Operations>, (operations) =>
      mapped(operations, (operation) =>
        Object.fromEntries([
          ...LISTED.filter((name) => name in operation).map((name) => [name, operation[name]]),
          ['x-search', searchWordsOf(operation)],
        ]),
      ),
    );
  return {
    ...document,
    paths: outlined(document.paths),
    webhooks: outlined(document.webhooks ?? {}),
    components: { securitySchemes: document.components?.securitySchemes },
  };
}

/** Returns the words of the description and of the names of examples, each once. */
function searchWordsOf({ description = '', requestBody }: Json): string {
  const { content = {} } = (requestBody ?? {}) as { readonly content?: Readonly<Record<string, Json>> };
  const examples = Object.values(content).flatMap((body) => Object.keys(body['examples'] ?? {}));
  return [
    ...new Set(
      [String(description), ...examples]
        .join(' ')
        .toLowerCase()
        .match(/[\p{L}\p{N}_]+/gu),
    ),
  ].join(' ');
}

/** Returns the operations by their ids, with references. */
export function operationsOf({ paths, webhooks = {} }: OpenAPIObject): ReadonlyMap<string, Json> {
  const items = [...Object.values(paths), ...Object.values(webhooks)] as unknown as Operations[];
  const operations = items.flatMap((item) => Object.values(item));
  return new Map(operations.map((operation) => [String(operation['operationId']), operation]));
}

/** Replaces all references into `components`. A schema inside itself ends with its name. */
export function withoutReferences(value: unknown, { components }: OpenAPIObject): unknown {
  const targets = components as unknown as Record<string, Json>;
  const resolved = (part: unknown, parents: readonly string[]): unknown => {
    if (Array.isArray(part)) return part.map((item) => resolved(item, parents));
    if (typeof part !== 'object' || part === null) return part;
    const { $ref, ...others } = part as Json;
    if (typeof $ref !== 'string') return mapped(part as Json, (member) => resolved(member, parents));
    const [, , kind = '', name = ''] = $ref.split('/');
    const title = kind === 'schemas' ? { title: name } : {};
    if (parents.includes($ref)) return { ...title, type: 'object', ...others };
    return { ...title, ...(resolved(targets[kind]?.[name], [...parents, $ref]) as Json), ...others };
  };
  return resolved(value, []);
}

function mapped<T>(object: Readonly<Record<string, T>>, change: (value: T) => unknown): Json {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}
