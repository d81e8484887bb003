import { API_TAGS } from '../../../src/openapi/api-description.js';
import { apiDocument } from '../../../src/openapi/api-documentation.js';
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
          if ($ref || status.startsWith('3') || status === '204') return false;
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

  it('lists tags in the order of work, and in each the collection, one element, and then special actions', () => {
    const tags = API_TAGS.map(({ name }) => name);
    const ranks = operations.map(({ tags: [tag = ''] }) => tags.indexOf(tag));
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    const contacts = operations.filter(({ tags: [tag] }) => tag === 'Contacts').map(({ operationId }) => operationId);
    expect(contacts.slice(0, 5)).toEqual([
      'listContacts',
      'createContact',
      'getContact',
      'updateContact',
      'deleteContact',
    ]);
    expect(contacts.indexOf('addOrUpdateContacts')).toBeGreaterThan(contacts.indexOf('listContactConsents'));
  });

  it('is served compressed, and not again while it is unchanged', async () => {
    const plain = await world.http.get('/docs/openapi.json').set('Accept-Encoding', 'identity').expect(200);
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const encoding of ['br', 'gzip']) {
      const { headers, text } = await world.http.get('/docs/openapi.json').set('Accept-Encoding', encoding).expect(200);
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
      expect(text).toBe(plain.text);
      expect(Number(headers['content-length'])).toBeLessThan(plain.text.length / 8);
      const again = await world.http
        .get('/docs/openapi.json')
        .set({ 'Accept-Encoding': encoding, 'If-None-Match': headers['etag'] ?? '' });
      expect([again.status, again.text]).toEqual([304, '']);
    }
  });

  it('reaches Swagger UI as an outline and one file for each operation, without references', async () => {
    const outline = (await world.http.get('/docs/outline.json').expect(200)).body;
    const listed = [outline.paths, outline.webhooks].flatMap((items: Record<string, Record<string, Operation>>) =>
      Object.values(items).flatMap((item) => Object.values(item).map(({ operationId }) => operationId)),
    );
    expect(listed.length).toBeGreaterThan(operations.length);
    for (const id of listed) {
      const { text, body } = await world.http.get(`/docs/operations/${id}.json`).expect(200);
      expect([body.operationId, text.includes('"$ref"')]).toEqual([id, false]);
    }
    await world.http.get('/docs/operations/nothing.json').expect(404);
    await world.http.post('/docs/outline.json').expect(404);
  });

  it('links the document and the guide, and shows the version of the product', async () => {
    const { info } = (await world.http.get('/docs/outline.json').expect(200)).body;
    expect(info.version).toMatch(/^\d+\.\d+\.\d+/);
    const links = [...String(info.description).matchAll(/\]\((\/[^)]+)\)/g)].map(([, path]) => path ?? '');
    // As Markdown until the site is built.
    expect([
      ['/docs/openapi.json', '/docs/guide/README.md', '/docs/README.md'],
      ['/docs/openapi.json', '/docs/guide/guide/index.html', '/docs/guide/'],
    ]).toContainEqual(links);
    for (const path of links) await world.http.get(path).expect(200);
    for (const path of ['/docs/../package.json', '/docs/%2e%2e/README.md', '/docs/guide/none.md', '/docs/package.json'])
      await world.http.get(path).expect(404);
  });

  it('caches the script of the page for a year under its version', async () => {
    const { text } = await world.http.get('/docs').expect(200);
    const [url = ''] = /\/docs\/swagger-ui-bundle\.js\?v=[\w-]+/.exec(text) ?? [];
    const { headers } = await world.http.get(url).expect(200);
    expect(headers['cache-control']).toBe('private, max-age=31536000, immutable');
    const other = await world.http.get('/docs/swagger-ui-bundle.js?v=other').expect(200);
    expect(other.headers['cache-control']).toBe('private, no-cache');
  });

  const isError = (content: Answer['content']): boolean =>
    JSON.stringify(content?.['application/json']?.schema) === '{"$ref":"#/components/schemas/ErrorResponse"}';
});
