import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { launchBrowser, openPage, screenshot } from '../support/browser.js';
import { DocumentPage, PROJECT } from '../support/documents.js';
import { World } from '../support/world.js';

describe('the documentation site', () => {
  let world: World;
  let browser: Browser;
  beforeAll(async () => {
    execFileSync(process.execPath, ['scripts/docs-site.mjs'], { cwd: PROJECT });
    world = await World.start({ worker: false });
    browser = await launchBrowser();
  });

  const PAGES = ['', 'quick-start.html', 'guide/index.html', 'guide/contacts.html', 'api.html', 'comparison.html'];

  async function open(
    path: string,
    options: Parameters<typeof openPage>[1] = {},
  ): Promise<Awaited<ReturnType<typeof openPage>>> {
    const opened = await openPage(browser, options);
    await opened.page.goto(`${world.origin}/docs/guide${path}`);
    return opened;
  }

  it('has every page, linked from the navigation', async () => {
    const { page, faults } = await open('');
    expect(page.url()).toBe(`${world.origin}/docs/guide/`);
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    const paths = targets.map((target) => new URL(target, page.url()).pathname);
    expect(paths.length).toBeGreaterThan(40);
    for (const path of new Set(paths)) await world.http.get(path).expect(200);
    const files = DocumentPage.all().filter(({ file }) => file.startsWith('docs/'));
    for (const { file } of files)
      await world.http
        .get(file.replace('docs/', '/docs/guide/').replace('README.md', 'index.html').replace(/md$/, 'html'))
        .expect(200);
    expect(faults).toEqual([]);
  });

  it('finds sections by all words, and opens the first one', async () => {
    const { page, faults } = await open('/guide/contacts.html');
    await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('idempotency key');
    await page.getByRole('link', { name: 'The API for integrators: Idempotency keys' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${world.origin}/docs/guide/api.html#idempotency-keys`);
    await page.getByRole('searchbox').fill('zzzz');
    await page.getByText('Nothing matches “zzzz”.').waitFor();
    expect(faults).toEqual([]);
  });

  it('needs no server and no network', async () => {
    const { page, faults } = await openPage(browser);
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!/^(?:file|data):/.test(request.url())) foreign.push(request.url());
    });
    await page.goto(pathToFileURL(join(PROJECT, 'dist/site/quick-start.html')).href);
    await page.getByRole('searchbox').fill('upsert');
    await page.locator('#found a').first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(foreign).toEqual([]);
    expect(faults).toEqual([]);
  });

  it.each([
    ['a phone', { viewport: { width: 390, height: 844 } }],
    ['a desktop', { viewport: { width: 1280, height: 900 } }],
    ['a dark desktop', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' as const }],
  ])('fits the width of %s, with names for everything', async (name, options) => {
    const { page, faults } = await open('/', options);
    for (const path of PAGES) {
      await page.goto(`${world.origin}/docs/guide/${path}`);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(await page.getByRole('main').count()).toBe(1);
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      expect(await page.locator('img:not([alt]), th:not([scope]), a:not([href]), html:not([lang])').count()).toBe(0);
      expect(await page.locator('input').count()).toBe(1);
      expect(await page.getByLabel('Search the documentation').count()).toBe(1);
      await screenshot(page, `site-${name.replaceAll(' ', '-')}-${path.replaceAll(/\W/g, '-')}`);
    }
    await page.goto(`${world.origin}/docs/guide/`);
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Skip to content');
    expect(faults).toEqual([]);
  });

  it('is described for language models, with links to the pages as Markdown', async () => {
    const { text } = await world.http.get('/llms.txt').expect(200).expect('Content-Type', 'text/plain; charset=utf-8');
    expect(text).toMatch(/^# Carillon\n\n> /);
    expect(text).toContain('\n## Get started\n\n- [Quick start](');
    const urls = [...text.matchAll(/^- \[[^\]]+\]\((\S+)\): \S/gm)].map(([, url = '']) => new URL(url).pathname);
    expect(urls.length).toBeGreaterThan(40);
    expect(urls).toContain('/docs/openapi.json');
    for (const path of urls) await world.http.get(path).expect(200);
    const { text: full } = await world.http.get('/llms-full.txt').expect(200);
    expect(full).toContain('<!-- guide/contacts.md -->');
  });
});
