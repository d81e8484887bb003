import type { Response } from 'supertest';
import { ACTIONS } from '../../../src/modules/console/actions/actions.js';
import { type Permission, PERMISSIONS } from '../../../src/platform/access/permissions.js';
import { Browser, PUBLIC_URL, tokenIn } from '../../support/console-browser.js';
import { LoginProvider } from '../../support/login-provider.js';
import { readApiDocument } from '../../support/response-check/api-document-file.js';
import { routesOf } from '../../support/routes.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { differences, storedRows } from '../../support/stored-rows.js';
import { World } from '../../support/world.js';

/** Every set of permissions that a person can have; those without any get no session. */
const SETS = Array.from({ length: 2 ** PERMISSIONS.length }, (_, bits) =>
  PERMISSIONS.filter((_permission, index) => (bits >> index) % 2 === 1),
).slice(1);

const LOG_OUT = '/console/logout';

/** A form that writes, as a page has it. */
interface Form {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The route of the API, with names for the ids; null if it calls none. */
  readonly route: string | null;
  /** All of them. */
  readonly permissions: readonly Permission[];
}

const attributesIn = (tag: string): Record<string, string> =>
  Object.fromEntries([...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]));

/** What a person could enter. */
function entered(type: string, position: number): string {
  if (type === 'email') return 'reviewer@example.com';
  if (type === 'datetime-local') return `20${20 + position}-01-01T00:00`;
  throw new Error(`This test does not know what to enter into a field of the type ${type}`);
}

const withoutIds = (path: string): string => path.replaceAll(/\/\d+(?=\/|$)/g, '/:id');

/** Every form that writes, found by its page: a form that is added later is tested like the others. */
describe('the forms of the console', () => {
  let world: World;
  let provider: LoginProvider;
  /** One of each kind. */
  let forms: readonly Form[] = [];
  let sink: SmtpSink;

  const browserOf = async (...permissions: readonly Permission[]): Promise<Browser> => {
    const id = `person-${permissions.join('-')}-${provider.accounts.size}`;
    provider.accounts.set(id, { name: `${id}@example.com`, groups: permissions });
    const browser = new Browser(world, provider);
    expect((await browser.logIn(id)).status).toBe(303);
    return browser;
  };

  beforeAll(async () => {
    sink = await SmtpSink.start();
    provider = await LoginProvider.start(PUBLIC_URL);
    world = await World.start({
      // Without a worker, only the requests of the test write.
      worker: false,
      env: {
        ...provider.env,
        OIDC_GROUP_PERMISSIONS: PERMISSIONS.map((each) => `${each}=${each}`).join(','),
        SMTP_URL: sink.url,
      },
    });
    const { given, all, db } = world;
    const { id: list } = await given.list();
    await given.contact({ lists: [list] });
    const content = { email_subject: 'S', email_body: '<a href="{{ unsubscribe_url }}">bye</a>', lists: [list] };
    const [sent, paused] = [await given.campaign(content), await given.campaign({ ...content, title: 'Paused' })];
    for (const { id } of [sent, paused]) await all.post(`/campaigns/${id}/send`).expect(200);
    await all.post(`/campaigns/${paused.id}/pause`).expect(200);
    const { id: webhook } = await given.webhook({ url: 'https://127.0.0.1/hook' });
    await db.transaction((tx) =>
      tx.execute(
        `INSERT INTO webhook_deliveries (webhook_id, event_id, event, status, next_attempt_at)
         SELECT :webhook, MAX(id), 'contact.created', 'failed', NULL FROM domain_events WHERE type = 'contact.created'`,
        { webhook },
      ),
    );
    forms = await formsOfPages(await browserOf(...PERMISSIONS));
  });

  /** Follows every link within the console. */
  async function formsOfPages(browser: Browser): Promise<Form[]> {
    const found = new Map<string, Form>();
    const seen = new Set<string>();
    const waiting = ['/console'];
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const page = await browser.get(path);
      if (!String(page.headers['content-type']).startsWith('text/html')) continue;
      for (const form of formsIn(page, path))
        if (!found.has(withoutIds(form.path))) found.set(withoutIds(form.path), form);
      const links = [...page.text.matchAll(/href="(\/console[^"?#]*)/g)].map(([, href]) => href!);
      waiting.push(...links.filter((href) => !/\/login|\.css$/.test(href)));
    }
    return [...found.values()];
  }

  function formsIn({ text }: Response, page: string): Form[] {
    const calls = [...text.matchAll(/<code>(POST \/[^<]+)<\/code>/g)].map(([, call]) => call!);
    return [...text.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)].flatMap(([, tag = '', inside = '']) => {
      const { method, action = page } = attributesIn(tag);
      if (method !== 'post') return [];
      const inputs = [...inside.matchAll(/<input([^>]*)>/g)].map(([, input]) => attributesIn(input!));
      expect(inputs.map(({ name }) => name)).toContain('token');
      const fields = inputs
        .filter(({ name }) => name !== 'token')
        .map(({ name, type }, index) => [name!, entered(type!, index)] as const);
      return [{ path: action, fields: Object.fromEntries(fields), ...(action === LOG_OUT ? OPEN : ruleOf(calls)) }];
    });
  }

  const OPEN = { route: null, permissions: [] };

  /** A form says which call it makes; the API document, what the call needs. */
  function ruleOf([call = '', ...others]: readonly string[]): Pick<Form, 'route' | 'permissions'> {
    expect([call, others]).toEqual([expect.stringMatching(/^POST /), []]);
    const { paths } = readApiDocument() as unknown as {
      paths: Record<string, { post?: { 'x-permission': { permissions: Permission[] } } }>;
    };
    const asPattern = (path: string): RegExp =>
      new RegExp(`^~?${path.replace(/^~/, '').replaceAll(/\{[^}]+\}/g, '\\d+')}$`);
    const found = Object.entries(paths).find(([path, { post }]) => post && asPattern(path).test(call.slice(5)));
    expect([call, found]).toEqual([call, expect.anything()]);
    const route = found![0].replace(/^~/, '').replaceAll(/\{([^}]+)\}/g, ':$1');
    return { route, permissions: found![1].post!['x-permission'].permissions };
  }

  const isAllowed = ({ permissions }: Form, held: readonly Permission[]): boolean =>
    permissions.every((each) => held.includes(each));

  it('T60 are all found: each action, and each route that writes, has a form on a page', () => {
    const routes = routesOf(world).filter(({ path, method }) => path.startsWith('/console') && method !== 'get');
    expect(routes.length).toBeGreaterThan(0);
    const found = forms.map(({ path }) => path);
    for (const { path } of routes) {
      const start = path.replace(/[:{].*/, '');
      expect([path, found.some((each) => each.startsWith(start))]).toEqual([path, true]);
    }
    for (const name of Object.keys(ACTIONS))
      expect(found).toContainEqual(expect.stringMatching(new RegExp(`^/console/actions/${name}/`)));
  });

  it.each(SETS.map((held) => [held.join(', '), held] as const))(
    'T60 T61 with %s, are refused without the token, with that of another session, and without the permission',
    async (_names, held) => {
      const [person, other] = [await browserOf(...held), await browserOf(...held)];
      const start = (await person.get('/console')).headers['location'] ?? '/console';
      const [own, foreign] = [tokenIn(await person.get(start)), tokenIn(await other.get(start))];
      expect([own, foreign]).toEqual([expect.stringMatching(/^[\w-]{43}$/), expect.not.stringContaining(own)]);
      const before = await storedRows(world.db);
      for (const form of forms) {
        const { path, fields } = form;
        const attempts: Record<string, Record<string, string>> = {
          none: fields,
          empty: { ...fields, token: '' },
          wrong: { ...fields, token: 'x'.repeat(43) },
          foreign: { ...fields, token: foreign },
          ...(!isAllowed(form, held) && { own: { ...fields, token: own } }),
        };
        for (const [name, sent] of Object.entries(attempts))
          expect([path, name, (await person.post(path, sent)).status]).toEqual([path, name, 403]);
        // With the permission, the API is called; here without a record that it could change.
        if (path !== LOG_OUT && isAllowed(form, held)) {
          const { status } = await person.post(path.replaceAll(/\d+/g, '999999'), { ...fields, token: own });
          expect([path, [400, 404].includes(status)]).toEqual([path, true]);
        }
      }
      expect(differences(before, await storedRows(world.db))).toEqual([]);
      expect((await person.get(start)).status).toBe(200);
    },
  );

  it('T60 need a session', async () => {
    const before = await storedRows(world.db);
    for (const { path, fields } of forms) {
      const { status } = await new Browser(world, provider).post(path, { ...fields, token: 'x' });
      expect([path, status]).toEqual([path, 401]);
    }
    expect(differences(before, await storedRows(world.db))).toEqual([]);
  });

  it('T60 do what they say with exactly the permission, and leave an audit entry of the person', async () => {
    for (const form of forms.filter(({ path }) => path !== LOG_OUT)) {
      const person = await browserOf(...form.permissions);
      const token = tokenIn(await person.get(form.path));
      const entries = async (): Promise<{ route: string; manager: { username: string } }[]> =>
        (await world.all.get('/audit-log?per_page=1000').expect(200)).body.audit_log;
      const known = (await entries()).length;
      const before = await storedRows(world.db);
      const done = await person.post(form.path, { ...form.fields, token });
      expect([form.path, done.status]).toEqual([form.path, 303]);
      const added = (await entries()).slice(0, -known);
      // The log records changes, and a test email is none.
      if (differences(before, await storedRows(world.db)).length === 0) {
        expect([form.route, added]).toEqual(['/campaigns/:id/send-test-email', []]);
        continue;
      }
      expect([form.path, added.map(({ route }) => route)]).toEqual([form.path, [form.route]]);
      expect(added[0]!.manager.username).toContain(`person-${form.permissions.join('-')}`);
    }
    expect(sink.messages.map(({ envelope }) => envelope.to)).toEqual([['reviewer@example.com']]);
  });
});
