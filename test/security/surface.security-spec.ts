import type { Response } from 'supertest';
import { Keys } from '../../src/platform/secrets/keys.js';
import { ManagersService } from '../../src/modules/auth/managers/managers.service.js';
import { ApiClient } from '../support/api-client.js';
import { extendFailureWindows } from '../support/failed-attempts.js';
import { recordOutput } from '../support/recorded-output.js';
import { World } from '../support/world.js';

const TOOLS = {
  METRICS_TOKEN: 'a token for the metrics of this test',
  QUEUE_DASHBOARD_PASSWORD: 'a password for queues',
};
const PRODUCTION = { NODE_ENV: 'production', WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'false' };

describe('T58 password spraying', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ worker: false });
  });

  it('is limited per address over all names, is logged without names, and never blocks a correct password', async () => {
    const outcomes: Response[] = [];
    for (let name = 0; name < 40; name += 1) {
      const client = new ApiClient(world.api, world.config, {
        username: `name-${name}`,
        password: 'wrong wrong wrong',
      });
      outcomes.push(await client.get('/tags'));
      if (name === 0) await extendFailureWindows(world);
    }
    expect(outcomes.map(({ status }) => status)).toEqual([...Array(20).fill(401), ...Array(20).fill(429)]);
    for (const { headers } of outcomes.slice(20)) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await world.all.get('/tags').expect(200);
    const { text } = await world.http.get('/metrics').expect(200);
    expect(text).toMatch(/^carillon_auth_failures_total\{reason="incorrect_password"\} \d+$/m);
    expect(text).toMatch(/^carillon_auth_failures_total\{reason="too_many_attempts"\} \d+$/m);
  });
});

describe('T24 a secret that a person chose', () => {
  const PASSWORD = 'a password that a person chose';
  const USERNAME = 'first';
  const basic = (password: string): string => `Basic ${Buffer.from(`${USERNAME}:${password}`).toString('base64')}`;
  let world: World;

  beforeEach(async () => {
    const env = {
      ...{ QUEUE_DASHBOARD_PASSWORD: PASSWORD, TRUST_PROXY: 'loopback' },
      ...{ BOOTSTRAP_MANAGER_USERNAME: USERNAME, BOOTSTRAP_MANAGER_PASSWORD: PASSWORD },
    };
    world = await World.start({ worker: false, env });
    const managers = world.api.get(ManagersService, { strict: false });
    await managers.create({ username: USERNAME, email: null, role: 'manager', permissions: [], password: PASSWORD });
  });

  const PATHS = ['/admin/queues', '/api/v2/reports/options'];
  const attempt = async (path: string, address: string, password: string): Promise<number> =>
    (await world.http.get(path).set('Authorization', basic(password)).set('X-Forwarded-For', address)).status;
  const guesses = async (path: string, addresses: readonly string[]): Promise<number[]> =>
    Promise.all(addresses.map((address, index) => attempt(path, address, `guess ${index}`)));

  it.each(PATHS)(
    'is locked for a network after 10 failures, right or wrong alike, also in parallel: %s',
    async (path) => {
      expect(await attempt(path, '2001:db8::1', 'first guess')).toBe(401);
      await extendFailureWindows(world);
      const parallel = await guesses(
        path,
        Array.from({ length: 20 }, (_, index) => `2001:db8::${index}`),
      );
      expect(parallel.filter((status) => status === 401)).toHaveLength(9);
      expect(await attempt(path, '2001:db8::ffff', PASSWORD)).toBe(429);
      expect(await attempt(path, '2001:db8:0:1::1', PASSWORD)).toBe(200);
    },
  );

  it.each(PATHS)('is locked for all after 30 failures: %s', async (path) => {
    expect(await attempt(path, '192.0.2.200', 'first guess')).toBe(401);
    await extendFailureWindows(world);
    const parallel = await guesses(
      path,
      Array.from({ length: 40 }, (_, index) => `192.0.2.${index}`),
    );
    expect(parallel.filter((status) => status === 401)).toHaveLength(29);
    expect(await attempt(path, '198.51.100.1', PASSWORD)).toBe(429);
    await world.all.get('/reports/options').expect(200);
  });
});

describe('a refused login in the log', () => {
  it('has the reason, the address, and the hash of the name, and neither name nor password', async () => {
    const lines = recordOutput();
    const world = await World.start({ worker: false, env: { LOG_LEVEL: 'info' } });
    const client = new ApiClient(world.api, world.config, {
      username: 'eve-the-canary',
      password: 'canary password 24',
    });
    const { headers } = await client.get('/tags').set('X-Request-Id', 'client-id-0001').expect(401);
    const user = world.api
      .get(Keys, { strict: false })
      .hmac('log-usernames', 'eve-the-canary')
      .toString('hex')
      .slice(0, 16);
    const line = lines
      .map((text) => text.split('\n'))
      .flat()
      .find((text) => text.includes('Authentication failed'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ reason: 'incorrect_password', address: '127.0.0.1', user });
    const access = lines
      .join('')
      .split('\n')
      .find((text) => text.includes('request completed'));
    expect(JSON.parse(access ?? '{}')).toMatchObject({
      requestId: headers['x-request-id'],
      client_request_id: 'client-id-0001',
    });
    await world.stop();
    expect(lines.join('')).not.toContain('canary');
  });
});

describe('T55 a write from a page of another site', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ worker: false });
  });

  it('is refused with valid credentials, and nothing is written', async () => {
    const { id } = await world.given.campaign();
    for (const headers of [{ Origin: 'https://evil.test' }, { Origin: 'null' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
      const copied = await world.all.post(`/campaigns/${id}/duplicate`).set(headers).expect(403);
      expect(copied.body).toMatchObject({ code: 'foreign_origin', data: { status: 403 } });
      const imported = world.all
        .post('/imports')
        .set(headers)
        .attach('file', Buffer.from('email\na@example.com'), 'a.csv');
      expect((await imported).status).toBe(403);
    }
    expect((await world.all.get('/campaigns').expect(200)).body.campaigns.total).toBe(1);
    expect((await world.all.get('/imports').expect(200)).body.imports.total).toBe(0);
  });

  it('is accepted from our origin and without an origin, and reads are never refused', async () => {
    const foreign = { Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' };
    await world.all.get('/lists').set(foreign).expect(200);
    await world.all
      .post('/lists')
      .set('Origin', new URL(world.config.http.publicUrl).origin)
      .send({ title: 'A' })
      .expect(200);
    await world.all.post('/lists').send({ title: 'B' }).expect(200);
  });
});

describe('T57 development pages', () => {
  const world = async (env: Readonly<Record<string, string>>): Promise<World> =>
    World.start({
      worker: false,
      env: { NODE_ENV: 'development', DEV_MAILBOX_SMTP_PORT: '0', DEV_WEBHOOK_RECEIVER_PORT: '0', ...env },
    });

  it('are disabled by default if the API is reachable from the network', async () => {
    const open = await world({ HOST: '0.0.0.0' });
    for (const path of ['/dev/mailbox', '/dev/mailbox.json', '/dev/webhooks'])
      await open.http.get(path).set('Host', 'localhost').expect(404);
    expect((await open.http.get('/').expect(200)).text).not.toContain('/dev/');
    const allowed = await world({ HOST: '0.0.0.0', DEV_ALLOW_REMOTE: 'true' });
    await allowed.http.get('/dev/mailbox').set('Host', '10.0.0.7:3000').expect(200);
    await allowed.http.get('/dev/mailbox.json').set('Host', 'attacker.test').expect(403);
  });

  it('refuse other host names and cross-site writes', async () => {
    const local = await world({});
    await local.http.get('/dev/mailbox.json').set('Host', 'attacker.test').expect(403);
    await local.http.post('/dev/mailbox/clear').set('Origin', 'https://attacker.test').expect(403);
    await local.http.get('/dev/mailbox.json').expect(200);
    expect((await local.http.get('/').expect(200)).text).toContain('href="/dev/mailbox"');
  });
});

describe('the surface in production', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ worker: false, env: PRODUCTION });
  });

  it('shows the API document to managers only, on a page that cannot be framed', async () => {
    for (const path of [
      '/docs',
      '/docs/',
      '/docs/openapi.json',
      '/docs/swagger-ui-init.js',
      '/DOCS/openapi.json',
      '/docs/guide/',
      '/llms.txt',
    ]) {
      const { status, headers } = await world.http.get(path);
      expect([path, status, headers['www-authenticate']]).toEqual([path, 401, 'Basic realm="api", charset="UTF-8"']);
    }
    await world.http.get('/docs-yaml').expect(404);
    await world.http.get('/docs/errors').expect(200);
    const { username = '', password = '' } = world.all.credentials ?? {};
    const page = await world.http.get('/docs').auth(username, password).expect(200);
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    const script = await world.http.get('/docs/swagger-ui-init.js').auth(username, password).expect(200);
    expect(script.text).toContain('"persistAuthorization": false');
  });

  it('refuses metrics without METRICS_TOKEN', async () => {
    const { headers } = await world.http.get('/metrics').expect(401);
    expect(headers['www-authenticate']).toBe('Bearer realm="metrics"');
  });

  it('disables caching of API responses, and uses PUBLIC_URL for links in pages', async () => {
    await world.given.list();
    await world.given.list();
    const { headers, body } = await world.all.get('/lists?per_page=1').set('Host', 'evil.test').expect(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.stringify(body)).not.toContain('evil.test');
    expect((await world.all.get('/tags?per_page=1').set('Host', 'evil.test')).text).not.toContain('evil.test');
  });

  it('shows its name and version at /, with working links', async () => {
    const { text, headers } = await world.http.get('/').expect(200).expect('Content-Type', /html/);
    expect(text).toMatch(/Carillon[\s\S]*Version \d+\.\d+\.\d+/);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    const links = [...text.matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => path);
    expect(links).toEqual(['/', '/console', '/docs', '/docs/openapi.json', '/health/ready']);
    for (const path of links) expect((await world.http.get(path ?? '')).status).not.toBe(404);
  });

  it('has no documentation with DOCS_ENABLED=false, and a public one with DOCS_PUBLIC=true', async () => {
    for (const [env, status] of [
      [{ DOCS_ENABLED: 'false' }, 404],
      [{ DOCS_PUBLIC: 'true' }, 200],
    ] as const) {
      const other = await World.start({ worker: false, env: { ...PRODUCTION, ...env } });
      await other.http.get('/docs/openapi.json').expect(status);
      // Errors link to it.
      await other.http.get('/docs/errors').expect(200);
    }
  });

  it('T57 serves the paths that proxies protect only as they are written', async () => {
    const own = await World.start({ worker: false, env: { ...PRODUCTION, ...TOOLS } });
    const secrets = {
      '/metrics': `Bearer ${TOOLS.METRICS_TOKEN}`,
      '/admin/queues/': `Basic ${btoa(`a:${TOOLS.QUEUE_DASHBOARD_PASSWORD}`)}`,
    };
    for (const [path, authorization] of Object.entries(secrets)) {
      await own.http.get(path).set('Authorization', authorization).expect(200);
      for (const disguised of [
        path.toUpperCase(),
        path.replace(/[mq]/, (letter) => letter.toUpperCase()),
        '/METRICS/',
        '/metrics/',
        '/Admin/queues/',
        '/ADMIN/Queues/api/queues',
      ])
        if (disguised !== path)
          expect([disguised, (await own.http.get(disguised).set('Authorization', authorization)).status]).toEqual([
            disguised,
            404,
          ]);
    }
  });
});
