import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Response } from 'supertest';
import supertest from 'supertest';
import { apiDocument } from '../../../src/openapi/api-documentation.js';
import { ApiModule } from '../../../src/api.module.js';
import { ManagersService } from '../../../src/modules/auth/managers/managers.service.js';
import { PERMISSIONS, type Permission } from '../../../src/platform/access/permissions.js';
import { ApiClient } from '../../support/api-client.js';
import { THOROUGH } from '../../support/hostile-client.js';
import { apiRoutesOf, filled, FOR_SERVICES, OUTSIDE_THE_API, type Route, routesOf } from '../../support/routes.js';
import { standingClock } from '../../support/standing-clock.js';
import { World } from '../../support/world.js';

type Needs = { readonly any: readonly Permission[] } | { readonly all: readonly Permission[] } | 'nothing';

const needs = (permission: Permission): Needs => ({ all: [permission] });

/**
 * A copy of the permissions in the contract, so that the code is not compared with itself. The first matching row
 * applies.
 */
const CONTRACT: readonly (readonly [methods: 'read' | 'write' | 'any', path: RegExp, needs: Needs])[] = [
  ['read', /^\/reports\/options$/, 'nothing'],
  ['read', /^\/reports\/subscribers\/export$/, { all: ['view_reports', 'view_contacts'] }],
  ['any', /^\/reports(\/|$)/, needs('view_reports')],
  ['write', /^\/triggers\//, needs('manage_campaigns')],
  ['write', /^\/webhooks\/funnel-trigger$/, needs('manage_campaigns')],
  ['read', /^\/funnels(\/|$)/, { any: ['view_contacts', 'manage_campaigns'] }],
  ['write', /^\/funnels(\/|$)/, needs('manage_campaigns')],
  [
    'write',
    /^\/campaigns\/:\w+\/(send|schedule|resume|ab-test\/winner|settle-unknown|emails\/:\w+\/settle)$/,
    { all: ['manage_campaigns', 'send_campaigns'] },
  ],
  ['any', /^\/emails(\/|$)/, needs('send_campaigns')],
  ['any', /^\/(campaigns|templates|snippets|senders)(\/|$)/, needs('manage_campaigns')],
  ['read', /^\/webhooks(\/|$)/, needs('view_contacts')],
  ['write', /^\/webhooks(\/|$)/, needs('manage_contacts')],
  ['read', /^\/commerce\//, needs('view_reports')],
  ['write', /^\/commerce\//, needs('manage_contacts')],
  ['read', /^\/audit-log(\/requests)?$/, needs('manage_contacts')],
  ['any', /^\/forms(\/|$)/, needs('manage_contacts')],
  ['read', /^\/feedback\/providers$/, needs('manage_contacts')],
  ['read', /^\/subscribers\/:\w+\/export$/, needs('manage_contacts')],
  [
    'read',
    /^\/(subscribers|suppressions|lists|tags|companies|custom-fields|segments|imports|bulk-actions|events)(\/|$)/,
    needs('view_contacts'),
  ],
  [
    'write',
    /^\/(subscribers|suppressions|lists|tags|companies|custom-fields|segments|imports|bulk-actions|feedback\/message)(\/|$)/,
    needs('manage_contacts'),
  ],
];

function contractOf({ method, path }: Route): Needs | null {
  const row = CONTRACT.find(
    ([methods, pattern]) => (methods === 'any' || (methods === 'read') === (method === 'get')) && pattern.test(path),
  );
  return row ? row[2] : null;
}

/** manage_contacts includes view_contacts; the other permissions include only themselves. */
function mayCall(held: readonly Permission[], route: Route): boolean {
  const needed = contractOf(route);
  if (needed === null) return false;
  if (needed === 'nothing') return true;
  const holds = (name: Permission): boolean =>
    held.includes(name) || (name === 'view_contacts' && held.includes('manage_contacts'));
  return 'any' in needed ? needed.any.some(holds) : needed.all.every(holds);
}

const CHALLENGE = 'Basic realm="api", charset="UTF-8"';
/** A missing id, so that an allowed request changes nothing. */
const NO_SUCH_ID = '4294967295';

describe('T27 access', () => {
  let world: World;
  let routes: Route[];
  let managers: ManagersService;

  beforeAll(async () => {
    // The matrix has far more failed logins than the limit allows.
    world = await World.start({ env: { AUTH_FAILURES_PER_MINUTE: '100000', AUTH_FAILURES_PER_ADDRESS: '100000' } });
    routes = apiRoutesOf(world);
    managers = world.api.get(ManagersService, { strict: false });
  });

  /** Calls every route as this client and returns the unexpected responses by route. */
  async function unexpectedResponses(
    client: ApiClient,
    expectation: (response: Response, route: Route) => string | null,
    among: readonly Route[] = routes,
  ) {
    const found: string[] = [];
    for (const route of among) {
      const response = await client.send(route.method, filled(route.path, NO_SUCH_ID)).send();
      const mistake = expectation(response, route);
      if (mistake !== null)
        found.push(
          `${route.method} ${route.path}: ${mistake}; got ${response.status} ${JSON.stringify(response.body)}`,
        );
    }
    return found;
  }

  /** One guard reads the header for all routes, so each variant is tried on every fifth route, a different set each time. */
  const aFifth = (turn: number): Route[] => routes.filter((_, index) => THOROUGH || index % 5 === turn % 5);

  const is401 = (code: string) => (response: Response) =>
    response.status === 401 && response.body.code === code && response.headers['www-authenticate'] === CHALLENGE
      ? null
      : `wanted 401 ${code} with the challenge`;

  const outcomeFor = (held: readonly Permission[]) => (response: Response, route: Route) => {
    if (mayCall(held, route)) return [401, 403].includes(response.status) ? 'wanted access' : null;
    const { code, data } = response.body;
    const named = data?.required_permission as Permission | undefined;
    const needed = contractOf(route);
    const candidates = needed === null || needed === 'nothing' ? [] : 'any' in needed ? needed.any : needed.all;
    return response.status === 403 && code === 'rest_forbidden' && named && candidates.includes(named)
      ? null
      : 'wanted 403 with the permission that is missing';
  };

  const clientWith = (username: string, password: string): ApiClient =>
    new ApiClient(world.api, world.config, { username, password });

  const withHeader = (value: string): ApiClient => {
    const client = world.anonymous;
    const send = client.send.bind(client);
    client.send = (method, path) => send(method, path).set('Authorization', value);
    return client;
  };

  const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

  async function newManager(permissions: readonly Permission[] = PERMISSIONS) {
    const username = `m${Math.random().toString(36).slice(2)}`;
    const issued = await managers.create({ username, email: null, role: 'manager', permissions });
    return {
      username,
      password: issued.application_password,
      client: clientWith(username, issued.application_password),
    };
  }

  describe('the list of routes', () => {
    it('is long, and the contract has a permission for each', () => {
      expect(routes.length).toBeGreaterThan(40);
      const unnamed = routes.filter((route) => contractOf(route) === null);
      expect(unnamed.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
    });

    it('has no public routes except recipient links, monitoring, provider reports, and developer tools', () => {
      const open = routesOf(world).filter(({ rule }) => rule.kind === 'public');
      expect(open.filter(({ path }) => !OUTSIDE_THE_API.test(path) && !FOR_SERVICES.test(path))).toEqual([]);
    });

    it('equals the list in the API document', () => {
      const prefix = world.config.http.basePaths[0] ?? '';
      const documented = Object.entries(apiDocument(world.api).paths).flatMap(([path, operations]) =>
        Object.keys(operations).map((method) => `${method} ${path}`),
      );
      const served = routesOf(world)
        .filter(({ path }) => !OUTSIDE_THE_API.test(path))
        .map(({ method, path }) => `${method} ${prefix}${path.replace(/:(\w+)/g, '{$1}')}`);
      expect(documented.filter((entry) => entry.includes(` ${prefix}/`)).sort()).toEqual(served.sort());
    });
  });

  it('is refused on every route without credentials', async () => {
    expect(await unexpectedResponses(world.anonymous, is401('rest_not_logged_in'))).toEqual([]);
  });

  it.each([
    ['the scheme only', 'Basic'],
    ['an empty credential', 'Basic '],
    ['invalid base64', 'Basic %%%%'],
    ['no colon', basic('somebody')],
    ['no name', basic(':secret')],
    ['no password', basic('somebody:')],
    ['another scheme', 'Bearer c29tZWJvZHk6c2VjcmV0'],
    ['two credentials', `${basic('a:b')}, ${basic('c:d')}`],
    ['a scheme that only contains the right one', `X${basic('a:b')}`],
  ])('is refused with a header of %s', async (_what, header) => {
    expect(await unexpectedResponses(withHeader(header), is401('rest_not_logged_in'), aFifth(header.length))).toEqual(
      [],
    );
  });

  it('is refused on every route for an unknown username', async () => {
    expect(await unexpectedResponses(clientWith('nobody', 'x'.repeat(24)), is401('incorrect_password'))).toEqual([]);
  });

  it('is refused on every route with a wrong password', async () => {
    const { username } = await newManager();
    expect(await unexpectedResponses(clientWith(username, 'x'.repeat(24)), is401('incorrect_password'))).toEqual([]);
  });

  it('is refused with a suffix after the correct password', async () => {
    const { username, password } = await newManager();
    for (const [turn, junk] of [':', ':junk', 'x'].entries()) {
      const client = clientWith(username, password + junk);
      expect(await unexpectedResponses(client, is401('incorrect_password'), aFifth(turn))).toEqual([]);
    }
  });

  it('is refused for a username in another case or with surrounding spaces', async () => {
    const { username, password, client } = await newManager();
    await client.get('/reports/options').expect(200);
    for (const other of [username.toUpperCase(), `${username} `, `${username}   `, ` ${username}`, `${username}\t`]) {
      const { status, body } = await clientWith(other, password).get('/reports/options');
      expect({ other, status, code: body.code }).toEqual({ other, status: 401, code: 'incorrect_password' });
    }
  });

  it('accepts a password with the spaces that it is shown with', async () => {
    const { username, password } = await newManager();
    expect(password).toMatch(/^(\w{4} ){5}\w{4}$/);
    await clientWith(username, password.replaceAll(' ', '')).get('/reports/options').expect(200);
  });

  it('is refused on every route with a revoked key', async () => {
    const { username, client } = await newManager();
    await managers.revokeKey(username, 'first key');
    expect(await unexpectedResponses(client, is401('incorrect_password'))).toEqual([]);
  });

  it('is refused on every route with an expired key', async () => {
    const { username } = await newManager();
    const issued = await managers.createKey(username, 'short', new Date(Date.now() - 1_000));
    expect(
      await unexpectedResponses(clientWith(username, issued.application_password), is401('incorrect_password')),
    ).toEqual([]);
  });

  it('is refused on every route for a disabled manager', async () => {
    const { username, client } = await newManager();
    await managers.disable(username);
    expect(await unexpectedResponses(client, is401('incorrect_password'))).toEqual([]);
  });

  it('is refused on every route for an administrator, regardless of permissions', async () => {
    const found = await unexpectedResponses(await world.administrator(), ({ status, body }) =>
      status === 403 && body.code === 'rest_forbidden' && body.data.reason === 'administrator_role'
        ? null
        : 'wanted 403 with the reason administrator_role',
    );
    expect(found).toEqual([]);
  });

  it('without any permission reaches only the report options', async () => {
    expect(await unexpectedResponses(await world.as(), outcomeFor([]))).toEqual([]);
  });

  it.each(PERMISSIONS)('with %s alone reaches exactly the routes of the contract', async (permission) => {
    expect(await unexpectedResponses(await world.as(permission), outcomeFor([permission]))).toEqual([]);
  });

  it('with all permissions reaches everything', async () => {
    expect(await unexpectedResponses(world.all, outcomeFor(PERMISSIONS))).toEqual([]);
  });

  it('by HEAD is the same as by GET', async () => {
    for (const { path } of routes.filter(({ method }) => method === 'get')) {
      const target = filled(path, NO_SUCH_ID);
      for (const client of [world.anonymous, await world.as(), world.all]) {
        const [head, get] = [await client.send('head', target), await client.get(target)];
        expect({ path, head: head.status }).toEqual({ path, head: get.status });
        expect(head.headers['www-authenticate']).toEqual(get.headers['www-authenticate']);
      }
    }
  });

  it.each(['options', 'patch'] as const)('by %s names the methods of the path, and does nothing', async (method) => {
    for (const path of new Set(routes.map((route) => route.path))) {
      const { status, body, headers } = await world.all.send(method, filled(path, NO_SUCH_ID));
      expect({ path, status, code: body.code }).toEqual({ path, status: 405, code: 'rest_method_not_allowed' });
      const declared = routes.filter((route) => route.path === path).map((route) => route.method.toUpperCase());
      expect(String(headers['allow']).split(', ')).toEqual(expect.arrayContaining(declared));
    }
  });

  it('ends within a second of revoking the key, disabling the manager, or removing the permission', async () => {
    const changes: readonly (readonly [(username: string) => Promise<unknown>, status: number])[] = [
      [(username) => managers.revokeKey(username, 'first key'), 401],
      [(username) => managers.disable(username), 401],
      [(username) => managers.changePermissions(username, ['view_reports']), 403],
    ];
    const clock = standingClock();
    for (const [change, status] of changes) {
      const { username, client } = await newManager();
      await client.get('/tags').expect(200);
      await change(username);
      // Repeated calls must not keep cached credentials valid.
      for (let passed = 0; passed < 1_000; passed += 250) {
        await client.get('/tags');
        clock.forward(250);
      }
      await client.get('/tags').expect(status);
    }
  });

  it('starts within a second of granting the permission', async () => {
    const clock = standingClock();
    const { username, client } = await newManager(['view_reports']);
    await client.get('/tags').expect(403);
    await managers.changePermissions(username, ['view_contacts']);
    clock.forward(1_000);
    await client.get('/tags').expect(200);
  });

  it('is refused with its own code while the service is disabled', async () => {
    const off = await World.start({ env: { SERVICE_ENABLED: 'false' }, worker: false });
    try {
      const { status, body } = await off.all.get('/reports/options');
      expect({ status, code: body.code }).toEqual({ status: 401, code: 'service_inactive' });
      await supertest(off.origin).get('/health/live').expect(200);
    } finally {
      await off.stop();
    }
  });

  it('must be declared by every controller: a missing declaration stops the start', async () => {
    @Controller('forgotten')
    class ForgottenController {
      @Get('door')
      open(): string {
        return 'open';
      }
    }
    @Module({ imports: [ApiModule.with(world.config)], controllers: [ForgottenController] })
    class WithForgottenModule {}
    const app = await NestFactory.create(WithForgottenModule, { logger: false, abortOnError: false });
    await expect(app.init()).rejects.toThrow('These routes declare no permission: ForgottenController.open');
    await app.close();
  });
});
