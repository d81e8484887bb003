import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { launchBrowser, openPage } from '../support/browser.js';
import { PROJECT } from '../support/documents.js';

describe('the static API reference', () => {
  let browser: Browser;
  beforeAll(async () => {
    execFileSync(process.execPath, ['scripts/api-reference.mjs'], { cwd: PROJECT });
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it('shows every tag and its operations as a local file, without a network', async () => {
    const { page, faults } = await openPage(browser);
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (/^https?:/.test(request.url())) foreign.push(request.url());
    });
    await page.goto(pathToFileURL(join(PROJECT, '.artifacts/reference/index.html')).href);
    await page.getByRole('heading', { name: 'Create a contact' }).first().waitFor({ timeout: 60_000 });
    expect(await page.getByRole('menuitem').count()).toBeGreaterThan(20);
    expect(foreign).toEqual([]);
    expect(faults).toEqual([]);
    await page.screenshot({ path: join(PROJECT, '.artifacts/api-reference.png') });
  }, 120_000);
});
