import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { launchBrowser, openPage, screenshot } from '../support/browser.js';
import { stopAtEnd } from '../support/stop-at-end.js';
import { World } from '../support/world.js';

describe('T55 a page of another site, in a browser with stored Basic credentials', () => {
  let world: World;
  let browser: Browser;
  let evil: Server;
  let authorizations: (string | undefined)[] = [];

  beforeAll(async () => {
    world = await World.start();
    world.api.getHttpServer().on('request', (request: { url: string; headers: { authorization?: string } }) => {
      if (request.url.endsWith('/duplicate')) authorizations.push(request.headers.authorization);
    });
    evil = createServer((request, response) => {
      const action = new URL(request.url ?? '/', 'http://localhost').searchParams.get('action') ?? '';
      response.setHeader('Content-Type', 'text/html');
      response.end(`<form method="post" action="${action}"><button>Win a prize</button></form>`);
    });
    stopAtEnd({
      stop: () => {
        evil.close();
      },
    });
    await new Promise<void>((resolve) => evil.listen(0, 'localhost', resolve));
    browser = await launchBrowser();
  });
  beforeEach(() => {
    authorizations = [];
  });

  it('cannot send a write request, although the browser sends the credentials', async () => {
    const { id } = await world.given.campaign();
    const { username = '', password = '' } = world.all.credentials ?? {};
    const { page } = await openPage(browser, { httpCredentials: { username, password } });
    const api = `${world.origin}${world.config.http.basePaths[0] ?? ''}`;
    // The answer 401 makes the browser ask for credentials and remember them.
    expect((await page.goto(`${api}/lists`))?.status()).toBe(200);
    const { port } = evil.address() as AddressInfo;
    await page.goto(`http://localhost:${port}/?action=${encodeURIComponent(`${api}/campaigns/${id}/duplicate`)}`);
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/duplicate')),
      page.getByRole('button').click(),
    ]);
    expect(answer.status()).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'foreign_origin' });
    expect(authorizations.some((header) => header?.startsWith('Basic '))).toBe(true);
    expect((await world.all.get('/campaigns').expect(200)).body.campaigns.total).toBe(1);
  });
});

describe('the page at /, in a browser', () => {
  it('shows name, version, and links on desktop and phone, in light and dark mode', async () => {
    const world = await World.start({
      worker: false,
      env: { NODE_ENV: 'development', DEV_MAILBOX_SMTP_PORT: '0', DEV_WEBHOOK_RECEIVER_PORT: '0' },
    });
    const browser = await launchBrowser();
    for (const [name, options] of [
      ['home', {}],
      ['home-phone-dark', { viewport: { width: 390, height: 760 }, colorScheme: 'dark' }],
    ] as const) {
      const { page, faults } = await openPage(browser, options);
      await page.goto(world.origin);
      await page.getByRole('heading', { name: 'Carillon' }).waitFor();
      await page.getByRole('link', { name: /Swagger UI/ }).waitFor();
      await screenshot(page, name);
      expect(faults).toEqual([]);
    }
  });
});
