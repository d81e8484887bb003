import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTransport } from 'nodemailer';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { MailboxServer } from '../../src/modules/development/mailbox/mailbox.server.js';
import { launchBrowser, openPage, screenshot } from '../support/browser.js';
import { stopAtEnd } from '../support/stop-at-end.js';
import { World } from '../support/world.js';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('the development mailbox in a browser', () => {
  let world: World;
  let browser: Browser;
  /** An external site, the target of links and images in emails. */
  let site: Server;
  let visits: string[];

  beforeAll(async () => {
    world = await World.start({
      env: {
        NODE_ENV: 'development',
        DEV_MAILBOX_SMTP_PORT: '0',
        DEV_WEBHOOK_RECEIVER_PORT: '0',
        WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
      },
      worker: false,
    });
    browser = await launchBrowser();
    visits = [];
    site = createServer((request, response) => {
      visits.push(`${request.method ?? ''} ${request.url ?? ''}`);
      if (request.url?.endsWith('.png'))
        response.setHeader('Content-Type', 'image/png').end(Buffer.from(PIXEL, 'base64'));
      else response.setHeader('Content-Type', 'text/html').end('<title>The shop</title><h1>The shop</h1>');
    });
    stopAtEnd({
      stop: () => {
        site.close();
        site.closeAllConnections();
      },
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(async () => {
    visits.length = 0;
    await world.http.post('/dev/mailbox/clear').expect(303);
  });

  const shop = (): string => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

  async function sendSome(): Promise<void> {
    const transport = createTransport({
      host: '127.0.0.1',
      port: world.api.get(MailboxServer, { strict: false }).port ?? 0,
    });
    const from = 'Haus & Garten <post@haus-garten.example>';
    await transport.sendMail({
      from,
      to: 'grace@example.com',
      subject: 'Please confirm your address',
      text: 'One click.',
    });
    await transport.sendMail({
      from,
      to: ['ada.lovelace@example.com', 'a.very.long.address.of.somebody@an-equally-long-domain.example.com'],
      subject:
        'A subject that goes on for so long that no list of emails could ever show all of it in a single line of text',
      text: 'Long.',
    });
    await transport.sendMail({
      from,
      to: 'Ada <ada@example.com>',
      subject: 'Spring has come – 20 % on all bulbs',
      text: `Spring has come.\n\n${shop()}/bulbs`,
      html: `<html><body style="margin:0;background:#eef5ea;font-family:sans-serif">
        <div style="max-width:36rem;margin:2rem auto;padding:2rem;background:#fff">
          <h1 style="color:#38761d">Spring has come</h1>
          <p>Hello Ada, all bulbs are 20&nbsp;% off this week.</p>
          <p><a id="link" href="${shop()}/bulbs?a=1&amp;b=2">See the bulbs</a>
             <a id="new-tab" target="_blank" href="${shop()}/tab">In a new tab</a></p>
          <img id="outside" src="${shop()}/pixel.png" width="8" height="8">
          <img id="inline" src="cid:flower" width="8" height="8">
          <form id="form" action="${shop()}/stolen"><button>Send</button></form>
        </div>
        <script>top.location = '${shop()}/by-script'; document.title = 'ran'</script>
        <img src="x" onerror="new Image().src='${shop()}/by-handler.png'">
      </body></html>`,
      attachments: [
        { filename: 'flower.png', content: PIXEL, encoding: 'base64', cid: 'flower' },
        { filename: 'price list.csv', content: 'bulb,price\ntulip,1.20\n' },
      ],
      headers: {
        'List-Unsubscribe': `<${shop()}/t/u/abc>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
    transport.close();
  }

  async function open(path: string, options: BrowserContextOptions = {}): Promise<{ page: Page; faults: string[] }> {
    const opened = await openPage(browser, { baseURL: world.origin, ...options });
    await opened.page.goto(path);
    return opened;
  }

  it('lists emails and opens one by a click, without page errors', async () => {
    await sendSome();
    const { page, faults } = await open('/dev/mailbox');
    await screenshot(page, 'mailbox-list');
    expect(await page.locator('.rows li').count()).toBe(3);
    expect(await page.locator('.rows li').first().innerText()).toContain('Spring has come');
    await page.getByRole('link', { name: /Please confirm/ }).click();
    await page.getByRole('heading', { name: 'Please confirm your address' }).waitFor();
    expect(await page.locator('pre').innerText()).toContain('One click.');
    await page.getByRole('link', { name: 'Source' }).click();
    expect(await page.locator('pre').innerText()).toContain('Content-Transfer-Encoding:');
    await screenshot(page, 'mailbox-source');
    expect(faults).toEqual([]);
  });

  it('finds an email by its recipient', async () => {
    await sendSome();
    const { page } = await open('/dev/mailbox');
    await page.getByRole('searchbox', { name: 'Search' }).fill('GRACE@');
    await page.keyboard.press('Enter');
    await page.getByText('1 email matching').waitFor();
    expect(await page.locator('.rows li').count()).toBe(1);
  });

  it('shows previews, searches with operators, and checks HTML', async () => {
    await sendSome();
    const { page, faults } = await open('/dev/mailbox');
    await page.getByText('Spring has come Hello Ada, all bulbs').waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('has:attachment is:unread -grace');
    await page.keyboard.press('Enter');
    await page.getByText('1 email matching').waitFor();
    await page.goto(`${await page.getByRole('link', { name: /Spring has come/ }).getAttribute('href')}?view=check`);
    await page.getByText(/Email clients support \d+ %/).waitFor();
    expect(await page.getByRole('link', { name: 'max-width' }).getAttribute('href')).toContain('caniemail.com');
    await page
      .getByText(/line 2: max-width:36rem/)
      .first()
      .waitFor();
    await screenshot(page, 'mailbox-check');
    expect(faults).toEqual([]);
  });

  it('shows the HTML of an email with its images, and follows its links only when they are clicked', async () => {
    await sendSome();
    const { page } = await open('/dev/mailbox');
    await page.getByRole('link', { name: /Spring has come/ }).click();
    const mail = page.frameLocator('iframe');
    await mail.getByRole('heading', { name: 'Spring has come' }).waitFor();
    await screenshot(page, 'mailbox-mail');
    for (const picture of ['#outside', '#inline'])
      await expect(
        mail.locator(picture).evaluate((image: { naturalWidth?: number }) => image.naturalWidth),
      ).resolves.toBe(1);
    expect(visits).toEqual(['GET /pixel.png']);

    const [tab] = await Promise.all([page.context().waitForEvent('page'), mail.locator('#new-tab').click()]);
    await tab.waitForURL(`${shop()}/tab`);
    // A page in a background tab may miss a click.
    await tab.close();
    await page.bringToFront();
    await mail.locator('#link').click();
    await page.waitForURL(`${shop()}/bulbs?a=1&b=2`);
  });

  it('blocks scripts and forms of an email, in its frame and in a separate tab', async () => {
    await sendSome();
    const { page } = await open('/dev/mailbox');
    await page.getByRole('link', { name: /Spring has come/ }).click();
    await page.frameLocator('iframe').locator('#form button').click();
    await page.getByRole('link', { name: 'Open full view' }).click();
    await page.getByRole('heading', { name: 'Spring has come' }).waitFor();
    await page.locator('#form button').click();
    await page.waitForTimeout(300);
    expect(page.url()).toMatch(/\/dev\/mailbox\/[0-9A-Z]{26}\/html$/);
    expect(await page.title()).not.toBe('ran');
    expect(visits.filter((visit) => visit !== 'GET /pixel.png')).toEqual([]);
  });

  it('saves an attachment under its file name', async () => {
    await sendSome();
    const { page } = await open('/dev/mailbox');
    await page.getByRole('link', { name: /Spring has come/ }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /price list/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('price list.csv');
  });

  it('shows a new email without reloading, counts unread ones, and deletes one', async () => {
    const { page, faults } = await open('/dev/mailbox');
    await page.getByRole('heading', { name: 'No emails yet' }).waitFor();
    await page.evaluate('window.isSamePage = true');
    await sendSome();
    await page.getByText('3 emails, 3 unread').waitFor();
    expect(await page.title()).toBe('(3) Mailbox · Carillon');
    expect(await page.evaluate('window.isSamePage')).toBe(true);
    expect(faults).toEqual([]);
    await page.getByRole('link', { name: /Please confirm/ }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 emails, 2 unread').waitFor();
    await page.getByRole('link', { name: /Spring has come/ }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save .eml' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^[0-9A-Z]{26}\.eml$/);
    await page.getByRole('link', { name: '← Mailbox' }).click();
    await page.getByText('2 emails, 1 unread').waitFor();
  });

  it('shows emails without scripts, and reloads itself then', async () => {
    await sendSome();
    const { page } = await open('/dev/mailbox', { javaScriptEnabled: false });
    expect(await page.locator('.rows li').count()).toBe(3);
    expect(await page.locator('noscript meta, meta[http-equiv="refresh"]').count()).toBeGreaterThan(0);
  });

  it('shows the HTML of an email in the width of a phone', async () => {
    await sendSome();
    const { page } = await open('/dev/mailbox');
    await page.getByRole('link', { name: /Spring has come/ }).click();
    const width = async (): Promise<number> => (await page.locator('iframe').boundingBox())?.width ?? 0;
    expect(await width()).toBeGreaterThan(700);
    await page.getByLabel('Phone').check();
    expect(await width()).toBe(375);
  });

  it('checks the links of an email on request', async () => {
    await sendSome();
    const { page } = await open('/dev/mailbox');
    await page.getByRole('link', { name: /Spring has come/ }).click();
    await page.getByRole('link', { name: /^Links/ }).click();
    await page.getByText(`${shop()}/tab`).waitFor();
    expect(visits.filter((visit) => !visit.endsWith('.png'))).toEqual([]);
    await page.getByRole('button', { name: 'Check links' }).click();
    // The site of this test has no certificate.
    await page.getByText('not requested: must start with https://').nth(1).waitFor();
    await screenshot(page, 'mailbox-links');
  });

  it('is empty after Delete all, and explains what will appear', async () => {
    await sendSome();
    const { page } = await open('/dev/mailbox');
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByRole('heading', { name: 'No emails yet' }).waitFor();
    await screenshot(page, 'mailbox-empty');
  });

  it.each([
    ['on a phone', 'phone', { viewport: { width: 360, height: 700 } }],
    ['in dark mode', 'dark', { colorScheme: 'dark' }],
  ] as const)('fits %s without horizontal scrolling', async (_where, name, options) => {
    await sendSome();
    const { page, faults } = await open('/dev/mailbox', options);
    const overflow = (): Promise<number> =>
      page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(await overflow()).toBe(0);
    await screenshot(page, `mailbox-list-${name}`);
    // From here on, the sandbox of the email reports blocked content as page errors.
    expect(faults).toEqual([]);
    await page.getByRole('link', { name: /Spring has come/ }).click();
    await page.frameLocator('iframe').getByRole('heading').waitFor();
    expect(await overflow()).toBe(0);
    await screenshot(page, `mailbox-mail-${name}`);
    await page.getByRole('link', { name: 'HTML check' }).click();
    await page.getByText(/Email clients support/).waitFor();
    expect(await overflow()).toBe(0);
    await screenshot(page, `mailbox-check-${name}`);
  });
});
