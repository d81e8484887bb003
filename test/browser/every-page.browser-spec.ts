import type { Browser, Page } from 'playwright-core';
import { ACTIONS } from '../../src/modules/console/actions/actions.js';
import { SECTIONS } from '../../src/modules/console/pages/layout.js';
import { RESOURCES } from '../../src/modules/console/pages/resources.js';
import { WebhookReceiverServer } from '../../src/modules/development/webhook-receiver/webhook-receiver.server.js';
import { usabilityFaults } from '../support/accessibility.js';
import { launchBrowser, openPage, screenshot } from '../support/browser.js';
import { ending, tagging, waiting } from '../support/builders/steps.js';
import { freePort } from '../support/free-port.js';
import { World } from '../support/world.js';

/** Longer than any column, in the other direction, in signs of two units, and in HTML. */
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'.repeat(4).slice(0, 190);
const HOSTILE = [LONG, 'מבצע אביב: 20% הנחה', '🌷🌷 Spring 👩‍👩‍👧', '<script>window.ran = 1</script>'] as const;
const ADDRESS = 'anna-katharina.von-der-osten-sacken@a-very-long-name-of-a-company.example.com';

interface Viewport {
  readonly width: number;
  readonly height: number;
}
type Look = readonly [scheme: 'light' | 'dark', device: string, viewport: Viewport];

const LOOKS: readonly Look[] = [
  ['light', 'desktop', { width: 1280, height: 900 }],
  ['dark', 'desktop', { width: 1280, height: 900 }],
  ['light', 'phone', { width: 390, height: 844 }],
  ['dark', 'phone', { width: 390, height: 844 }],
];

/** Every page in every look: nothing that a person with a screen reader, a keyboard, or a phone could not use. */
describe('every page', () => {
  let world: World;
  let browser: Browser;
  /** The pages of the console. */
  let pages: readonly string[] = [];

  beforeAll(async () => {
    world = await World.start({
      env: {
        ...{ NODE_ENV: 'development', DEV_MAILBOX_SMTP_PORT: String(await freePort()), DEV_WEBHOOK_RECEIVER_PORT: '0' },
        ...{ WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true', BUSINESS_NAME: 'River Post' },
      },
    });
    browser = await launchBrowser();
  });

  /** At least one record for each page of the console, with texts that are hard to show. */
  async function oneOfEach(): Promise<void> {
    if (pages.length > 0) return;
    const { given, all } = world;
    const receiver = world.api.get(WebhookReceiverServer, { strict: false });
    const { id: webhook } = await given.webhook({ name: LONG, url: receiver.url ?? '', events: ['contact.created'] });
    await given.sender({
      url: `smtp://127.0.0.1:${world.config.developmentTools.mailboxPort}`,
      name: LONG.slice(0, 100),
    });
    const lists = await Promise.all(HOSTILE.map((title) => given.list({ title, is_public: true })));
    const tag = await given.tag({ title: LONG });
    const { id } = await given.contact({
      ...{ first_name: HOSTILE[1], last_name: HOSTILE[3], city: LONG, email: ADDRESS },
      ...{ lists: lists.map((list) => list.id), tags: [tag.id] },
    });
    await given.contact();
    await given.trackedEvent(id, { title: LONG, value: LONG });
    await given.note(id, { title: LONG, description: '<p>Text</p>' });
    await given.order({ contact_id: id });
    await all
      .post('/forms')
      .send({ title: LONG, consent_text: LONG, lists: [lists[0]!.id] })
      .expect(200);
    await given.company({ name: LONG, industry: HOSTILE[1] });
    await given.segment({ title: LONG });
    await given.template({ title: LONG, email_subject: 'Hello', email_body: '<p>Hello</p>' });
    await all.post('/snippets').send({ key: 'foot', title: LONG, html: '<p>Foot</p>' }).expect(200);
    await all
      .post('/suppressions')
      .send({ values: ['spam-trap@example.org'] })
      .expect(200);
    await all
      .post('/imports')
      .send({ rows: [{ email: 'imported@example.com' }, { email: LONG }] })
      .expect(202);
    await all
      .post('/emails')
      .send({ to: { email: ADDRESS }, subject: LONG.slice(0, 150), html: '<p>Hello</p>' })
      .expect(202);
    const step = { ...waiting(1), title: LONG };
    await given.funnel({
      title: LONG,
      sequences: [
        step,
        {
          ...{ title: HOSTILE[1], action_name: 'funnel_split' },
          settings: { branches: ['a', 'b'].map((key) => ({ key, weight: 1 })) },
          children: { a: [{ ...tagging(tag.id), title: LONG }], b: [{ ...ending, title: LONG }] },
        },
      ],
    });
    const links = ['view_url', 'preferences_url', 'unsubscribe_url'].map(
      (name) => `<a href="{{ ${name} }}">${name}</a> `,
    );
    const html = `<h1>Hello</h1><p><a href="https://shop.example.com/a-very-long-path?with=a-query">Shop</a> ${links.join('')}</p>`;
    const { id: pending } = await given.contact({ status: 'pending' });
    await all.post(`/subscribers/${pending}/send-double-optin`).expect(200);
    await all
      .post('/subscribers/do-bulk-action')
      .send({
        action_name: 'add_tags',
        filter: [[{ source: ['subscriber', 'id'], operator: 'not_null' }]],
        tags: [tag.id],
      })
      .expect(202);
    const email = { email_subject: LONG, email_body: html, lists: lists.map((list) => list.id) };
    await given.campaign({ title: HOSTILE[2], ...email });
    const { id: campaign } = await given.campaign({ title: LONG, ...email });
    await all.post(`/campaigns/${campaign}/send`).expect(200);
    await all.post(`/webhooks/${webhook}/test`).expect(200);
    await world.settle();
    expect(receiver.calls().length).toBeGreaterThan(0);
    pages = [...(await consolePages()), `/console/reports/campaigns/${campaign}`];
  }

  async function open(scheme: 'light' | 'dark', viewport: Viewport): Promise<Page> {
    const { username = '', password = '' } = world.all.credentials ?? {};
    const { page } = await openPage(browser, {
      ...{ baseURL: world.origin, httpCredentials: { username, password }, colorScheme: scheme, viewport },
    });
    return page;
  }

  /** Checks these pages, and takes screenshots of them. @param ready what a page shows once its scripts have run */
  async function check(look: Look, paths: readonly string[], ready = 'h1'): Promise<void> {
    const [scheme, device, viewport] = look;
    const page = await open(scheme, viewport);
    const faults: string[] = [];
    for (const path of paths) {
      await page.goto(path);
      await page.locator(ready).first().waitFor();
      faults.push(...(await usabilityFaults(page)).map((fault) => `${path}: ${fault}`));
      await screenshot(page, `page-${scheme}-${device}${path.replaceAll(/\W+/g, '-')}`);
    }
    expect(faults).toEqual([]);
  }

  /** Follows all links within the console, to one page of each kind. */
  async function consolePages(): Promise<readonly string[]> {
    const page = await open('light', { width: 1280, height: 900 });
    const found = new Map<string, string>();
    const waitingPages = [
      SECTIONS.overview.path,
      ...Object.values(ACTIONS).map(
        ({ back }, index) => `/console/actions/${Object.keys(ACTIONS)[index]}/1${back.includes('{other}') ? '/1' : ''}`,
      ),
    ];
    for (let path = waitingPages.shift(); path !== undefined; path = waitingPages.shift()) {
      const kind = path.replaceAll(/\/\d+(?=\/|$)/g, '/:id');
      if (found.has(kind)) continue;
      found.set(kind, path);
      await page.goto(path);
      const links = await page
        .locator('a[href^="/console"]:not([href*="/csv"])')
        .evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''));
      waitingPages.push(...links.map((href) => href.split('?')[0] ?? ''));
    }
    for (const { path } of Object.values(SECTIONS)) expect([...found.keys()]).toContain(path);
    for (const report of ['campaigns/:id/email-stats', 'funnels/:id/conversion-stats', 'lists/:id', 'tags/:id'])
      expect([...found.keys()]).toContain(`/console/reports/${report}`);
    for (const [name, resource] of Object.entries(RESOURCES))
      if ('one' in resource) expect([...found.keys()].join('\n')).toMatch(new RegExp(`^/console/${name}/`, 'm'));
    return [...found.values(), '/console/nothing', '/console/tags?search=nothing'];
  }

  /** The pages that the emails in the mailbox lead to. The view of an email in the browser is the email itself, and runs no check. */
  async function linksOfEmails(): Promise<readonly string[]> {
    const { body } = await world.http.get('/dev/mailbox.json').expect(200);
    const paths: string[] = [];
    for (const { id } of body.data as readonly { readonly id: string }[]) {
      const { links } = (await world.http.get(`/dev/mailbox/${id}.json`).expect(200)).body;
      paths.push(...(links as string[]).map((link) => new URL(link).pathname));
    }
    const found = ['u', 'p', 'd'].map((letter) => paths.find((path) => path.startsWith(`/t/${letter}/`)) ?? '');
    expect(found).not.toContain('');
    return found;
  }

  async function mailboxPages(): Promise<readonly string[]> {
    const { body } = await world.http.get('/dev/mailbox.json').expect(200);
    const id = String(body.data[0].id);
    const views = ['html', 'text', 'links', 'source'].map((view) => `/dev/mailbox/${id}?view=${view}`);
    return ['/dev/mailbox', '/dev/mailbox?search=nothing', ...views];
  }

  it('says on each empty list what to do', async () => {
    const page = await open('light', { width: 1280, height: 900 });
    for (const { path } of Object.values(SECTIONS)) {
      await page.goto(path);
      const rows = await page.locator('main tbody tr').count();
      const hints = await page.locator('.empty p').allInnerTexts();
      expect([path, rows > 0 || /with [A-Z]+ \/|choose another|nothing to set up/i.test(hints.join())]).toEqual([
        path,
        true,
      ]);
    }
    await check(
      ['light', 'empty', { width: 390, height: 844 }],
      ['/console', '/console/campaigns', '/dev/mailbox', '/dev/webhooks'],
    );
  });

  describe.each(LOOKS)('in %s on a %s', (...look) => {
    beforeAll(oneOfEach);

    it('T60 of the console', async () => {
      await check(look, pages);
    });

    it('of the mailbox, the webhook receiver, and the start', async () => {
      await check(look, [...(await mailboxPages()), '/dev/webhooks', '/', '/docs/errors', '/nothing']);
    });

    it('for recipients', async () => {
      const { body } = await world.all.get('/forms').expect(200);
      const form = new URL(body.forms.data[0].url).pathname;
      await check(look, [...(await linksOfEmails()), form, '/t/sample/unsubscribe', '/t/u/wrong']);
    });

    it('of the API reference', async () => {
      await check(look, ['/docs'], '.opblock-tag');
    });
  });
});
