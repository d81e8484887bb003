import type { Response, Test } from 'supertest';
import { ACTIONS } from '../../../src/modules/console/actions/actions.js';
import { GROUPS } from '../../../src/modules/console/pages/resources.js';
import { SECTIONS, type SectionName } from '../../../src/modules/console/pages/layout.js';
import { type Permission, PERMISSIONS } from '../../../src/platform/access/permissions.js';
import type { Tx } from '../../../src/platform/database/database.js';
import { Outbox } from '../../../src/platform/outbox/outbox.js';
import { EmailFacts } from '../../support/builders/email-facts.js';
import { RevenueFacts } from '../../support/builders/revenue-facts.js';
import { insertSubscribers } from '../../support/builders/audience.js';
import { deciding, ending, tagging, waiting } from '../../support/builders/steps.js';
import { readApiDocument } from '../../support/response-check/api-document-file.js';
import { World } from '../../support/world.js';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; " +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** The permissions of each section by the contract; any of them is enough. */
const CONTRACT: Readonly<Record<SectionName, readonly Permission[]>> = {
  overview: ['view_reports'],
  campaigns: ['manage_campaigns'],
  emails: ['send_campaigns'],
  funnels: ['manage_campaigns', 'view_contacts'],
  contacts: ['view_contacts'],
  webhooks: ['view_contacts'],
  senders: ['manage_campaigns'],
  reports: ['view_reports'],
  templates: ['manage_campaigns'],
  snippets: ['manage_campaigns'],
  lists: ['view_contacts'],
  tags: ['view_contacts'],
  forms: ['manage_contacts'],
  segments: ['view_contacts'],
  companies: ['view_contacts'],
  suppressions: ['view_contacts'],
  orders: ['view_reports'],
  imports: ['view_contacts'],
  jobs: ['view_contacts'],
  events: ['view_contacts'],
  'audit-log': ['manage_contacts'],
  requests: ['manage_contacts'],
};
/** In the order of the navigation. */
const ALL = Object.keys(SECTIONS) as SectionName[];
const NAMES = GROUPS.flatMap((group) => ALL.filter((name) => SECTIONS[name].group === group));

/** Every set of permissions that a manager can have. */
const SETS = Array.from({ length: 2 ** PERMISSIONS.length }, (_, bits) =>
  PERMISSIONS.filter((_permission, index) => (bits >> index) % 2 === 1),
);

const mayOpen = (held: readonly Permission[], section: SectionName): boolean =>
  CONTRACT[section].some((one) => held.includes(one) || (one === 'view_contacts' && held.includes('manage_contacts')));

const linksIn = ({ text }: Response): string[] =>
  [...text.matchAll(/href="(\/console[^"]*)"/g)].map(([, path]) => path!);
const navigationOf = (response: Response): string[] =>
  linksIn(response).filter((path) => Object.values(SECTIONS).some((section) => section.path === path));

function expectHeaders({ headers }: Response): void {
  expect(headers).toMatchObject({
    'content-security-policy': POLICY,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
}

function expectPage(response: Response, status: number): void {
  expect([response.status, response.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
  expect(response.text).toMatch(/^<!doctype html>/);
  expectHeaders(response);
}

describe('the console', () => {
  let world: World;
  /** A page for each kind of record, by section. */
  const records = {} as Record<SectionName, string>;

  const login = ({ username, password }: { username: string; password: string }, path: string): Test =>
    world.http.get(path).auth(username, password);
  const open = (path: string): Test => login(world.all.credentials!, path);

  beforeAll(async () => {
    world = await World.start({
      worker: false,
      env: {
        ...{ APP_TIMEZONE: 'Asia/Kolkata', AUTH_FAILURES_PER_MINUTE: '1000', AUTH_FAILURES_PER_ADDRESS: '1000' },
        SMTP_URL: 'smtp://relay:hunter2@127.0.0.1:2526',
      },
    });
    const { id: contact } = await world.given.contact({ email: 'ada@example.com', first_name: 'Ada' });
    const [campaign, funnel, webhook, sender] = await Promise.all([
      world.given.campaign({ title: 'Spring', scheduled_at: undefined }),
      world.given.funnel({
        title: 'Welcome',
        sequences: [waiting(1), deciding([tagging((await world.given.tag()).id)], [ending])],
      }),
      world.given.webhook({ name: 'Shop', url: 'https://127.0.0.1/hook' }),
      world.given.sender({
        url: 'smtp://127.0.0.1:2525',
        rate: 14,
        daily_cap: 5_000,
        warmup: { start: 50, factor: 2 },
      }),
    ]);
    const single = await world.all
      .post('/emails')
      .send({
        to: { contact_id: contact },
        subject: 'Receipt',
        html: '<p>Paid</p>',
        sender_id: sender.id,
        send_at: '2040-01-01',
      })
      .expect(202);
    const { template } = (
      await world.all
        .post('/templates')
        .send({ title: 'Base', email_subject: 'Hi', email_body: '<p>Base</p>' })
        .expect(200)
    ).body as { template: { id: number } };
    await world.all.post('/snippets').send({ key: 'foot', title: 'Foot', html: '<p>Foot</p>' }).expect(200);
    const [list, segment] = [await world.given.list({ title: 'News' }), await world.given.segment({ title: 'All' })];
    const { order } = (
      await world.all
        .post('/commerce/orders')
        .send({
          provider: 'shop',
          external_id: 'A1',
          email: 'ada@example.com',
          status: 'completed',
          currency: 'EUR',
          total: 12.5,
        })
        .expect(200)
    ).body as { order: { id: number } };
    Object.assign(records, {
      reports: '/console/reports/revenue',
      templates: `/console/templates/${template.id}`,
      snippets: '/console/snippets/foot',
      lists: `/console/lists/${list.id}`,
      segments: `/console/segments/${segment.id}`,
      orders: `/console/orders/${order.id}`,
      campaigns: `/console/campaigns/${campaign.id}`,
      emails: `/console/emails/${single.body.email.id}`,
      funnels: `/console/funnels/${funnel.id}`,
      contacts: `/console/contacts/${contact}`,
      webhooks: `/console/webhooks/${webhook.id}`,
      senders: `/console/senders/${sender.id}`,
    });
  });

  const pagesOf = (section: SectionName): string[] =>
    section in records ? [SECTIONS[section].path, records[section]] : [SECTIONS[section].path];

  it.each(SETS.map((held) => [held.join(', ') || 'no permissions', held] as const))(
    'T60 with %s, opens exactly the pages of the contract',
    async (_names, held) => {
      const { credentials } = await world.as(...held);
      const sections = NAMES.filter((section) => mayOpen(held, section));
      const navigation = sections.map((section) => SECTIONS[section].path);
      for (const section of NAMES)
        for (const path of pagesOf(section)) {
          const response = await login(credentials!, path);
          const isAllowed = sections.includes(section);
          if (path === '/console' && !isAllowed && navigation.length > 0) {
            expect([path, response.status, response.headers['location']]).toEqual([path, 303, navigation[0]]);
            expectHeaders(response);
            continue;
          }
          expectPage(response, isAllowed ? 200 : 403);
          expect([path, navigationOf(response)]).toEqual([path, navigation]);
          if (!isAllowed) for (const name of CONTRACT[section]) expect(response.text).toContain(name);
        }
    },
  );

  it('T60 answers without or with wrong credentials with 401 and a challenge on every path', async () => {
    const { username } = world.all.credentials!;
    for (const path of [...NAMES.flatMap(pagesOf), '/console/nothing', '/CONSOLE/contacts', '/console/'])
      for (const response of [await world.http.get(path), await login({ username, password: 'wrong' }, path)]) {
        expectPage(response, 401);
        expect(response.headers['www-authenticate']).toBe('Basic realm="api", charset="UTF-8"');
        expect(navigationOf(response)).toEqual([]);
      }
  });

  it('T60 refuses accounts with the administrator role on every page', async () => {
    const { credentials } = await world.administrator();
    for (const path of [...NAMES.flatMap(pagesOf), '/console/nothing']) {
      const response = await login(credentials!, path);
      expectPage(response, 403);
      expect(response.text).toContain('administrator role');
      expect(navigationOf(response)).toEqual([]);
    }
  });

  it('T60 refuses other methods with 405 before anything else', async () => {
    const { username, password } = world.all.credentials!;
    for (const path of ['/console', records.campaigns, '/console/nothing', '/console/style.css'])
      for (const method of ['post', 'put', 'patch', 'delete', 'options'] as const) {
        const response = await world.http[method](path)
          .auth(username, password)
          .set({ Origin: 'https://evil.test', 'Content-Type': 'application/json' });
        expectPage(response, 405);
        expect(response.headers['allow']).toBe('GET, HEAD');
      }
    const { status, headers, text } = await world.http.head(records.contacts).auth(username, password);
    expect([status, headers['content-security-policy'], text]).toEqual([200, POLICY, undefined]);
  });

  it('answers unknown pages and ids with a page that keeps the navigation', async () => {
    for (const path of [
      '/console/nothing',
      '/console/campaigns/1/emails',
      '/console//contacts',
      ...NAMES.filter((name) => name !== 'overview').flatMap((name) => [
        `${SECTIONS[name].path}/999999`,
        `${SECTIONS[name].path}/x`,
      ]),
    ]) {
      const response = await open(path);
      expectPage(response, 404);
      expect(navigationOf(response)).toHaveLength(NAMES.length);
    }
    for (const path of [
      '/console/contacts?page=0',
      '/console?date_range=forever',
      `${records.contacts}?after=x`,
      `/console/contacts?search=${'x'.repeat(300)}`,
    ])
      expectPage(await open(path), 400);
    // A malformed path reaches no page.
    const malformed = await open('/console/contacts/%zz');
    expect(malformed.status).toBe(400);
    expectHeaders(malformed);
  });

  it('serves its style sheet and script without data and without login', async () => {
    for (const [path, type] of [
      ['/console/style.css', 'text/css; charset=utf-8'],
      ['/console/live.js', 'text/javascript; charset=utf-8'],
    ] as const) {
      const response = await world.http.get(path).expect(200).expect('Content-Type', type);
      expectHeaders(response);
      expect(response.text).not.toMatch(/https?:\/\//);
    }
  });

  it('shows state, figures, and API calls of each record, with times in APP_TIMEZONE', async () => {
    const texts: Readonly<Record<string, readonly string[]>> = {
      [records.campaigns]: ['Spring', 'draft', 'POST /campaigns/', 'From sent to clicked'],
      [records.funnels]: ['Welcome', '<svg class="graph"', '>yes<', '>no<', '0 here, 0 entered', 'PUT /funnels/'],
      [records.contacts]: ['ada@example.com', 'subscribed', 'Created as subscribed', 'PUT /subscribers/'],
      [records.webhooks]: ['Shop', 'active', 'contact.created', 'No deliveries yet'],
      [records.senders]: ['active', '5,000', '50 emails on the first day, times 2 each day', 'PUT /senders/'],
    };
    for (const [path, wanted] of Object.entries(texts)) {
      const { text } = await open(path).expect(200);
      for (const each of wanted) expect(text.replaceAll(/\s+/g, ' ')).toContain(each);
      const [, iso, shown] = /<time datetime="([^"]+)">([^<]+)</.exec(text)!;
      const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'Asia/Kolkata' });
      expect(shown).toContain(clock.format(new Date(iso!)));
    }
  });

  it('shows the server of SMTP_URL as the first sender, without its login', async () => {
    const list = await open('/console/senders').expect(200);
    const [first = ''] = /<tbody>[^]*?<\/tr>/.exec(list.text) ?? [];
    for (const text of ['href="/console/senders/0"', 'SMTP_URL', '127.0.0.1:2526', 'active', 'no limit'])
      expect(first).toContain(text);
    await world.db.transaction((tx) =>
      tx.execute(
        `INSERT INTO sender_health (sender_id, reason, open_until) VALUES (0, 'The server does not answer', NOW(3) + INTERVAL 1 HOUR)`,
      ),
    );
    const { text } = await open('/console/senders/0').expect(200);
    for (const shown of ['suspended', 'The server does not answer', 'with username and password', '127.0.0.1:2526'])
      expect(text).toContain(shown);
    expect(list.text + text).not.toMatch(/relay|hunter2|PUT \/senders\/0/);
    await world.db.transaction((tx) => tx.execute('DELETE FROM sender_health WHERE sender_id = 0'));
  });

  it('shows the progress of jobs and imports, and updates it while they run', async () => {
    const { body } = await world.all.post('/imports').attach('file', Buffer.from('email\nx@example.com\n'), 'new.csv');
    const path = `/console/imports/${body.import.id}`;
    const waiting = await open(path).expect(200);
    expect(waiting.text).toContain('src="/console/live.js"');
    expect(waiting.text).toMatch(/<progress value="0" max="1" aria-label="Progress">/);
    expect(waiting.text).toMatch(/data-live="status"><span class="badge \w+">queued</);
    await world.all.post(`/imports/${body.import.id}/cancel`).send({});
    await world.db.transaction((tx) => tx.execute(`UPDATE bulk_jobs SET status = 'cancelled'`));
    expect((await open(path).expect(200)).text).not.toContain('live.js');
  });

  it('has a page for each report route of the API that is no option and no export', async () => {
    const { paths } = readApiDocument() as { paths: Record<string, { get?: { parameters?: { name: string }[] } }> };
    const ids: Record<string, string> = {
      campaigns: records.campaigns,
      funnels: records.funnels,
      lists: records.lists,
    };
    const tag = String((await world.given.tag()).id);
    const routes = Object.entries(paths)
      .filter(([path, { get }]) => get && path.includes('/reports/') && !/options|export$|live$|scheduled/.test(path))
      .map(([path, { get }]) => {
        const hasDays = get!.parameters!.some(({ name }) => name === 'date_range');
        return [path.slice(path.indexOf('/reports/')), hasDays] as const;
      });
    expect(routes.length).toBeGreaterThan(20);
    for (const [route, hasDays] of routes) {
      const [, , kind = ''] = route.split('/');
      const path = route.replace('{id}', (ids[kind] ?? tag).split('/').at(-1)!);
      const page = await open(`/console${path}`).expect(200);
      expect([path, page.text.includes('aria-label="Period"')]).toEqual([path, hasDays]);
      expect(page.text).toContain(`<code>GET ${path}</code>`);
      const files = linksIn(page).filter((link) => link.includes('/csv?'));
      expect(files[0]).toMatch(new RegExp(`^/console${path}/csv`));
      for (const file of files) {
        const { headers, text } = await open(file.replaceAll('&amp;', '&')).expect(200);
        expectHeaders({ headers } as Response);
        expect(headers).toMatchObject({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="report.csv"',
        });
        expect(text).toMatch(/^\ufeff./);
      }
    }
    for (const path of [
      'options',
      'campaigns/1/export',
      'scheduled/1',
      'weather/1',
      'lists/x',
      'lists/{id}',
      '__proto__',
    ])
      for (const end of ['', '/csv']) expectPage(await open(`/console/reports/${path}${end}`), 404);
    const list = records.lists.split('/').at(-1)!;
    expect((await open(`/console/reports/lists/${list}`).expect(200)).text).toContain('News');
    const contacts = await open('/console/reports/revenue/contacts?date_range=12_months').expect(200);
    for (const technical of ['Current page', 'Cached']) expect(contacts.text).not.toContain(technical);
    const other = await world.as('view_contacts');
    for (const end of ['', '/csv'])
      expectPage(await login(other.credentials!, `/console/reports/lists/${list}${end}`), 403);
  });

  it('is linked from the page at /', async () => {
    expect((await world.http.get('/').expect(200)).text).toContain('href="/console"');
  });

  it('answers why a contact got a campaign, for an address in the query', async () => {
    const page = async (email: string): Promise<string> =>
      (await open(`${records.campaigns}?why=${encodeURIComponent(email)}`).expect(200)).text;
    expect(await page('ada@example.com')).toContain('not passed');
    expect(await page('nobody@example.com')).toContain('unknown contact');
    expect(await page('not an address')).toContain('is not an email address');
  });

  describe('forms', () => {
    const PLACES = { id: 1, other: 1 };
    const names = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[];
    const pathOf = (name: keyof typeof ACTIONS, id = PLACES.id): string =>
      `/console/actions/${name}/${id}${ACTIONS[name].path.includes('{other}') ? `/${PLACES.other}` : ''}`;
    const tokenIn = ({ text }: Response): string => /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const submit = (by: { username: string; password: string }, path: string, fields: Record<string, string>): Test =>
      world.http.post(path).auth(by.username, by.password).type('form').send(fields);
    const auditOf = async (): Promise<unknown[]> =>
      (await world.all.get('/audit-log?per_page=1000').expect(200)).body.audit_log as unknown[];

    it('T60 need the permissions of their API calls', () => {
      const { paths } = readApiDocument() as unknown as {
        paths: Record<string, { post: { 'x-permission': { permissions: string[] } } }>;
      };
      for (const name of names) {
        const path = `~${ACTIONS[name].path}`.replace('{other}', '{deliveryId}');
        expect([name, ACTIONS[name].permissions]).toEqual([name, paths[path]?.post['x-permission'].permissions]);
      }
    });

    it.each(SETS.map((held) => [held.join(', ') || 'no permissions', held] as const))(
      'T60 with %s, are shown and accepted exactly with the permissions',
      async (_names, held) => {
        const { credentials } = await world.as(...held);
        for (const name of names) {
          const isAllowed = ACTIONS[name].permissions.every((each) => held.includes(each));
          const form = await login(credentials!, pathOf(name));
          expectPage(form, isAllowed ? 200 : 403);
          // A token of one form is that of all: without permission, it comes from a form that the manager may open.
          const token = tokenIn(form) || 'none';
          const answer = await submit(credentials!, pathOf(name, 999_999), { token, email: 'x@example.com' });
          expect([name, answer.status]).toEqual([name, isAllowed ? (name === 'replay' ? 400 : 404) : 403]);
        }
      },
    );

    it('T60 change nothing without a token, or with that of another manager', async () => {
      const [one, other] = [await world.as('manage_campaigns'), await world.as('manage_campaigns', 'view_contacts')];
      const path = pathOf('test-campaign');
      const foreign = tokenIn(await login(other.credentials!, path));
      const before = await auditOf();
      for (const token of ['', 'x', foreign]) {
        const refused = await submit(one.credentials!, path, { token, email: 'x@example.com' });
        expectPage(refused, 403);
        expect(refused.text).toContain('The form has expired');
      }
      expect(await auditOf()).toEqual(before);
      await submit({ username: 'nobody', password: 'x' }, path, { token: foreign }).expect(401);
    });

    it('call the API, leave an audit entry, and return to the page; a refusal is shown with what was entered', async () => {
      const id = Number(records.webhooks.split('/').at(-1));
      const path = pathOf('replay', id);
      const token = tokenIn(await open(path));
      const refused = await submit(world.all.credentials!, path, {
        token,
        from: '2040-01-01T00:00',
        to: '2039-01-01T00:00',
      });
      expectPage(refused, 400);
      expect(refused.text).toContain('value="2040-01-01T00:00"');
      expect(refused.text).toContain('role="alert"');
      const done = await submit(world.all.credentials!, path, {
        token,
        from: '2020-01-01T00:00',
        to: '2039-01-01T00:00',
      });
      expect([done.status, done.headers['location']]).toEqual([303, records.webhooks]);
      const { audit_log: log } = (await world.all.get('/audit-log?record_type=webhook_replay').expect(200)).body as {
        audit_log: { route: string; manager: { username: string } }[];
      };
      expect(log[0]).toMatchObject({
        route: '/webhooks/:id/replay',
        manager: { username: world.all.credentials!.username },
      });
    });
  });

  it('shows emails in a frame without scripts, forms, and origin', async () => {
    const page = await open(records.campaigns).expect(200);
    const [, frame = ''] = /<iframe[^>]+src="([^"]+)"/.exec(page.text) ?? [];
    const content = await open(frame.replaceAll('&amp;', '&')).expect(200);
    expect(content.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none';/);
    expect(content.headers['x-frame-options']).toBe('SAMEORIGIN');
    expect((await open(`${records.campaigns}/content?variant=z`)).status).toBe(400);
    const { credentials } = await world.as('view_contacts');
    expect((await login(credentials!, `${records.campaigns}/content`)).status).toBe(403);
  });

  it('finds a contact by address, and pages through long lists', async () => {
    const { id } = await world.given.list();
    await insertSubscribers(world.db, id, 'crowd', 30);
    const first = await open('/console/contacts').expect(200);
    expect(first.text).toContain('Page 1 of 2');
    expect(first.text.match(/<th scope="row"/g)).toHaveLength(25);
    const second = await open('/console/contacts?search=&page=2').expect(200);
    expect(second.text).toContain(`href="${records.contacts}"`);
    const found = await open('/console/contacts?search=ada%40example.com').expect(200);
    expect(found.text.match(/<th scope="row"/g)).toHaveLength(1);
    expect((await open('/console/contacts?search=nobody%40example.com').expect(200)).text).toContain('Nothing found');
  });
});

/** Worlds of their own: their settings or their empty database differ. */
describe('the console elsewhere', () => {
  it('T60 ignores credentials in the query, even where the API accepts them', async () => {
    const other = await World.start({ worker: false, env: { ALLOW_QUERY_CREDENTIALS: 'true' } });
    try {
      const { username, password } = other.all.credentials!;
      const query = `_wp_http_referer=${encodeURIComponent(`${username}:${password}`)}`;
      await other.http.get(`/api/v2/lists?${query}`).expect(200);
      for (const path of [
        '/console',
        '/console/contacts',
        '/CONSOLE/contacts',
        '/console//contacts',
        '/console/nothing',
      ])
        expect([path, (await other.http.get(`${path}?${query}`)).status]).toEqual([path, 401]);
    } finally {
      await other.stop();
    }
  });

  it('shows any report with charts, and each of its tables as a file, by the shape of the answer', async () => {
    const world = await World.start();
    const { username, password } = world.all.credentials!;
    const open = (path: string): Test => world.http.get(`/console/reports/${path}`).auth(username, password);
    const follow = async (page: Response, part: string): Promise<string> => {
      const link = linksIn(page).find((each) => each.includes(part)) ?? '';
      return (await world.http.get(link.replaceAll('&amp;', '&')).auth(username, password).expect(200)).text;
    };
    try {
      const { id: list } = await world.given.list({ title: 'News' });
      for (const [email, first_name, total] of [
        ['ada@example.com', 'Ada', 12.5],
        ['eve@example.com', '=1+1', 8],
      ] as const) {
        const { id } = await world.given.contact({ email, first_name, last_name: null, lists: [list] });
        await world.given.order({ contact_id: id, total, currency: 'EUR' });
      }
      await world.settle();
      const ranking = await open('revenue/contacts?date_range=12_months').expect(200);
      const text = ranking.text.replaceAll(/\s+/g, ' ');
      expect(text).toContain('<h1><bdi>Contacts by revenue</bdi></h1>');
      expect(text).toContain('<desc>Contacts: Revenue: ada@example.com: 12.50 EUR; eve@example.com: 8.00 EUR.</desc>');
      expect(text).toMatch(/<dt>Revenue<\/dt> <dd><strong[^>]*>20.50 EUR</);
      expect((await follow(ranking, 'table=Contacts')).split('\r\n')).toEqual([
        '\ufeffemail,first name,revenue,orders,average order value',
        'ada@example.com,Ada,12.5,1,12.5',
        `eve@example.com,'=1+1,8,1,8`,
        '',
      ]);
      const whole = await follow(ranking, '/csv?date_range=12_months');
      expect(whole).toMatch(/^\ufeff# figures\r\n[^]*\r\n# contacts: revenue\r\n[^]*\r\n# contacts\r\n/);
      expectPage(await open('revenue/contacts/csv?table=Nothing'), 404);

      const growth = await open(`lists/${list}`).expect(200);
      for (const shown of ['<h1><bdi>News', 'List. ', '<title>New</title>', 'Status breakdown: Total: subscribed: 2'])
        expect(growth.text).toContain(shown);
      expect(growth.text).toMatch(/<title>Distribution: Contacts<\/title>\s*<desc>[^<]*: 0: \d; 1 to 20: \d/);
      expect(await follow(growth, 'table=Growth')).toMatch(
        /^\ufeffdate,new,lost,net\r\n(?:\d{4}-\d\d-\d\d,\d,\d,\d\r\n){30}$/,
      );
      const { id } = await world.given.campaign();
      const unsent = await open(`campaigns/${id}/email-stats`).expect(200);
      for (const shown of ['All time.', 'Nothing was counted yet. Figures appear here after the first email.'])
        expect(unsent.text).toContain(shown);
    } finally {
      await world.stop();
    }
  });

  it('says which orders and days figures cover', async () => {
    const world = await World.start();
    const { username, password } = world.all.credentials!;
    const open = async (path: string): Promise<string> =>
      (await world.http.get(`/console${path}`).auth(username, password).expect(200)).text.replaceAll(/\s+/g, ' ');
    try {
      const [early, { id: funnel }] = [
        (await world.given.campaign({ title: 'Early' })).id,
        await world.given.funnel({ sequences: [waiting(1)] }),
      ];
      const yesterday = new Date(Date.now() - 86_400_000).toISOString();
      const [day, before] = [yesterday.slice(0, 10), '2025-06-10'];
      const email = new EmailFacts({ campaign: early, to: 'a@one.example' });
      const [step] = (await world.all.get(`/funnels/${funnel}/sequences`).expect(200)).body.sequences as {
        id: number;
      }[];
      await world.db.transaction((tx) =>
        world.api
          .get(Outbox, { strict: false })
          .appendAll(tx, [
            email.sent(`${before}T10:00:00.000Z`),
            new EmailFacts({ funnel, step: step!.id, to: 'b@one.example' }).sent(`${before}T10:00:00.000Z`),
            new RevenueFacts({ campaign: early }).sold(yesterday, 20),
            new RevenueFacts({ campaign: early }).sold(yesterday, 30),
            new RevenueFacts({ campaign: early, currency: 'JPY' }).sold(yesterday, 900),
          ]),
      );
      await world.settle();
      for (const path of ['', '/reports/revenue']) {
        const page = await open(path);
        expect(page).toContain('Revenue and orders are in EUR only. Not included:');
        expect(page).toContain('<a href="?date_range=30_days&amp;currency=JPY">orders in JPY: 1</a>');
      }
      const inYen = await open('/reports/revenue?currency=JPY');
      for (const shown of [
        '900 JPY',
        '>orders in EUR: 2</a>',
        'name="currency" value="JPY"',
        'currency=JPY&amp;date_range=7_days',
      ])
        expect(inYen).toContain(shown);
      expect(await open(`/reports/campaigns/${early}`)).toContain('currency=JPY">orders in JPY</a>');
      expect(await open(`/reports/campaigns/${early}?currency=JPY`)).toContain('900 JPY');

      const campaigns = await open('/reports/campaigns');
      expect(campaigns).toMatch(
        /<bdi>Early<\/bdi><\/th>(?: ?<td class="number">–<\/td>){4} ?<td class="number"><bdi>50.00 EUR/,
      );
      expect(campaigns).not.toContain('<title>Open rate by campaign');
      expect(await open(`/campaigns/${early}`)).toContain(`?start_date=${before}&amp;end_date=${day}"`);
      for (const path of [`/campaigns/${early}/email-stats`, `/funnels/${funnel}`, '/funnels']) {
        const page = await open(`/reports${path}`);
        expect([path, page.includes('All time.'), page.includes('aria-label="Period"')]).toEqual([path, true, false]);
      }
      expect(await open(`/reports/funnels/${funnel}/conversion-stats`)).toContain(
        'Conversion of all time, with the emails and revenue of these days',
      );
    } finally {
      await world.stop();
    }
  });

  it('shows the navigation of a page that takes long at once, then its content, or an error', async () => {
    const world = await World.start({ worker: false });
    const { username, password } = world.all.credentials!;
    const { id } = await world.given.contact({ first_name: 'Ada' });
    /** Opens the page of the contact, which waits for a lock. @returns its start, and its end after `release`. */
    const slowly = async (release: (tx: Tx) => Promise<void>): Promise<{ start: string; end: string }> =>
      world.db.transaction(async (tx) => {
        await tx.query('LOCK TABLES contacts WRITE');
        try {
          const response = await fetch(`${world.origin}/console/contacts/${id}`, {
            headers: { authorization: `Basic ${btoa(`${username}:${password}`)}`, 'sec-fetch-dest': 'document' },
          });
          expect([response.status, response.headers.get('content-security-policy')]).toEqual([200, POLICY]);
          const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
          const { value: start = '' } = await reader.read();
          await release(tx);
          const { value: end = '' } = await reader.read();
          return { start, end };
        } finally {
          await tx.query('UNLOCK TABLES');
        }
      });
    try {
      const shown = await slowly(async (tx) => {
        await tx.query('UNLOCK TABLES');
      });
      const failed = await slowly(async (tx) => {
        const waiting = await tx.query<{ id: number }>(
          `SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND state LIKE '%lock%'`,
        );
        for (const each of waiting) await tx.query(`KILL QUERY ${each.id}`);
      });
      for (const { start, end } of [shown, failed]) {
        expect([start.includes('aria-label="Sections"'), start.includes('<h1>')]).toEqual([true, false]);
        expect(end).toMatch(/<\/main><\/body><\/html>$/);
      }
      expect(shown.end).toContain('<h1><bdi>contact-1@example.com');
      expect(failed.end).toContain('<h1><bdi>Temporarily unavailable');
    } finally {
      await world.stop();
    }
  });

  it('names winners, recipients, and records in words, with links', async () => {
    const world = await World.start({ worker: false });
    const { username, password } = world.all.credentials!;
    const open = async (path: string): Promise<string> =>
      (await world.http.get(`/console${path}`).auth(username, password).expect(200)).text.replaceAll(/\s+/g, ' ');
    const execute = (sql: string, params = {}): Promise<number> =>
      world.db.transaction(async (tx) => (await tx.execute(sql, params)).insertId);
    try {
      const list = await world.given.list({ title: 'News' });
      const staff = await world.given.tag({ title: 'Staff' });
      const segment = await world.given.segment({ title: 'Partners' });
      const { id } = await world.given.campaign({
        title: 'Tested',
        email_subject: 'Neutral',
        settings: {
          subscribers: [{ list: list.id, tag: 'all' }],
          excludedSubscribers: [{ list: 'all', tag: staff.id }],
          excluded_segment_ids: [segment.id],
          ab_test: { variants: ['a', 'b'].map((key) => ({ key, subject: `Subject ${key}` })), metric: 'opens' },
        },
      });
      await execute(`UPDATE campaigns SET started_at = '2026-06-10 10:00:00' WHERE id = :id`, { id });
      await execute(
        `INSERT INTO campaign_experiments (campaign_id, state, winner, confidence) VALUES (:id, 'decided', 'b', 0.9907)`,
        { id },
      );
      for (const [place, key] of ['a', 'b'].entries()) {
        const content = await execute(
          `INSERT INTO email_contents (subject, pre_header, html, text, from_name, from_email, tracks_opens)
           VALUES (:subject, '', '', '', '', '', 1)`,
          { subject: `Subject ${key}` },
        );
        await execute(
          `INSERT INTO campaign_variants (campaign_id, variant_key, position, content_id, sent, opened)
           VALUES (:id, :key, :place, :content, 100, :place * 50)`,
          { id, key, place, content },
        );
        await execute(`INSERT INTO email_links (content_id, position, url) VALUES (:content, 1, :url)`, {
          content,
          url: `https://shop.example/${key}`,
        });
      }
      const won = 'b is best with a probability of 99.1%';
      const report = await open('/reports/ab-testing?start_date=2026-06-01&end_date=2026-06-30');
      expect(report).toContain(`<a href="/console/campaigns/${id}"><bdi>Tested: ${won} (by opens)</bdi></a>`);
      expect(await open(`/reports/campaigns/${id}`)).toContain('Orders (of all currencies)');
      const page = await open(`/campaigns/${id}?why=ada%40example.com`);
      for (const shown of [
        won,
        '<bdi>Subject b</bdi>',
        '<span class="label"><bdi>News</bdi></span>',
        '<dt>Not to</dt> <dd><span class="label"><bdi>Staff</bdi></span> <span class="label"><bdi>Partners</bdi></span>',
        'id="why" action="#why"',
      ])
        expect(page).toContain(shown);
      expect(page.indexOf('<code>b</code>')).toBeLessThan(page.indexOf('<code>a</code>'));
      expect(page).toMatch(/<dt>Sent<\/dt> <dd><time[^>]+>10 Jun 2026/);
      expect(page).toContain(
        '<abbr tabindex="0" title="Clicks by scanners and prefetchers, which count in no other figure">',
      );
      const campaigns = await open('/campaigns');
      expect(campaigns).toContain('<bdi>News</bdi>');
      expect(campaigns).toContain('10 Jun 2026');

      const contact = await world.given.contact();
      const { id: order } = await world.given.order({ contact_id: contact.id, total: 5, currency: 'EUR' });
      const link = `<a href="/console/contacts/${contact.id}"><bdi>${contact.id}</bdi></a>`;
      expect(await open('/orders')).toContain(link);
      expect(await open(`/orders/${order}`)).toContain(link);
      await execute(`UPDATE audit_log SET source = 'command_line', manager_id = NULL`);
      const log = await open('/audit-log');
      for (const shown of [link, '>command line</td>', `href="/console/campaigns/${id}"`]) expect(log).toContain(shown);

      const { body } = await world.all
        .post('/imports')
        .attach('file', Buffer.from('email\nx@example.com\n'), 'new.csv');
      const imported = await open(`/imports/${body.import.id}`);
      expect(imported).toContain('Invalid rows');
      expect(imported).not.toMatch(/Rejected|<dt>Phase/);

      const funnel = await world.given.funnel({ sequences: [waiting(1), ending] });
      for (const reason of ['end_this_funnel', 'bounced'])
        await execute('INSERT INTO funnel_exits VALUES (:id, :reason, 1)', { id: funnel.id, reason });
      const ends = await open(`/funnels/${funnel.id}`);
      for (const shown of ['Ended with a reason', 'end this funnel (completed)', 'bounced (left early)'])
        expect(ends).toContain(shown);
      expect(ends).not.toContain('Early exits');
    } finally {
      await world.stop();
    }
  });

  it('limits requests like the API, with a page', async () => {
    const limited = await World.start({ worker: false, env: { RATE_LIMIT_REPORTS_PER_MINUTE: '1' } });
    // Requests are counted by the minute.
    const time = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    try {
      const { username, password } = limited.all.credentials!;
      await limited.http.get('/console').auth(username, password).expect(200);
      const refused = await limited.http.get('/console').auth(username, password);
      expectPage(refused, 429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      time.mockRestore();
      await limited.stop();
    }
  });

  it('says what to do where nothing is yet', async () => {
    const fresh = await World.start({ worker: false });
    try {
      const { username, password } = fresh.all.credentials!;
      for (const [section, call] of [
        ['campaigns', 'POST /campaigns'],
        ['funnels', 'POST /funnels'],
        ['contacts', 'POST /subscribers'],
        ['webhooks', 'POST /webhooks'],
      ] as const) {
        const { text } = await fresh.http.get(SECTIONS[section].path).auth(username, password).expect(200);
        expect(text).toContain('yet</h2>');
        expect(text).toContain(call);
        expect(text).not.toContain('<table');
      }
      expect((await fresh.http.get('/console').auth(username, password).expect(200)).text).toContain(
        'Nothing was counted',
      );
    } finally {
      await fresh.stop();
    }
  });

  it('does not exist with CONSOLE_ENABLED=false, and the page at / has no link to it', async () => {
    const off = await World.start({ worker: false, env: { CONSOLE_ENABLED: 'false' } });
    try {
      const { username, password } = off.all.credentials!;
      for (const path of ['/console', '/console/contacts', '/console/style.css', '/console/live.js'])
        for (const method of ['get', 'post'] as const)
          await off.http[method](path).auth(username, password).expect(404);
      expect((await off.http.get('/').expect(200)).text).not.toContain('/console');
    } finally {
      await off.stop();
    }
  });
});
