import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { insertSubscribers } from '../support/builders/audience.js';
import { ending, tagging, waiting } from '../support/builders/steps.js';
import { launchBrowser, openPage, screenshot } from '../support/browser.js';
import { SmtpSink } from '../support/smtp-sink.js';
import { waitUntil } from '../support/wait-until.js';
import { World } from '../support/world.js';

const HOSTILE = [
  '<script>window.ran = 1</script>',
  '"><img src=x onerror="window.ran = 1">',
  `'><svg onload='window.ran = 1'>`,
  'javascript:window.ran = 1',
  '</title></style></textarea><script>window.ran = 1</script>',
  '\u202egpj.exe \u202c שלום עולם \u061c',
  '&lt;b&gt; & &#60;i&#62; {{ contact.email }} ${1}',
  'W'.repeat(180),
  '春'.repeat(90),
] as const;
const ALL = HOSTILE.slice(0, 5).join(' ').slice(0, 180);
/** As many emails last for minutes at one per second. */
const LIVE = 500;
const HOSTILE_URL = 'https://127.0.0.1/hook?next="><script>window.ran=1</script>&x=javascript:alert(1)';

describe('the console in a browser', () => {
  let world: World;
  let sink: SmtpSink;
  let browser: Browser;
  /** The pages to look at, by name. */
  let pages: Readonly<Record<string, string>>;
  let listId: number;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, WEBHOOK_RETRY_SCHEDULE: '1h' } });
    browser = await launchBrowser();
    pages = await hostilePages();
  });

  /** Stores hostile texts wherever the console shows text from outside. */
  async function hostilePages(): Promise<Readonly<Record<string, string>>> {
    const { given, all } = world;
    const webhook = await given.webhook({ name: ALL, url: HOSTILE_URL, events: ['contact.*', 'email.*'] });
    const sender = await given.sender({ url: sink.url, name: ALL, from_name: HOSTILE[1], daily_cap: 1_000 });
    const list = await given.list({ title: HOSTILE[0] });
    listId = list.id;
    const tags = await Promise.all(HOSTILE.map((title) => given.tag({ title })));
    const field = await given.customField({ label: HOSTILE[1] });
    const contacts = await Promise.all(
      HOSTILE.map((text) =>
        given.contact({
          ...{ first_name: text, last_name: text, phone: text.slice(0, 50), city: text, lists: [list.id] },
          tags: tags.map(({ id }) => id),
          custom_values: { [field.slug]: text },
        }),
      ),
    );
    const { id: contactId } = contacts[0]!;
    for (const text of HOSTILE) {
      await given.trackedEvent(contactId, { title: text, value: text });
      await given.note(contactId, { title: text, description: text });
      await given.order({ contact_id: contactId, external_id: text.slice(0, 100) });
    }
    const steps = HOSTILE.flatMap((title) => [
      { ...waiting(1), title },
      {
        ...{ title, action_name: 'funnel_split' },
        settings: { branches: ['a', 'b', 'c'].map((key) => ({ key, weight: 1 })) },
        children: { a: [{ ...tagging(tags[0]!.id), title }], b: [{ ...ending, title }], c: [] },
      },
    ]);
    const funnels = await Promise.all(HOSTILE.map((title) => given.funnel({ title, sequences: steps })));
    const campaigns = await Promise.all(
      HOSTILE.map((text) =>
        given.campaign({
          ...{ title: text, email_subject: text.replaceAll(/[{}]/g, '') },
          email_body: `<a href="https://shop.example.com/?q=%22%3E&lt;script&gt;window.ran=1&lt;/script&gt;javascript:${'x'.repeat(300)}">Look</a>`,
          lists: [list.id],
        }),
      ),
    );
    const { id: campaignId } = campaigns[0]!;
    await all.post(`/campaigns/${campaignId}/send`).expect(200);
    const { template } = (
      await all
        .post('/templates')
        .send({
          title: ALL,
          email_subject: 'Hi',
          email_body: `<p style="color: #060">Hi</p><script>window.ran = 1</script>`,
        })
        .expect(200)
    ).body as { template: { id: number } };
    await all.post('/snippets').send({ key: 'foot', title: ALL, html: '<p>Foot</p>' }).expect(200);
    const segment = await given.segment({ title: ALL });
    await all.post('/companies').send({ name: ALL, industry: HOSTILE[1] }).expect(200);
    await world.settle();
    return {
      overview: '/console',
      campaigns: '/console/campaigns',
      campaign: `/console/campaigns/${campaignId}?why=${encodeURIComponent(HOSTILE[1])}`,
      explained: `/console/campaigns/${campaignId}?why=${encodeURIComponent(contacts[1]!.email)}`,
      funnels: '/console/funnels',
      funnel: `/console/funnels/${funnels[0]!.id}`,
      contacts: '/console/contacts',
      search: `/console/contacts?search=${encodeURIComponent(HOSTILE[1])}`,
      contact: `/console/contacts/${contactId}`,
      webhooks: '/console/webhooks',
      webhook: `/console/webhooks/${webhook.id}`,
      senders: '/console/senders',
      sender: `/console/senders/${sender.id}`,
      reports: '/console/reports',
      report: '/console/reports/lists',
      emails: '/console/emails',
      templates: '/console/templates',
      template: `/console/templates/${template.id}`,
      snippets: '/console/snippets',
      lists: '/console/lists',
      list: `/console/lists/${list.id}`,
      tags: '/console/tags',
      segments: '/console/segments',
      segment: `/console/segments/${segment.id}?asked=${contactId}`,
      companies: '/console/companies',
      suppressions: '/console/suppressions',
      orders: '/console/orders',
      order: '/console/orders/1',
      imports: '/console/imports',
      jobs: '/console/jobs',
      'own sender': '/console/senders/0',
      'report of a list': `/console/reports/lists/${list.id}`,
      'revenue of contacts': '/console/reports/revenue/contacts',
      clicks: `/console/campaigns/${campaignId}?clicks=Clicks`,
      events: '/console/events',
      audit: '/console/audit-log',
      delivery: `/console/webhooks/${webhook.id}/deliveries/1`,
      test: `/console/actions/test-campaign/${campaignId}`,
      replay: `/console/actions/replay/${webhook.id}`,
      'not found': `/console/${encodeURIComponent(HOSTILE[1])}`,
    };
  }

  async function open(options: BrowserContextOptions = {}): Promise<{ page: Page; faults: string[] }> {
    const { username = '', password = '' } = world.all.credentials ?? {};
    const opened = await openPage(browser, {
      ...{ baseURL: world.origin, httpCredentials: { username, password } },
      ...options,
    });
    opened.page.on('dialog', (dialog) => {
      opened.faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    return opened;
  }

  const overflowOf = (page: Page): Promise<number> =>
    page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);

  it.each([
    ['on a desktop', 'desktop', { viewport: { width: 1280, height: 900 } }],
    ['on a phone', 'phone', { viewport: { width: 375, height: 800 } }],
    ['in dark mode', 'dark', { colorScheme: 'dark' }],
  ] as const)(
    'T60 shows hostile texts %s as text: nothing runs, nothing breaks the page',
    async (_where, name, options) => {
      const { page, faults } = await open(options);
      for (const [title, path] of Object.entries(pages)) {
        const response = await page.goto(path);
        expect([title, response?.status()]).toEqual([title, title === 'not found' ? 404 : 200]);
        expect([title, await overflowOf(page)]).toEqual([title, 0]);
        const main = page.locator('main');
        expect(await main.locator('script, img, object, [onerror], [onload], [style]').count()).toBe(0);
        const links = await page.locator('a').evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''));
        expect(links.filter((href) => !/^(?:\/(?!\/)|\?|#)/.test(href))).toEqual([]);
        expect(await page.evaluate('window.ran')).toBeUndefined();
        await screenshot(page, `console-${title}-${name}`);
      }
      // The browser reports the status of the page that does not exist, and the script of an email that it did not run.
      expect(faults.filter((fault) => !/status of 404|^Blocked script execution in .*\/content'/.test(fault))).toEqual(
        [],
      );
    },
  );

  it('T60 shows every hostile text in full where there is room for it', async () => {
    const { page } = await open();
    const textOf = async (path: string): Promise<string> => {
      await page.goto(path);
      return page.locator('main').evaluate((main) => main.textContent ?? '');
    };
    const [contact, campaigns, funnel] = [
      await textOf(pages['contact']!),
      await textOf(pages['campaigns']!),
      await textOf(pages['funnel']!),
    ];
    for (const text of HOSTILE) {
      const shown = text.trim();
      expect(contact).toContain(shown);
      expect(campaigns).toContain(shown);
      expect(funnel).toContain(shown);
    }
    expect(await textOf(pages['webhook']!)).toContain('<script>window.ran=1</script>');
    expect(await textOf(pages['search']!)).toContain(HOSTILE[1]);
    const revenue = await textOf(pages['revenue of contacts']!);
    for (const shown of ['Email', 'Average order value', '@example.com']) expect(revenue).toContain(shown);
  });

  it('works without scripts: navigation, search, pages, and the answer why', async () => {
    const { page } = await open({ javaScriptEnabled: false });
    await page.goto('/console');
    await page.getByRole('link', { name: 'Contacts' }).click();
    await page.getByRole('searchbox', { name: 'Address or name' }).fill('contact-');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('rowheader').getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    await page.goto(pages['campaign']!.replace(/\?.*/, ''));
    await page.getByRole('searchbox', { name: 'Email address' }).fill('unknown@example.com');
    await page.getByRole('button', { name: 'Explain' }).click();
    await page.getByText('unknown contact').first().waitFor();
  });

  it('is used by keyboard and screen reader', async () => {
    const { page } = await open();
    await page.goto(pages['funnel']!);
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.locator(':focus').evaluate((element) => element.id)).toBe('content');
    // From the content, the next stop is the graph, which scrolls, and then the table.
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Graph of the steps');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').getAttribute('aria-label')).toContain('Steps with their branches');
    for (const path of Object.values(pages)) {
      await page.goto(path);
      expect(await page.getByRole('main').count()).toBe(1);
      expect(await page.getByRole('navigation', { name: 'Sections' }).count()).toBe(1);
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      const unnamed = await page
        .locator('table:not(:has(caption)), svg[role=img]:not(:has(> title)), th:not([scope])')
        .count();
      expect([path, unnamed]).toEqual([path, 0]);
      for (const input of await page.locator('input:not([type=hidden])').all())
        expect(await input.evaluate((each) => (each as HTMLInput).labels?.length)).toBe(1);
    }
  });

  it('prints pages without forms, navigation, and frames, and no figure higher than a sheet', async () => {
    const { page } = await open({ viewport: { width: 703, height: 1_000 } });
    await page.emulateMedia({ media: 'print' });
    for (const path of Object.values(pages)) {
      await page.goto(path);
      for (const each of await page.locator('form, iframe, .top, .pager, .button').all())
        expect([path, await each.evaluate(({ outerHTML }) => outerHTML), await each.isVisible()]).toEqual([
          path,
          expect.any(String),
          false,
        ]);
      // In pixels of paper, a sheet of A4 is 1,122 high.
      const heights = await page.locator('svg').evaluateAll((all) => all.map((each) => each.clientHeight));
      expect([path, heights.filter((height) => height > 1_000)]).toEqual([path, []]);
      await screenshot(page, `print${path.replaceAll(/\W+/g, '-')}`);
    }
  });

  it('updates the figures of a campaign while it is sent, with requests of the console every 2 seconds', async () => {
    // So slow that the end is not reached before the rate is raised.
    const sender = await world.given.sender({ url: sink.url, rate: 1 });
    await insertSubscribers(world.db, listId, 'live', LIVE);
    const { id } = await world.given.campaign({
      ...{ title: 'Live', email_subject: 'Live', email_body: '<p>Hello</p>', lists: [listId] },
      settings: { mailer_settings: { sender_id: sender.id } },
    });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    const { page, faults } = await open();
    const livePath = `/console/campaigns/${id}/live`;
    const paths = new Set<string>();
    /** When the browser started requests for the figures, in milliseconds. */
    const starts: number[] = [];
    page.on('request', (request) => paths.add(new URL(request.url()).pathname));
    page.on('requestfinished', (request) => {
      if (request.url().endsWith(livePath)) starts.push(request.timing().startTime);
    });
    await page.goto(`/console/campaigns/${id}`);
    const figure = async (): Promise<number> => Number(await page.locator('strong[data-live=sent]').textContent());
    const before = await figure();
    await waitUntil('the number of sent emails grows twice', async () => (await figure()) > before, 100);
    const between = await figure();
    await waitUntil('it grows again', async () => (await figure()) > between, 100);
    await page.locator('[data-live=events] li').filter({ hasText: 'sent' }).first().waitFor();
    await screenshot(page, 'console-live');
    await waitUntil('the figures were requested twice', () => starts.length > 1);
    expect(starts[1]! - starts[0]!).toBeGreaterThan(1_900);
    expect([...paths].filter((path) => path.startsWith('/api/'))).toEqual([]);
    await world.all.put(`/senders/${sender.id}`).send({ rate: 1_000 }).expect(200);
    await waitUntil(
      'the page shows that it was sent',
      async () => (await page.locator('.lead .badge').textContent()) === 'sent',
      200,
    );
    expect(await figure()).toBe(LIVE + HOSTILE.length);
    expect(faults).toEqual([]);
  });
});

/** The part of the element that a test reads; the compiler knows no browser. */
interface HTMLInput {
  readonly labels?: { readonly length: number };
}
