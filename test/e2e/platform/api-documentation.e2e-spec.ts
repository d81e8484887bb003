import { API_TAGS } from '../../../src/api-description.js';
import { apiDocument } from '../../../src/api-documentation.js';
import { type Route, routesOf } from '../../support/routes.js';
import { World } from '../../support/world.js';

interface Answer {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
}

interface Operation {
  readonly route: string;
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters?: readonly { readonly $ref?: string; readonly name?: string; readonly description?: string }[];
  readonly responses: Readonly<Record<string, Answer>>;
  readonly 'x-permission': Route['rule'];
}

describe('the API document', () => {
  let world: World;
  let operations: Operation[];
  let prefix: string;
  beforeAll(async () => {
    world = await World.start({ worker: false });
    prefix = world.config.http.basePaths[0] ?? '';
    operations = Object.entries(apiDocument(world.api).paths).flatMap(([path, item]) =>
      Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
        ...operation,
        route: `${method} ${path}`,
      })),
    );
  });
  afterAll(() => world.stop());

  const repeated = (values: readonly string[]): string[] =>
    values.filter((value, index) => values.indexOf(value) !== index);

  it('has a unique operation id for each operation, which becomes a method of generated clients', () => {
    const names = operations.map(({ operationId }) => operationId);
    expect(names.length).toBeGreaterThan(200);
    expect(names.filter((name) => !/^[a-z]+([A-Z][a-z]*)*$/.test(name))).toEqual([]);
    expect(repeated(names)).toEqual([]);
  });

  it('has a unique summary for each operation', () => {
    expect(operations.filter(({ summary }) => !summary).map(({ route }) => route)).toEqual([]);
    const summaries = operations.filter(({ route }) => route.includes(prefix)).map(({ summary }) => summary);
    expect(repeated(summaries)).toEqual([]);
  });

  it('describes every tag that is used, and no other', () => {
    const described = API_TAGS.map(({ name }) => name).filter((name) => name !== 'Webhook calls');
    expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(new Set(described));
    expect(operations.filter(({ tags }) => tags.length !== 1).map(({ route }) => route)).toEqual([]);
  });

  it('states the permissions of each operation as the guard checks them', () => {
    const rules = new Map(
      routesOf(world).map(({ method, path, rule }) => [
        `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
        { rule, guarded: rule.kind !== 'public' },
      ]),
    );
    for (const { route, security, ...operation } of operations) {
      const known = rules.get(route.replace(` ${prefix}/`, ' /'));
      expect([route, operation['x-permission'], security.length > 0]).toEqual([route, known?.rule, known?.guarded]);
    }
  });

  it('describes every parameter', () => {
    const bare = operations.flatMap(({ route, parameters = [] }) =>
      parameters.filter(({ $ref, description }) => !$ref && !description).map(({ name }) => `${route} ${name ?? ''}`),
    );
    expect(bare).toEqual([]);
  });

  it('has a schema for every response with a body, and the one error shape for every error of the API', () => {
    const wanting = operations.flatMap(({ route, responses }) =>
      Object.entries(responses)
        .filter(([status, { $ref, content }]) => {
          if ($ref || status.startsWith('3')) return false;
          return !content || Object.values(content).some(({ schema }) => !schema);
        })
        .map(([status]) => `${route} ${status}`),
    );
    expect(wanting).toEqual([]);
    const others = operations
      .filter(({ route }) => route.includes(` ${prefix}/`))
      .flatMap(({ route, responses }) =>
        Object.entries(responses)
          .filter(([status, { $ref, content }]) => status >= '4' && !$ref && !isError(content))
          .map(([status]) => `${route} ${status}`),
      );
    expect(others).toEqual([]);
  });

  const isError = (content: Answer['content']): boolean =>
    JSON.stringify(content?.['application/json']?.schema) === '{"$ref":"#/components/schemas/ErrorResponse"}';
});
