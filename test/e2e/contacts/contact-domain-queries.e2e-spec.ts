import type { Operation } from '../../support/documented-fields.js';
import { type HostileClient, type HostileRequest, urlEncoded } from '../../support/hostile-client.js';
import { createFixtures, operationsOfContacts, target, WRITES } from '../../support/refusals/contact-domain.js';
import { foreignCursors, QUERIES, queryOf, WALKS } from '../../support/refusals/query-kinds.js';
import { unexpectedAnswers, badParam, invalidId, wrongMethod } from '../../support/refusals/refusal.js';
import { filled } from '../../support/routes.js';
import { differences, storedRows } from '../../support/stored-rows.js';
import { World } from '../../support/world.js';

const LARGEST_ID = '4294967295';

/** Ids of no resource: unused ones, and values that are not positive integers. */
const NO_IDS = [
  LARGEST_ID,
  '999999',
  '4294967296',
  '99999999999999999999',
  '0',
  '-1',
  '1.5',
  '1e0',
  '0x1',
  '+1',
  ' 1',
  '１',
  'x',
  '🎉',
  'null',
  '1,2',
  '1/',
  "1'",
];
const NO_SLUGS = ['nothing', 'my_checkbox ', 'my-checkbox', '1', '🎉', 'x'.repeat(191), '__proto__', "'"];

/** Checks every query parameter and every path id that the API document names. */
describe('invalid URLs of the contact domain', () => {
  let world: World;
  let client: HostileClient;
  let stored: Record<string, unknown[]>;

  beforeAll(async () => {
    world = await World.start({ worker: false });
    client = await createFixtures(world);
    stored = await storedRows(world.db);
  });
  afterEach(async () => {
    const before = stored;
    stored = await storedRows(world.db);
    expect(differences(before, stored)).toEqual([]);
  });

  const nameOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`;

  /** With a body that would be valid. */
  function requestOf({ method, path }: Pick<Operation, 'method' | 'path'>, address = target(path)): HostileRequest {
    const write = WRITES.find((candidate) => candidate.method === method && candidate.path === path);
    return { method, path: address, ...(write ? { body: write.body(write.sound(1)) } : {}) };
  }

  describe('in a query', () => {
    it('are tested for every parameter in the API document', () => {
      const documented = operationsOfContacts(client).flatMap((operation) =>
        operation.queryParameters.map((name) => `${nameOf(operation)} ${name}`),
      );
      const known = Object.entries(QUERIES).flatMap(([operation, kinds]) =>
        Object.keys(kinds).map((name) => `${operation} ${name}`),
      );
      expect(documented.sort()).toEqual(known.sort());
      expect(documented.length).toBeGreaterThan(60);
    });

    it.each(Object.keys(QUERIES))('are refused with the exact message by %s', async (name) => {
      const [method, path] = name.split(' ') as [Operation['method'], string];
      const request = requestOf({ method, path });
      const refusals = Object.entries(QUERIES[name] ?? {}).flatMap(([parameter, { refuses }]) =>
        refuses.map(([suffix, reason]) =>
          badParam({ ...request, path: `${request.path}?${queryOf(parameter, suffix)}` }, parameter, reason),
        ),
      );
      expect(refusals.length).toBeGreaterThanOrEqual(7);
      expect(await unexpectedAnswers(client, refusals)).toEqual([]);
    });

    it.each(Object.keys(QUERIES).filter((name) => name.startsWith('get ')))(
      'do not include values at the limits of %s',
      async (name) => {
        const requests = Object.entries(QUERIES[name] ?? {}).flatMap(([parameter, { takes }]) =>
          takes.map((suffix) => ({
            method: 'get',
            // A segment explains existing contacts only.
            path: `${target(name.slice('get '.length))}?${queryOf(parameter, suffix).replace(/^(contact_id)=4.*/, '$1=2')}`,
          })),
        );
        const answers = await client.sendAll(requests);
        expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      },
    );

    it('are all reported at once', async () => {
      const refused = ['per_page=0', 'page=x', 'order_by=hash', 'ids=x', 'lists=0', 'statuses=x', 'custom_fields=2'];
      const answer = await client.send({ method: 'get', path: `/subscribers?${refused.join('&')}` });
      const { message, data } = JSON.parse(answer.body) as { message: string; data: { params: object } };
      expect(answer.status).toBe(400);
      expect(message).toBe(`Invalid parameter: ${Object.entries(data.params)[0]!.join(' ')}`);
      expect(data.params).toEqual({
        per_page: 'must be at least 1',
        page: 'must be a whole number',
        order_by: 'must be one of: id, email, created_at, updated_at',
        ids: 'must hold ids only',
        lists: 'must hold ids or slugs only',
        statuses: 'must hold only: subscribed, unsubscribed, pending, bounced, complained',
        custom_fields: 'must be true or false',
      });
    });

    it('include an unknown contact to explain', async () => {
      const path = '/segments/1/explain';
      expect(
        await unexpectedAnswers(client, [
          badParam({ method: 'get', path }, 'contact_id', 'is required'),
          invalidId({ method: 'get', path: `${path}?contact_id=${LARGEST_ID}` }),
        ]),
      ).toEqual([]);
    });

    it.each(WALKS)('include a cursor of another list at %s', async (path, stands) => {
      const refusals = foreignCursors(stands).map((cursor) =>
        badParam(
          { method: 'get', path: `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}` },
          'cursor',
          'is not a cursor of this list',
        ),
      );
      expect(refusals.length).toBeGreaterThanOrEqual(2);
      expect(await unexpectedAnswers(client, refusals)).toEqual([]);
    });

    it('do not include a page past the end, which is empty', async () => {
      for (const [path, pick] of [
        ['/subscribers', 'data'],
        ['/companies', 'companies'],
        ['/segments/1/subscribers', 'data'],
        ['/subscribers/1/notes', 'notes'],
        ['/companies/1/notes', 'notes'],
        ['/subscribers/1/tracking-events', 'events'],
      ] as const) {
        const { body } = await world.all.get(`${path}?page=1000000000&per_page=1000`).expect(200);
        expect(pick === 'data' ? body : body[pick]).toMatchObject({ data: [], from: null, to: null });
      }
    });
  });

  describe('in a path', () => {
    const withIds = (): Operation[] =>
      operationsOfContacts(client).filter(({ pathParameters }) => pathParameters.length > 0);

    it('include every unknown id in every position', async () => {
      const refusals = withIds().flatMap((operation) =>
        operation.pathParameters.flatMap((parameter) =>
          (parameter === 'slug' ? NO_SLUGS : NO_IDS).map((id) => {
            const valid = { id: '1', slug: 'my_checkbox', noteId: operation.path.startsWith('/companies') ? '2' : '1' };
            const query = operation.path.endsWith('/explain') ? '?contact_id=1' : '';
            return invalidId(
              requestOf(operation, filled(operation.path, '', { ...valid, [parameter]: urlEncoded(id) }) + query),
            );
          }),
        ),
      );
      expect(refusals.length).toBeGreaterThan(500);
      expect(await unexpectedAnswers(client, refusals)).toEqual([]);
    });

    it('include the address of no contact', async () => {
      const addresses = [
        '',
        'unknown@example.com',
        'nobody',
        'known@example.com,second@example.com',
        '%',
        "' OR '1'='1",
        '🎉',
      ];
      expect(
        await unexpectedAnswers(client, [
          ...addresses.map((address) =>
            invalidId({ method: 'get', path: `/subscribers/0?get_by_email=${urlEncoded(address)}` }),
          ),
          // Only the id 0 selects by address.
          invalidId({ method: 'get', path: '/subscribers/00?get_by_email=known@example.com' }),
          invalidId({ method: 'get', path: '/subscribers/999999?get_by_email=known@example.com' }),
          invalidId({ method: 'put', path: '/subscribers/0?get_by_email=known@example.com', body: { city: 'Rome' } }),
          invalidId({ method: 'delete', path: '/subscribers/0?get_by_email=known@example.com' }),
        ]),
      ).toEqual([]);
    });

    it('include a note of another subject', async () => {
      const [, write] = WRITES.filter(({ name }) => name.startsWith('changing a note of a contact'));
      const body = write?.body(write.sound(1));
      expect(
        await unexpectedAnswers(
          client,
          // Note 1 belongs to contact 1, note 2 to company 1.
          ['/subscribers/2/notes/1', '/subscribers/1/notes/2', '/companies/1/notes/1', '/companies/2/notes/2'].flatMap(
            (path) => [invalidId({ method: 'put', path, body }), invalidId({ method: 'delete', path })],
          ),
        ),
      ).toEqual([]);
    });

    it('include unsupported methods', async () => {
      const operations = operationsOfContacts(client);
      const matches = (pattern: string, path: string): boolean =>
        new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path);
      const paths = [...new Set(operations.map(({ path }) => target(path)))];
      const refusals = paths.flatMap((path) =>
        ['get', 'post', 'put', 'delete', 'patch']
          .filter((method) => !operations.some((other) => other.method === method && matches(other.path, path)))
          .map((method) => {
            const allowed = operations
              .filter((other) => matches(other.path, path))
              .map((other) => other.method.toUpperCase());
            const methods = [...new Set([...allowed, ...(allowed.includes('GET') ? ['HEAD'] : [])])].sort().join(', ');
            const request = { method, path, ...(method === 'get' ? {} : { body: { title: 'x' } }) };
            return wrongMethod(request, methods);
          }),
      );
      expect(refusals.length).toBeGreaterThan(40);
      expect(await unexpectedAnswers(client, refusals)).toEqual([]);
    });
  });
});

describe('deleted resources', () => {
  let world: World;
  let client: HostileClient;
  beforeAll(async () => {
    world = await World.start({ worker: false });
    client = await createFixtures(world);
  });

  it('are not found', async () => {
    const gone = ['/subscribers/1/notes/1', '/companies/1/notes/2'];
    const whole = ['/subscribers/1', '/lists/1', '/tags/1', '/companies/1', '/segments/1'];
    for (const path of [...gone, ...whole]) await world.all.delete(path).expect(200);
    await world.all.delete('/custom-fields/contacts/my_checkbox?force=yes').expect(200);
    const before = await storedRows(world.db);
    const refusals = operationsOfContacts(client)
      .filter(({ pathParameters }) => pathParameters.length > 0)
      .map(({ method, path }) => {
        const write = WRITES.find((candidate) => candidate.method === method && candidate.path === path);
        // Resources in valid bodies must still exist.
        const members = { ...write?.sound(1), custom_values: { color: 'blue' } };
        const query = path.endsWith('/explain') ? '?contact_id=2' : '';
        return invalidId({ method, path: target(path) + query, ...(write ? { body: write.body(members) } : {}) });
      });
    expect(refusals.length).toBeGreaterThanOrEqual(30);
    expect(await unexpectedAnswers(client, refusals)).toEqual([]);
    const named = { tags: [1, 2], attach_lists: [1], detach_lists: [1] };
    const unknown = { tags: 'unknown: 1', attach_lists: 'unknown: 1', detach_lists: 'unknown: 1' };
    const members = { method: 'put', path: '/companies/attach-subscribers' };
    expect(
      await unexpectedAnswers(client, [
        invalidId({ method: 'get', path: '/subscribers/0?get_by_email=known@example.com' }),
        {
          ...badParam(
            { method: 'put', path: '/subscribers/2', body: { city: 'Rome', ...named } },
            'attach_lists',
            'unknown: 1',
          ),
          data: { params: unknown },
        },
        badParam({ ...members, body: { subscriber_ids: [1, 2], company_ids: [2] } }, 'subscriber_ids', 'unknown: 1'),
        badParam({ ...members, body: { subscriber_ids: [2], company_ids: [1, 2] } }, 'company_ids', 'unknown: 1'),
      ]),
    ).toEqual([]);
    expect(differences(before, await storedRows(world.db))).toEqual([]);
  });
});
