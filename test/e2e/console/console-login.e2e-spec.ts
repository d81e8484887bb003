import { createHmac } from 'node:crypto';
import type { Response } from 'supertest';
import { SECTIONS } from '../../../src/modules/console/pages/layout.js';
import { type Permission, PERMISSIONS } from '../../../src/platform/access/permissions.js';
import { ManagersService } from '../../../src/modules/auth/managers/managers.service.js';
import { missingPermissions } from '../../../src/platform/access/permissions.js';
import { RequestRedis } from '../../../src/platform/redis/redis.js';
import { Browser, PUBLIC_URL, refreshOf, tokenIn } from '../../support/console-browser.js';
import { extendFailureWindows } from '../../support/failed-attempts.js';
import { freePort } from '../../support/free-port.js';
import { LoginProvider } from '../../support/login-provider.js';
import { PrivateRedis } from '../../support/private-redis.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

const SESSION = 'carillon-session';
const GROUPS = [
  ...PERMISSIONS.map((each) => `may-${each}=${each}`),
  'all=' + PERMISSIONS.join('+'),
  'two=view_reports+view_contacts',
];

const sectionsIn = ({ text }: Response): string[] =>
  [...text.matchAll(/href="(\/console[^"]*)"/g)]
    .map(([, path]) => path!)
    .filter((path) => Object.values(SECTIONS).some((section) => section.path === path));

describe('login by OpenID Connect', () => {
  let world: World;
  let provider: LoginProvider;
  let people = 0;

  /** A new person in these groups. */
  const person = (...groups: string[]): string => {
    const id = `person-${(people += 1)}`;
    provider.accounts.set(id, { name: `${id}@example.com`, groups });
    return id;
  };
  const browser = (): Browser => new Browser(world, provider);
  const redis = () => world.api.get(RequestRedis, { strict: false }).client;
  const sessions = (): Promise<string[]> => redis().keys(`${world.config.redis.prefix}:browser-sessions:*`);
  const managers = (): ManagersService => world.api.get(ManagersService, { strict: false });
  const managerOf = async (account: string) =>
    (await managers().list()).find(({ username }) => username === provider.accounts.get(account)!.name);

  beforeAll(async () => {
    provider = await LoginProvider.start(PUBLIC_URL);
    world = await World.start({
      worker: false,
      env: {
        ...provider.env,
        OIDC_GROUP_PERMISSIONS: GROUPS.join(','),
        DOCS_PUBLIC: 'false',
        AUTH_FAILURES_PER_ADDRESS: '1000',
      },
    });
  });

  it('T61 leads a browser from a page to the provider and back to the page', async () => {
    const ada = browser();
    const id = person('all');
    const first = await ada.get('/console/contacts?search=a%20b');
    expect([first.status, first.headers['location']]).toEqual([
      303,
      `/console/login?${new URLSearchParams({ to: '/console/contacts?search=a%20b' }).toString()}`,
    ]);
    expect(first.headers['www-authenticate']).toBeUndefined();
    const back = await ada.logIn(id, '/console/contacts?search=a%20b');
    expect([back.status, back.headers['location']]).toEqual([303, '/console/contacts?search=a%20b']);
    expect(back.headers['set-cookie']).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^carillon-session=[\w-]{43}; Max-Age=3600; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
        ),
      ]),
    );
    const page = await ada.get('/console/contacts?search=a%20b');
    expect(page.status).toBe(200);
    expect(page.text).toContain(`${id}@example.com`);
    expect(page.text).toContain('Log out');
    expect(ada.jar.cookies.has('carillon-login')).toBe(false);
  });

  it.each(
    [[], ...PERMISSIONS.map((each) => [each]), ['view_reports', 'view_contacts'], [...PERMISSIONS]].map(
      (held) => [held.join(', ') || 'none', held as Permission[]] as const,
    ),
  )('T61 gives the permissions of the groups, and exactly their pages: %s', async (_names, held) => {
    const visitor = browser();
    const groups = held.length === 0 ? ['strangers'] : held.map((each) => `may-${each}`);
    const answer = await visitor.logIn(person(...groups, 'unknown'));
    if (held.length === 0) {
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('no group with permissions');
      expect(visitor.jar.cookies.has(SESSION)).toBe(false);
      return;
    }
    expect(answer.status).toBe(303);
    for (const { path, permissions } of Object.values(SECTIONS)) {
      const isAllowed = missingPermissions(held, { kind: 'any_of', permissions }) === null;
      const page = await visitor.get(path);
      if (path === '/console' && !isAllowed) expect(page.status).toBe(303);
      else expect([path, page.status]).toEqual([path, isAllowed ? 200 : 403]);
      if (page.status !== 303) {
        const mayOpen = Object.values(SECTIONS).filter(
          (each) => missingPermissions(held, { kind: 'any_of', permissions: each.permissions }) === null,
        );
        expect(sectionsIn(page).sort()).toEqual(mayOpen.map((each) => each.path).sort());
      }
    }
  });

  it('T61 creates no manager for people without permissions, and never an administrator', async () => {
    const id = person('administrator', 'administrators', 'role=administrator');
    expect((await browser().logIn(id)).status).toBe(403);
    expect(await managerOf(id)).toBeUndefined();
    const one = person('all');
    await browser().logIn(one);
    expect(await managerOf(one)).toMatchObject({ role: 'manager', permissions: [...PERMISSIONS] });
  });

  it('T61 refuses an answer with another state, nonce, verifier, or code, and each answer the second time', async () => {
    const before = (await sessions()).length;
    const refused = async (visitor: Browser, path: string): Promise<void> => {
      const answer = await visitor.get(path);
      expect([path, answer.status]).toEqual([path, 403]);
      expect(visitor.jar.cookies.has(SESSION)).toBe(false);
    };
    const id = person('all');
    const changed = async (name: string, value: string): Promise<void> => {
      const visitor = browser();
      const url = new URL(await visitor.atLogin(id), PUBLIC_URL);
      url.searchParams.set(name, value);
      await refused(visitor, `${url.pathname}${url.search}`);
    };
    await changed('state', 'x');
    await changed('code', 'x');
    await changed('iss', 'https://other.example.com');
    // An answer to another login of the same browser, and to that of another person (login CSRF).
    const [one, other] = [browser(), browser()];
    const answer = await one.atLogin(id);
    await other.begin();
    await refused(other, answer);
    await one.begin();
    await refused(one, answer);
    await refused(browser(), answer);
    await refused(browser(), '/console/login/callback');
    await refused(one, '/console/login/callback?error=access_denied&state=x');
    // The nonce and the verifier of another login.
    for (const name of ['nonce', 'code_challenge']) {
      const visitor = browser();
      const url = new URL(await visitor.begin());
      url.searchParams.set(name, 'x'.repeat(43));
      const back = await provider.logIn(url.href, id);
      await refused(visitor, back.slice(PUBLIC_URL.length));
    }
    // A code is used once, also with the cookie of its login.
    const thief = browser();
    const path = await thief.atLogin(id);
    const cookies = new Map(thief.jar.cookies);
    expect((await thief.get(path)).status).toBe(303);
    const again = browser();
    for (const [name, value] of cookies) again.jar.cookies.set(name, value);
    await refused(again, path);
    // What the cookie holds can neither be read nor changed.
    const sealed = cookies.get('carillon-login')!;
    expect(Buffer.from(sealed.split('.')[1]!, 'base64').toString()).not.toContain('console');
    const forged = browser();
    const forgedPath = await forged.atLogin(id);
    forged.jar.cookies.set('carillon-login', createHmac('sha256', 'x').update(sealed).digest('base64'));
    await refused(forged, forgedPath);
    expect((await sessions()).length).toBe(before + 1);
  });

  it('T61 leads only to pages of this host', async () => {
    for (const to of [
      'https://evil.test/console',
      '//evil.test/console',
      '/\\evil.test',
      'console',
      '/api/v2/lists',
      '/consolex',
      '/console/../t/x',
      '/console/%2E%2e/t/x',
      '/console/login?to=/console',
      '/console/logout',
      '',
    ])
      expect([to, (await browser().logIn(person('all'), to)).headers['location']]).toEqual([to, '/console']);
    for (const to of ['/docs', '/docs/', '/console', '/console/contacts/1?page=2'])
      expect([to, (await browser().logIn(person('all'), to)).headers['location']]).toEqual([to, to]);
    const twice = await world.http.get('/console/login?to=/docs&to=https://evil.test').expect(200);
    expect(twice.headers['refresh']).toContain(provider.issuer);
  });

  it('T61 gives a new id at each login, so that no one can choose it', async () => {
    const visitor = browser();
    visitor.jar.cookies.set(SESSION, 'chosen-by-another-person');
    await visitor.logIn(person('all'));
    const first = visitor.jar.cookies.get(SESSION)!;
    expect(first).not.toBe('chosen-by-another-person');
    await visitor.logIn(person('all'));
    expect(visitor.jar.cookies.get(SESSION)).not.toBe(first);
    const former = browser();
    former.jar.cookies.set(SESSION, first);
    expect((await former.get('/console/contacts')).status).toBe(303);
    // Redis has no ids that a browser could send.
    expect((await sessions()).join()).not.toContain(visitor.jar.cookies.get(SESSION)!);
  });

  it('T61 opens nothing of the API, and no development or monitoring page', async () => {
    const visitor = browser();
    await visitor.logIn(person('all'));
    for (const path of ['/api/v2/lists', '/API/v2/lists', '/api/v2/events/stream', '/api/v2/audit-log'])
      expect([path, (await visitor.get(path)).status]).toEqual([path, 401]);
    expect((await visitor.post('/api/v2/lists', { title: 'x' })).status).toBe(401);
    expect((await visitor.get('/admin/queues')).status).not.toBe(200);
  });

  it('T61 ends at the log-out, here and at the provider', async () => {
    const visitor = browser();
    const id = person('all');
    await visitor.logIn(id);
    const page = await visitor.get('/console/contacts');
    const stolen = browser();
    stolen.jar.cookies.set(SESSION, visitor.jar.cookies.get(SESSION)!);
    for (const token of ['', 'x', 'é'.repeat(43)]) {
      const refused = await visitor.post('/console/logout', { token });
      expect([token, refused.status]).toEqual([token, 403]);
    }
    expect((await visitor.get('/console/contacts')).status).toBe(200);
    const done = await visitor.post('/console/logout', { token: tokenIn(page) });
    expect(done.status).toBe(200);
    expect(done.text).not.toContain(id);
    expect(visitor.jar.cookies.has(SESSION)).toBe(false);
    for (const each of [visitor, stolen]) expect((await each.get('/console/contacts')).status).toBe(303);
    expect(await provider.logOut(refreshOf(done), visitor.atProvider)).toBe(`${PUBLIC_URL}/console/login`);
    // The provider asks again who it is, and the page does not lead there by itself.
    const after = await visitor.get('/console/login');
    expect([after.status, after.headers['refresh']]).toEqual([200, undefined]);
    const other = person('may-view_reports');
    await visitor.logIn(other);
    expect((await visitor.get('/console')).text).toContain(`${other}@example.com`);
    expect((await visitor.get('/console/logout')).status).toBe(404);
  });

  it('T61 needs the token of the form for writes', async () => {
    const { id } = await world.given.campaign({ title: 'Spring', scheduled_at: undefined });
    const path = `/console/actions/test-campaign/${id}`;
    const [one, other] = [browser(), browser()];
    await one.logIn(person('all'));
    await other.logIn(person('all'));
    const [form, foreign] = [await one.get(path), await other.get(path)];
    for (const token of ['', 'x', tokenIn(foreign)])
      expect((await one.post(path, { token, email: 'not an address' })).status).toBe(403);
    expect((await one.post(path, { token: tokenIn(form), email: 'not an address' })).status).toBe(400);
    const crossSite = await world.http
      .post(path)
      .set({ Cookie: one.jar.header, Origin: 'https://evil.test' })
      .type('form')
      .send({ token: tokenIn(form) });
    expect(crossSite.status).toBe(403);
    expect((await browser().post(path, { token: tokenIn(form) })).status).toBe(401);
  });

  it('T61 ends after OIDC_SESSION_MINUTES, and takes changed groups at the next login', async () => {
    const visitor = browser();
    const id = person('may-view_contacts');
    await visitor.logIn(id);
    const account = provider.accounts.get(id)!;
    account.groups = ['may-view_reports'];
    expect((await visitor.get('/console/contacts')).status).toBe(200);
    const ttls = await Promise.all((await sessions()).map((key) => redis().pttl(key)));
    expect(Math.max(...ttls)).toBeLessThanOrEqual(3_600_000);
    expect(Math.min(...ttls)).toBeGreaterThan(0);
    for (const key of await sessions()) await redis().pexpire(key, 0);
    expect((await visitor.get('/console/contacts')).status).toBe(303);
    await visitor.logIn(id);
    expect((await visitor.get('/console/contacts')).status).toBe(403);
    expect((await visitor.get('/console/reports')).status).toBe(200);
    // A person in no group any more loses the other sessions at once.
    account.groups = 'strangers';
    const elsewhere = browser();
    expect((await elsewhere.logIn(id)).status).toBe(403);
    expect((await visitor.get('/console/reports')).status).toBe(403);
    account.groups = 'all';
    expect((await elsewhere.logIn(id)).status).toBe(303);
    expect((await managers().list()).filter(({ username }) => username === account.name)).toHaveLength(1);
  });

  it('T61 refuses disabled people at once, and gives them no key', async () => {
    const visitor = browser();
    const id = person('all');
    await visitor.logIn(id);
    const { username } = (await managerOf(id))!;
    await expect(managers().createKey(username, 'key', null)).rejects.toThrow('has no keys');
    expect(await managers().listKeys(username)).toEqual([]);
    await managers().disable(username);
    expect((await visitor.get('/console/contacts')).status).toBe(303);
    const again = await visitor.logIn(id);
    expect(again.status).toBe(403);
    expect(again.text).toContain('disabled');
  });

  it('T61 never takes over a manager of the same name', async () => {
    const { username } = world.all.credentials!;
    const id = person('may-view_reports');
    provider.accounts.set(id, { name: username, groups: ['may-view_reports'] });
    const visitor = browser();
    await visitor.logIn(id);
    await visitor.logIn(id);
    expect((await visitor.get('/console')).text).toMatch(new RegExp(`${username}-[0-9a-f]{8}<`));
    const named = (await managers().list()).filter((each) => each.username.startsWith(username));
    expect(named.map(({ permissions }) => permissions)).toEqual([[...PERMISSIONS], ['view_reports']]);
    await world.all.get('/lists').expect(200);
    // Names are shown as text, and fit.
    const odd = person('may-view_reports');
    provider.accounts.set(odd, { name: `<b>"é ${'x'.repeat(300)}`, groups: ['may-view_reports'] });
    const other = browser();
    expect((await other.logIn(odd)).status).toBe(303);
    expect((await other.get('/console')).text).toMatch(/<bdi>-b-{4}x{44}<\/bdi>/);
  });

  it('T61 opens the API documentation like the console', async () => {
    const docs = await World.start({
      worker: false,
      env: {
        ...provider.env,
        OIDC_GROUP_PERMISSIONS: 'all=view_reports',
        NODE_ENV: 'production',
        WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'false',
      },
    });
    try {
      const visitor = new Browser(docs, provider);
      const first = await visitor.get('/docs');
      expect([first.status, first.headers['location']]).toEqual([303, '/console/login?to=%2Fdocs']);
      expect((await visitor.logIn(person('all'), '/docs')).headers['location']).toBe('/docs');
      expect((await visitor.get('/docs/openapi.json')).status).toBe(200);
      const { username, password } = docs.all.credentials!;
      await docs.http.get('/docs/openapi.json').auth(username, password).expect(200);
      await docs.http.get('/docs/openapi.json').auth(username, 'wrong').expect(401);
    } finally {
      await docs.stop();
    }
  });

  it('T61 keeps the login with an application password', async () => {
    const { username, password } = world.all.credentials!;
    await world.http.get('/console/contacts').auth(username, password).expect(200);
    await world.http.get('/console/contacts').auth(username, 'wrong').expect(401);
    const visitor = browser();
    const chosen = await visitor.get('/console/login/basic');
    expect([chosen.status, chosen.headers['location']]).toEqual([303, '/console']);
    const asked = await visitor.get('/console');
    expect([asked.status, asked.headers['www-authenticate']]).toEqual([401, 'Basic realm="api", charset="UTF-8"']);
    await visitor.begin();
    expect((await visitor.get('/console')).status).toBe(303);
    const { text } = await world.http.get('/console/contacts').auth(username, password).expect(200);
    expect(text).not.toContain('Log out');
    const { credentials } = await world.administrator();
    await world.http.get('/console/contacts').auth(credentials!.username, credentials!.password).expect(403);
  });

  it('T61 counts failed logins and wrong passwords together with those of the API, and always accepts the correct ones', async () => {
    const limited = await World.start({
      worker: false,
      env: {
        ...provider.env,
        ...{ OIDC_GROUP_PERMISSIONS: 'all=view_reports+view_contacts', PUBLIC_URL },
        ...{ AUTH_FAILURES_PER_MINUTE: '3', AUTH_FAILURES_PER_ADDRESS: '6' },
      },
    });
    try {
      const { username, password } = limited.all.credentials!;
      const guess = async (path: string, name: string): Promise<number> =>
        (await limited.http.get(path).auth(name, 'wrong')).status;
      const answer = async (): Promise<Response> => {
        const visitor = new Browser(limited, provider);
        return visitor.get((await visitor.atLogin(person('all'))).replace('code=', 'code=x'));
      };
      // One name, at the page to which the login leads and at the API.
      const pages = [await guess('/console/contacts', username)];
      await extendFailureWindows(limited);
      pages.push(await guess('/api/v2/lists', username), await guess('/console/contacts', username));
      expect(pages).toEqual([401, 401, 401]);
      expect([await guess('/console', username), await guess('/api/v2/lists', username)]).toEqual([429, 429]);
      // The fifth and sixth failure of this address, and those after them.
      expect((await answer()).status).toBe(403);
      const refused = await answer();
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
      expect(refused.text).toContain('Too many requests');
      expect([await guess('/api/v2/lists', 'another'), await guess('/console', 'another')]).toEqual([429, 429]);
      expect((await limited.http.get('/console/login/callback?code=x&state=x')).status).toBe(429);
      await limited.http.get('/console/contacts').auth(username, password).expect(200);
      const visitor = new Browser(limited, provider);
      expect((await visitor.logIn(person('all'))).status).toBe(303);
      expect((await visitor.get('/console/contacts')).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });

  it('T61 F7 answers 503 without Redis, asks for application passwords, and continues logins when it comes back', async () => {
    const server = await PrivateRedis.start();
    const world503 = await World.start({
      worker: false,
      env: { ...provider.env, OIDC_GROUP_PERMISSIONS: 'all=view_contacts', PUBLIC_URL, REDIS_URL: server.url },
    });
    const client = world503.api.get(RequestRedis, { strict: false });
    const { username, password } = world503.all.credentials!;
    /** A page that says what is wrong, and nothing about the servers. */
    const expectUnavailable = ({ status, headers, text }: Response): void => {
      expect([status, headers['content-type'], headers['retry-after']]).toEqual([503, 'text/html; charset=utf-8', '5']);
      expect(text).toContain('A server that this page needs does not answer.');
      expect(text).not.toMatch(/redis|ECONN|127\.0\.0\.1|Command timed out|\bat .*\.[jt]s/i);
    };
    try {
      const [known, late, basic] = [1, 2, 3].map(() => new Browser(world503, provider)) as [Browser, Browser, Browser];
      const id = person('all');
      await known.logIn(id);
      const page = await known.get('/console/contacts');
      await server.kill();
      await waitUntil('the API notices', () => !client.ready);

      for (const path of ['/console', '/console/contacts', '/console/nothing', '/console/actions/replay/1'])
        expectUnavailable(await known.get(path));
      expectUnavailable(await known.post('/console/logout', { token: tokenIn(page) }));
      expect((await known.get('/docs')).status).toBe(200);
      // The provider knows the person, but the session cannot be stored.
      const answer = await late.atLogin(person('all'));
      for (let attempt = 1; attempt <= 2; attempt += 1) expectUnavailable(await late.get(answer));
      expect(late.jar.cookies.has(SESSION)).toBe(false);
      // Application passwords need no Redis, and a browser sends them only when it is asked.
      await basic.get('/console/login/basic');
      const asked = await basic.get('/console');
      expect([asked.status, asked.headers['www-authenticate']]).toEqual([401, 'Basic realm="api", charset="UTF-8"']);
      await world503.http.get('/console/contacts').auth(username, password).expect(200);
      await world503.http.get('/console/contacts').auth(username, 'wrong').expect(401);

      await server.start();
      await waitUntil('the API is connected again', () => client.ready);
      // Sessions are lost, but not the login that was under way: the page said to reload it.
      expect((await late.get(answer)).status).toBe(303);
      expect((await late.get('/console/contacts')).status).toBe(200);
      expect((await known.get('/console/contacts')).headers['location']).toBe(
        '/console/login?to=%2Fconsole%2Fcontacts',
      );
      expect((await known.logIn(id)).status).toBe(303);
      expect((await known.get('/console/contacts')).status).toBe(200);
    } finally {
      await world503.stop();
    }
  });

  it('T61 answers 503 without the provider, and works when it comes back', async () => {
    const port = await freePort();
    const away = await World.start({
      worker: false,
      env: {
        ...provider.env,
        OIDC_ISSUER: `http://127.0.0.1:${port}`,
        OIDC_GROUP_PERMISSIONS: 'all=view_reports',
        PUBLIC_URL: 'https://mail.example.com',
      },
    });
    try {
      const page = await away.http.get('/console/login');
      expect([page.status, page.headers['retry-after']]).toEqual([503, '5']);
      const basic = await away.http.get('/console/login/basic').expect(303);
      expect(basic.headers['set-cookie']).toEqual([
        '__Host-carillon-login=basic; Path=/; HttpOnly; Secure; SameSite=Lax',
      ]);
      await LoginProvider.start('https://mail.example.com', port);
      await away.http.get('/console/login').expect(200);
    } finally {
      await away.stop();
    }
  });

  it('T61 does not exist without OIDC_ISSUER', async () => {
    const off = await World.start({ worker: false });
    try {
      for (const path of ['/console/login', '/console/login/callback', '/console/login/basic', '/console/contacts']) {
        const response = await off.http.get(path).set('Cookie', `${SESSION}=x`);
        expect([path, response.status, response.headers['location']]).toEqual([path, 401, undefined]);
        expect(response.headers['www-authenticate']).toBe('Basic realm="api", charset="UTF-8"');
      }
    } finally {
      await off.stop();
    }
  });
});
