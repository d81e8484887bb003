import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Response } from 'supertest';
import { RequestRedis } from '../../../src/platform/redis/redis.js';
import { DIALECT, WITH_DIALECT } from '../../support/dialect-client.js';
import { readApiDocument } from '../../support/response-check/api-document-file.js';
import { filled, FOR_SERVICES, routesOf } from '../../support/routes.js';
import { World } from '../../support/world.js';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];

describe('HTTP conventions', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ env: WITH_DIALECT });
  });

  /** Without the decoding of the usual client. */
  function ask(method: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
    const { username, password } = world.all.credentials!;
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest(
        world.origin + path,
        { method, agent: false, headers: { authorization, connection: 'keep-alive', ...headers } },
        (incoming) => {
          const chunks: Buffer[] = [];
          const done = (): void => {
            resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) });
          };
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', done);
          if (incoming.headers['content-type'] === 'text/event-stream') {
            done();
            incoming.destroy();
          }
        },
      );
      outgoing.on('error', reject).end();
    });
  }
  interface ErrorBody {
    readonly code: string;
    readonly data: object;
  }
  const jsonOf = ({ body }: Answer): ErrorBody => JSON.parse(body.toString('utf8')) as ErrorBody;

  describe('a method that a known path does not have', () => {
    /** The address of every route, with all methods of the routes that match it. */
    const known = (): Map<string, Set<string>> => {
      const routes = routesOf(world).filter(({ path }) => !FOR_SERVICES.test(path) && !path.includes('*'));
      const addressOf = (path: string): string => {
        const isOutside = /^\/(t|health|metrics|dev|docs|console|wp-json)(\/|$)|^\/$/.test(path);
        return filled(`${isOutside ? '' : '/api/v2'}${path}`, '1', { slug: 'a', provider: 'ses', page: 'preferences' });
      };
      const matches = (pattern: string, path: string): boolean =>
        new RegExp(`^${pattern.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}$`).test(path);
      return new Map(
        routes.map(({ path }) => {
          const address = addressOf(path);
          const prefix = address.startsWith('/api/v2') ? '/api/v2' : '';
          const own = routes.filter((route) => matches(prefix + route.path, address));
          return [address, new Set(own.map(({ method }) => method.toUpperCase()))];
        }),
      );
    };

    it('is 405, with the methods that the path has', async () => {
      const wrong: string[] = [];
      let asked = 0;
      for (const [path, methods] of known()) {
        if (path.startsWith(DIALECT)) continue;
        for (const method of METHODS.filter((candidate) => !methods.has(candidate))) {
          const { status, headers, body } = await ask(method, path);
          const allowed = new Set((headers.allow ?? '').split(', '));
          const expected = [...methods, ...(methods.has('GET') ? ['HEAD'] : [])];
          if (status !== 405 || [...allowed].sort().join() !== expected.sort().join())
            wrong.push(`${method} ${path}: ${status} Allow: ${headers.allow} instead of ${expected.join(', ')}`);
          else if (path.startsWith('/api/') && !body.toString().includes('"rest_method_not_allowed"')) wrong.push(path);
          asked += 1;
        }
      }
      expect(wrong).toEqual([]);
      expect(asked).toBeGreaterThan(500);
    });

    it('is 405 on the compatibility path, which has methods of its own', async () => {
      const wrong: string[] = [];
      for (const [path, methods] of known()) {
        if (!path.startsWith('/api/v2/')) continue;
        const alias = DIALECT + path.slice('/api/v2'.length);
        for (const method of ['PATCH', 'PROPFIND']) {
          const { status, headers } = await ask(method, alias);
          const allowed = (headers.allow ?? '').split(', ');
          if (status !== 405 || [...methods].some((name) => !allowed.includes(name)) || allowed.includes(method))
            wrong.push(`${method} ${alias}: ${status} Allow: ${headers.allow}`);
        }
      }
      expect(wrong).toEqual([]);
      const own: [string, string, string][] = [
        ['POST', '/subscribers/subscribers-property', 'PUT'],
        ['POST', '/companies/companies-property', 'PUT'],
        ['PUT', '/campaigns/1/un-schedule', 'POST'],
        ['POST', '/funnels/1/change-trigger', 'PUT'],
        ['PUT', '/funnels/1/sequences/save-email-action', 'POST'],
        ['POST', '/funnels/subscriber/1/automations', 'GET'],
      ];
      const answers: string[] = [];
      for (const [method, path] of own) {
        const { status, headers } = await ask(method, DIALECT + path);
        answers.push(`${method} ${path}: ${status} ${headers.allow}`);
      }
      expect(answers).toEqual(
        own.map(([method, path, allowed]) => expect.stringMatching(new RegExp(`^${method} ${path}: 405 .*${allowed}`))),
      );
    });

    it.each(['/console', '/console/contacts', '/health/live', '/health/ready', '/'])(
      'is 405 for callers without credentials at %s',
      async (path) => {
        for (const method of ['post', 'put', 'patch', 'delete'] as const) {
          const answer = await world.http[method](path);
          expect([method, answer.status, answer.headers['allow']]).toEqual([method, 405, 'GET, HEAD']);
        }
      },
    );
  });

  describe('an unknown path', () => {
    it.each([
      ['/contacts', '/api/v2/subscribers'],
      ['/subscribers', '/api/v2/subscribers'],
      ['/api/v1/subscribers', '/api/v2/subscribers'],
      ['/api/v3/campaigns/7', '/api/v2/campaigns/{id}'],
      ['/v2/subscribers', '/api/v2/subscribers'],
      ['/api/subscribers', '/api/v2/subscribers'],
      ['/api/v2/subscriber/5', '/api/v2/subscribers/{id}'],
      ['/api/v2/contacts/5', '/api/v2/subscribers/{id}'],
      ['/api/v2/subcribers', '/api/v2/subscribers'],
      ['/api/v2/tag', '/api/v2/tags'],
      ['/api/v2/list/3', '/api/v2/lists/{id}'],
      ['/api/v2/webhook', '/api/v2/webhooks'],
      ['/api/v2/campain/3/status', '/api/v2/campaigns/{id}/status'],
      ['/api/v2/automations', '/api/v2/funnels'],
      ['/api/v2/orders', '/api/v2/commerce/orders'],
      ['/api/v2/custom-fields', '/api/v2/custom-fields/contacts'],
      ['/api/v2/reports/campaign', '/api/v2/reports/campaigns'],
      ['/api/v2/reports/subscriber-grwth', '/api/v2/reports/subscriber-growth'],
      ['/api/v2/reports/grwth', '/api/v2/reports/subscriber-growth'],
      ['/helth/live', '/health/live'],
      [`${DIALECT}/subscriber/5`, `${DIALECT}/subscribers/{id}`],
    ])('%s is 404 and names %s', async (path, nearest) => {
      const answer = await ask('GET', path);
      const { code, data } = jsonOf(answer);
      expect([answer.status, data]).toEqual([404, expect.objectContaining({ did_you_mean: nearest, status: 404 })]);
      expect(code).toBe(path.includes('/reports/') ? 'report_not_found' : 'rest_no_route');
    });

    it('that resembles no route names none', async () => {
      for (const path of ['/xyzzy', '/api/v2/qqqqqqqqqqqq', '/wp-login.php', '/.env'])
        expect([path, jsonOf(await ask('GET', path)).data]).toEqual([
          path,
          expect.not.objectContaining({ did_you_mean: expect.anything() }),
        ]);
    });

    it('is a page with a way back for browsers', async () => {
      const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
      for (const path of ['/nothing', '/api/v2/nothing', '/api/v1/subscribers', '/<script>alert(1)</script>']) {
        const { status, headers, body } = await ask('GET', encodeURI(path), { accept });
        const page = body.toString('utf8');
        expect([path, status, headers['content-type']]).toEqual([path, 404, expect.stringContaining('text/html')]);
        expect(page).toMatch(/<a [^>]*href="\//);
        expect(page).not.toContain('<script>alert');
      }
      const page = await ask('GET', '/api/v1/subscribers', { accept });
      expect(page.body.toString('utf8')).toContain('/api/v2/subscribers');
      for (const preferred of ['application/json, text/plain, */*', '*/*', 'application/json'])
        expect(jsonOf(await ask('GET', '/nothing', { accept: preferred })).code).toBe('rest_no_route');
    });
  });

  describe('compression', () => {
    const LONG = '/api/v2/reports/options';
    const encodingOf = async (path: string, headers: Record<string, string>) =>
      (await ask('GET', path, headers)).headers['content-encoding'];

    it.each([
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const)('by %s has the same content', async (name, decoded) => {
      const plain = await ask('GET', LONG, { 'accept-encoding': 'identity' });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.body.length).toBeGreaterThan(1_024);
      for (const base of ['/api/v2', DIALECT]) {
        const path = LONG.replace('/api/v2', base);
        const packed = await ask('GET', path, { 'accept-encoding': name });
        expect(packed.headers).toMatchObject({
          'content-encoding': name,
          vary: expect.stringMatching(/accept-encoding/i),
        });
        expect(packed.body.length).toBeLessThan(plain.body.length);
        expect(JSON.parse(decoded(packed.body).toString('utf8'))).toMatchObject({ options: expect.any(Object) });
      }
    });

    it('prefers what the caller prefers, and is never forced', async () => {
      expect(await encodingOf(LONG, { 'accept-encoding': 'gzip, deflate, br' })).toMatch(/^(br|gzip)$/);
      expect(await encodingOf(LONG, { 'accept-encoding': 'br;q=0, gzip' })).toBe('gzip');
      for (const refused of [{}, { 'accept-encoding': 'gzip;q=0, br;q=0' }, { 'accept-encoding': 'zstd' }])
        expect(await encodingOf(LONG, refused)).toBeUndefined();
    });

    it('is used for errors and pages, but not for short answers, streams, public links, and other sites', async () => {
      const all = { 'accept-encoding': 'gzip, br' };
      expect(await encodingOf('/api/v2/senders', all)).toBeUndefined();
      expect(await encodingOf('/api/v2/events/stream', all)).toBeUndefined();
      const link = await ask('GET', '/t/p/invalid', { 'accept-encoding': 'identity' });
      expect(link.body.length).toBeGreaterThan(1_024);
      expect(await encodingOf('/t/p/invalid', all)).toBeUndefined();
      expect(await encodingOf(LONG, { ...all, 'sec-fetch-site': 'cross-site' })).toBeUndefined();
      for (const same of ['same-origin', 'none'])
        expect(await encodingOf(LONG, { ...all, 'sec-fetch-site': same })).toMatch(/^(br|gzip)$/);
    });
  });

  it('keeps connections longer than load balancers', async () => {
    for (const path of ['/health/live', '/api/v2/tags', '/api/v2/nothing', '/'])
      expect((await ask('GET', path)).headers['keep-alive']).toMatch(/^timeout=75\b/);
  });

  describe('ETag', () => {
    interface Single {
      readonly path: string;
      /** The members that a PUT changes, with a value that differs for each call. */
      readonly change?: (value: string) => object;
    }
    let snippets = 0;
    const title = (value: string) => ({ title: value });
    /** By the path of the API document, which must have no other resource. */
    const MADE: Record<string, () => Promise<Single>> = {
      '/subscribers/{id}': async () => ({
        path: `/subscribers/${(await world.given.contact()).id}`,
        change: (value) => ({ first_name: value }),
      }),
      '/lists/{id}': async () => ({ path: `/lists/${(await world.given.list()).id}`, change: title }),
      '/tags/{id}': async () => ({ path: `/tags/${(await world.given.tag()).id}`, change: title }),
      '/companies/{id}': async () => ({
        path: `/companies/${(await world.given.company()).id}`,
        change: (name) => ({ name }),
      }),
      '/segments/{id}': async () => ({ path: `/segments/${(await world.given.segment()).id}`, change: title }),
      '/campaigns/{id}': async () => ({ path: `/campaigns/${(await world.given.campaign()).id}`, change: title }),
      '/templates/{id}': async () => ({ path: `/templates/${(await world.given.template()).id}`, change: title }),
      '/snippets/{key}': async () => {
        const key = `s${(snippets += 1)}`;
        await world.all.post('/snippets').send({ key, title: 'x', html: 'x' }).expect(200);
        return { path: `/snippets/${key}`, change: title };
      },
      '/forms/{id}': async () => {
        const { body } = await world.all.post('/forms').send({ title: 'Sign up' }).expect(200);
        return { path: `/forms/${body.form.id}`, change: title };
      },
      '/funnels/{id}': async () => ({ path: `/funnels/${(await world.given.funnel()).id}`, change: title }),
      '/funnels/{id}/sequences/{sequenceId}': async () => {
        const { id, sequences } = await world.given.publishedFunnel({ sequences: [STEP] });
        return { path: `/funnels/${id}/sequences/${sequences[0]?.id}` };
      },
      '/funnels/{id}/versions/{version}': async () => ({
        path: `/funnels/${(await world.given.funnel({ sequences: [STEP] })).id}/versions/1`,
      }),
      '/emails/{id}': async () => {
        const { id } = await world.given.sender({ url: 'smtp://127.0.0.1:2525' });
        const email = { to: { email: 'ada@example.com' }, subject: 'Receipt', html: '<p>Paid</p>' };
        const { body } = await world.all.post('/emails').send({ ...email, sender_id: id, send_at: '2040-01-01' });
        return { path: `/emails/${body.email.id}` };
      },
      '/commerce/orders/{id}': async () => ({
        path: `/commerce/orders/${(await world.given.order()).id}`,
        change: (value) => ({ total: 10 + value.length + Number(value.slice(-1)) }),
      }),
      '/webhooks/{id}': async () => ({
        path: `/webhooks/${(await world.given.webhook({ url: 'https://receiver.example/a' })).id}`,
        change: (name) => ({ name }),
      }),
      '/senders/{id}': async () => ({
        path: `/senders/${(await world.given.sender({ url: 'smtp://127.0.0.1:2525' })).id}`,
        change: (name) => ({ name }),
      }),
      '/reports/scheduled/{id}': async () => ({
        path: `/reports/scheduled/${(await world.given.scheduledReport()).id}`,
        change: title,
      }),
    };
    const STEP = {
      action_name: 'wait_times',
      settings: { wait_type: 'unit_wait', wait_time_amount: 1, wait_time_unit: 'days' },
    };
    /** Only jobs and deliveries make these, and reports hold the time of their making. */
    const OTHERS = /^\/(bulk-actions|imports|audit-log)\/|\/(deliveries|replays)\/|^\/reports\/(?!scheduled\/)/;
    const names = Object.keys(MADE);
    const made = (name: string): Promise<Single> => MADE[name]!();
    const tagOf = async (path: string): Promise<string> => {
      const { headers } = await world.all.get(path).expect(200);
      expect(headers['etag']).toMatch(/^(W\/)?"[^"]+"$/);
      return headers['etag'] ?? '';
    };
    const put = (path: string, headers: Record<string, string>, body: object) =>
      world.all.put(path).set(headers).send(body);
    const changeable = names
      .filter((name) => !name.startsWith('/reports/') || name === '/reports/scheduled/{id}')
      .filter((name) => !/sequenceId|version|emails/.test(name));

    it('is checked for every single resource of the API document', () => {
      const { paths } = readApiDocument() as unknown as { paths: Record<string, object> };
      const documented = Object.entries(paths)
        .filter(([path, operations]) => path.startsWith('~/') && path.endsWith('}') && 'get' in operations)
        .map(([path]) => path.slice(1));
      expect(documented.filter((path) => !OTHERS.test(path)).sort()).toEqual([...names].sort());
    });

    it.each(names)('of %s stays the same while nothing changes, and gives 304', async (name) => {
      const { path } = await made(name);
      await world.settle();
      const tag = await tagOf(path);
      expect(await tagOf(path)).toBe(tag);
      const unchanged = await world.all.get(path).set('If-None-Match', `"other", ${tag}`).expect(304);
      expect([unchanged.text, unchanged.headers['etag']]).toEqual(['', tag]);
      await world.all.get(path).set('If-None-Match', '"other"').expect(200);
    });

    it.each(changeable)('of %s protects a change', async (name) => {
      const { path, change = title } = await made(name);
      const old = await tagOf(path);
      await put(path, { 'If-Match': `"other", ${old}` }, change('Changed 1')).expect(200);
      const present = await world.all.get(path).expect(200);
      expect(present.headers['etag']).not.toBe(old);
      for (const headers of [
        { 'If-Match': old },
        { 'If-Match': '"other"' },
        { 'If-Unmodified-Since': 'Fri, 01 Jan 2021 00:00:00 GMT' },
      ]) {
        const refused = await put(path, headers, change('Changed 2'));
        expect([headers, refused.status, refused.body.code]).toEqual([headers, 412, 'precondition_failed']);
      }
      expect((await world.all.get(path).expect(200)).body).toEqual(present.body);
      await put(path, { 'If-Match': '*' }, change('Changed 3')).expect(200);
      await put(path, { 'If-Unmodified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' }, change('Changed 4')).expect(200);
    });

    it('locks by keys of this installation, which may share Redis with others', async () => {
      const { path } = await made('/tags/{id}');
      const set = jest.spyOn(world.api.get(RequestRedis, { strict: false }).client, 'set');
      await put(path, { 'If-Match': '*' }, title('Changed by keys')).expect(200);
      const keys = set.mock.calls.map(([key]) => String(key));
      set.mockRestore();
      expect(keys.length).toBeGreaterThan(0);
      expect(keys.filter((key) => !key.includes(world.config.redis.prefix))).toEqual([]);
    });

    it.each(changeable)('of %s lets exactly one of two changes succeed at the same moment', async (name) => {
      const { path, change = title } = await made(name);
      for (let round = 0; round < 3; round += 1) {
        const tag = await tagOf(path);
        const both = await Promise.all(
          [2 * round + 1, 2 * round + 2].map((value) => put(path, { 'If-Match': tag }, change(`Race ${value}`))),
        );
        expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
        expect(both.filter(({ status }) => status === 412).map(({ body }) => body.code)).toEqual([
          'precondition_failed',
        ]);
      }
    });

    it.each(changeable.filter((name) => name !== '/commerce/orders/{id}'))(
      'of %s protects its deletion',
      async (name) => {
        const { path, change = title } = await made(name);
        const old = await tagOf(path);
        await put(path, {}, change('Changed')).expect(200);
        await world.all.delete(path).set('If-Match', old).expect(412);
        await world.all.get(path).expect(200);
        await world.all
          .delete(path)
          .set('If-Match', await tagOf(path))
          .expect(200);
        await world.all.get(path).expect(404);
      },
    );

    it('is no condition for resources that do not exist, nor before permissions', async () => {
      await put('/tags/999999', { 'If-Match': '"a"' }, title('x')).expect(404);
      const reader = await world.as('view_contacts');
      const { id } = await world.given.tag();
      await reader.put(`/tags/${id}`).set('If-Match', '"a"').send(title('x')).expect(403);
      await world.anonymous.put(`/tags/${id}`).set('If-Match', '"a"').send(title('x')).expect(401);
    });
  });

  it('counts and logs a conditional write as one request', async () => {
    const counted = async (): Promise<string[]> =>
      (await world.http.get('/metrics').expect(200)).text
        .split('\n')
        .filter((line) => /_count\{.*\/tags\/:id/.test(line));
    const { id } = await world.given.tag();
    const before = await counted();
    await world.all.put(`/tags/${id}`).set('If-Match', '"other"').send({ title: 'Never' }).expect(412);
    await world.all.put(`/tags/${id}`).set('If-Match', '*').send({ title: 'Counted' }).expect(200);
    const added = (await counted()).filter((line) => !before.includes(line));
    expect(added.map((line) => /method="(\w+)"/.exec(line)?.[1])).toEqual(['PUT', 'PUT']);
  });

  it('names query parameters that it does not know', async () => {
    const ignored = async (query: string, path = '/subscribers'): Promise<string | undefined> =>
      (await world.all.get(`${path}?${query}`).expect(200)).headers['carillon-ignored-parameters'];
    expect(await ignored('per_page=1&tags[]=1&sort_by=id&_cache=1&_wpnonce=x')).toBeUndefined();
    expect(await ignored('emial=a@example.com&per_page=1')).toBe('emial');
    expect((await ignored('b=1&a[]=1&c[x]=2&_=1'))?.split(', ').sort()).toEqual(['a', 'b', 'c']);
    expect(await ignored('serach=x', '/companies')).toBe('serach');
    expect(await ignored('x=1', '/reports/options')).toBe('x');
    const { id } = await world.given.tag();
    expect(await ignored('fields=title', `/tags/${id}`)).toBe('fields');
    const written = await world.all.post('/tags?forse=1').send({ title: 'Ignored' }).expect(200);
    expect(written.headers['carillon-ignored-parameters']).toBe('forse');
  });

  it('puts the first reason of a refusal into its message', async () => {
    const refused: Response[] = [];
    for (const [path, body] of [
      ['/subscribers', { email: 'x', status: 'subscribed' }],
      ['/subscribers', {}],
      ['/tags', {}],
      ['/webhooks', { name: 'x', events: [], url: 'https://receiver.example' }],
      ['/campaigns', { title: '', email_body: '{{ broken' }],
      ['/funnels', {}],
      ['/commerce/orders', { external_id: 1 }],
    ] as const)
      refused.push(await world.all.post(path).send(body).expect(400));
    refused.push(await world.all.get('/subscribers?per_page=0&page=x').expect(400));
    for (const { body } of refused) {
      const [[name, reason] = []] = Object.entries<string>(body.data.params);
      expect(body.message).toBe(`Invalid parameter: ${name} ${reason}`);
    }
    expect(refused[0]?.body.message).toBe('Invalid parameter: email must be one email address');
  });
});
