import { connect } from 'node:net';
import { withField } from '../support/documented-fields.js';
import { leakedInternals, shapeError } from '../support/fuzz/response-errors.js';
import { type HostileAnswer, HostileClient, type HostileRequest, sampleOf } from '../support/hostile-client.js';
import { apiRoutesOf, filled } from '../support/routes.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { World } from '../support/world.js';

/** Routes whose responses depend only on the secret or are constant. */
/** These answers need no database. */
const CONSTANT_RESPONSES = ['/feedback/providers', '/funnels/triggers', '/funnels/actions', '/audit-log/requests'];

const faultsOf = (answers: readonly HostileAnswer[]): string[] =>
  answers.flatMap((answer) => {
    const faults = [
      ...leakedInternals(answer.body),
      ...(answer.status >= 400 ? [shapeError(answer) ?? []].flat() : []),
      ...(answer.status >= 500 ? ['5xx'] : []),
    ];
    return faults.map((fault) => `${fault}: ${answer.status} ${answer.request} -> ${answer.body.slice(0, 300)}`);
  });

describe('errors', () => {
  describe('under fuzzing', () => {
    let world: World;
    let client: HostileClient;

    beforeAll(async () => {
      world = await World.start({ worker: false });
      client = new HostileClient(world);
      await client.createFixtures();
    });

    it.each([
      '{"message":"Error\\n    at Object.run (/srv/app/main.js:1:2)"}',
      '{"message":"select failed: SELECT id FROM contacts WHERE 1"}',
      '{"message":"connect ECONNREFUSED 10.0.0.1:3306"}',
      '{"message":"Cannot read properties of undefined"}',
    ])('T48 would notice %s', (body) => {
      expect(leakedInternals(body)).not.toEqual([]);
      expect(shapeError({ status: 500, body })).not.toBeNull();
    });

    it('T48 for a thousand invalid requests have the one shape and reveal no internals', async () => {
      const brokenBodies = [
        '{"a":',
        '[',
        '"',
        '{"a":1}}',
        "{'a':1}",
        'undefined',
        '\u0000',
        '{"a":NaN}',
        '{"a":"\\ud800"}',
        'null',
        '1',
        '[]',
        '""',
      ];
      const badIds = [
        '0',
        '-1',
        'abc',
        '1.5',
        '0x1',
        '1e3',
        '99999999999999999999',
        '%00',
        '%20',
        '%F0%9F%98%80',
        '1%2F2',
        '%zz',
      ];
      const nonsense: unknown[] = [null, 7, '', 'x'.repeat(300), [], [{}], {}, { x: 1 }, true, -1e300];
      const requests: HostileRequest[] = client.operations.flatMap((operation, turn) => {
        const { method } = operation;
        const writes = method === 'post' || method === 'put';
        return [
          ...(writes
            ? sampleOf(brokenBodies, turn, 3).map((body) => ({ method, path: client.target(operation), body }))
            : []),
          ...(operation.pathParameters.length > 0
            ? sampleOf(badIds, turn, 4).map((id) => ({
                method,
                path: filled(operation.path, id),
                ...(writes ? { body: {} } : {}),
              }))
            : []),
          ...operation.bodyFields.flatMap(({ path }, index) =>
            sampleOf(nonsense, turn + index, 10).map((value) => ({
              method,
              path: client.target(operation),
              body: withField(client.validBody(operation), path, value),
            })),
          ),
          ...(method === 'get'
            ? operation.queryParameters.flatMap((name, index) =>
                sampleOf(['=', '=x', '[a]=1'], turn + index, 3).map((value) => ({
                  method,
                  path: `${client.target(operation)}?${name}${value}`,
                })),
              )
            : []),
        ];
      });
      expect(requests.length).toBeGreaterThanOrEqual(1_000);
      const answers = await client.sendAll(requests);
      expect(answers.filter(({ status }) => status >= 400).length).toBeGreaterThan(600);
      // Successful responses return stored values, including generated addresses, so only errors are checked.
      expect(faultsOf(answers.filter(({ status }) => status >= 400))).toEqual([]);
    });

    it.each([
      ['an unknown path', 'GET', '/no/such/path', ''],
      ['an invalid path', 'GET', '/%zz', ''],
      ['an unknown method', 'PROPFIND', '/tags', ''],
      ['an unsupported media type', 'POST', '/tags', 'Content-Type: text/xml\r\nContent-Length: 4\r\n\r\n<a/>'],
      [
        'an invalid compressed body',
        'POST',
        '/tags',
        'Content-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}',
      ],
      [
        'an unknown compression',
        'POST',
        '/tags',
        'Content-Type: application/json\r\nContent-Encoding: xyz\r\nContent-Length: 2\r\n\r\n{}',
      ],
      ['an unusual Host', 'GET', '/subscribers?page=x', 'Host: "><script>\r\n\r\n'],
    ])('T48 for %s have the one shape', async (_what, method, path, rest) => {
      const { username, password } = world.all.credentials ?? { username: '', password: '' };
      const head = [
        `${method} ${world.config.http.basePaths[0] ?? ''}${path} HTTP/1.1`,
        ...(rest.includes('Host:') ? [] : ['Host: carillon.test']),
        'Connection: close',
        `Authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
        rest === '' ? '\r\n' : rest,
      ].join('\r\n');
      const answer = await raw(world, head);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(faultsOf([answer])).toEqual([]);
    });
  });

  describe('of request targets and heads that cannot be read', () => {
    let world: World;
    beforeAll(async () => {
      world = await World.start({ worker: false });
    });

    const { authorization } = {
      authorization: (): string => Buffer.from(Object.values(world.all.credentials!).join(':')).toString('base64'),
    };
    /** @returns the whole answer to a request as it is written. */
    async function answerTo(head: string): Promise<string> {
      const { hostname, port } = new URL(world.origin);
      const socket = connect(Number(port), hostname);
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.write(head);
      await new Promise((resolve) => socket.once('close', resolve));
      return text;
    }
    const get = (target: string): Promise<string> =>
      answerTo(
        `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Basic ${authorization()}\r\n\r\n`,
      );

    it.each(['http://any.host', 'HTTPS://any.host:8443', 'http://[::1]:80'])(
      'T48 reads a target in absolute form as its path: %s',
      async (origin) => {
        await world.given.contact();
        await world.given.contact();
        const listed = await get(`${origin}/api/v2/subscribers?per_page=1`);
        expect(listed).toMatch(/^HTTP\/1\.1 200/);
        expect(listed).toContain(
          `"next_page_url":"${world.config.http.publicUrl}/api/v2/subscribers?per_page=1&page=2"`,
        );
        expect(await get(`${origin}/health/live`)).toMatch(/^HTTP\/1\.1 200/);
        expect(await get(origin)).toMatch(/^HTTP\/1\.1 200/);
        expect(await get(`${origin}/api/v2/nothing`)).toMatch(/^HTTP\/1\.1 404/);
      },
    );

    it.each([
      ['GET http://[/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
      ['GET http:// HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
      ['GET ftp://any.host/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
      ['POST http://a:b:c/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
      ['GET nothing HTTP/1.1\r\nHost: x\r\n\r\n', 400],
      ['nonsense\r\n\r\n', 400],
      ['GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
    ])('T48 have the one shape and an id: %.60s', async (head, status) => {
      const answer = await answerTo(head);
      const [top = '', body = ''] = answer.split('\r\n\r\n');
      expect(top).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      const [, id] = /^X-Request-Id: (\S+)\r?$/im.exec(top) ?? [];
      expect(JSON.parse(body)).toMatchObject({ code: 'rest_invalid_param', data: { status, request_id: id } });
    });
  });

  describe('while the database is unavailable', () => {
    let proxy: TcpProxy;
    let world: World;

    beforeAll(async () => {
      proxy = await TcpProxy.before(process.env['TEST_DATABASE_URL'] ?? '');
      world = await World.start({ worker: false, throughDatabase: (url) => proxy.through(url) });
    });

    it('T48 on every route are 503 with Retry-After, in the one shape, and the route is 200 again afterwards', async () => {
      await world.all.get('/tags').expect(200);
      await proxy.cut();
      const answers: HostileAnswer[] = [];
      const asking = apiRoutesOf(world).filter(({ path }) => !CONSTANT_RESPONSES.some((end) => path.endsWith(end)));
      for (const { method, path } of asking) {
        const response = await world.all.send(method, filled(path, '1')).send();
        const retryAfter = Number(response.headers['retry-after']);
        const outcome = { method, path, status: response.status, code: response.body.code, waits: retryAfter > 0 };
        // A request that is decided by its body alone may still be answered.
        if (![400, 415].includes(response.status))
          expect(outcome).toEqual({ method, path, status: 503, code: 'service_unavailable', waits: true });
        answers.push({ request: `${method} ${path}`, status: response.status, body: response.text });
      }
      expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(40);
      expect(faultsOf(answers).filter((fault) => !fault.startsWith('5xx'))).toEqual([]);
      await world.http.get('/health/live').expect(200);
      const ready = await world.http.get('/health/ready').expect(503);
      expect(leakedInternals(ready.text)).toEqual([]);

      await proxy.restore();
      await world.all.get('/tags').expect(200);
    });
  });
});

/** The response to bytes that no HTTP client would send. */
async function raw(world: World, request: string): Promise<HostileAnswer> {
  const { hostname, port } = new URL(world.origin);
  const socket = connect(Number(port), hostname);
  socket.write(request);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  return { request, status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0), body };
}
