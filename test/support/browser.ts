import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { CEILING_MS } from './ceiling.js';
import { stopAtEnd } from './stop-at-end.js';

const SCREENSHOTS = '.artifacts';

/** The browser may connect to the server under test only. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a headless Chromium; `npm test` installs one if necessary and sets CHROMIUM_PATH. */
export async function launchBrowser(...flags: readonly string[]): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    headless: true,
    args: [...FLAGS, ...flags],
    timeout: CEILING_MS,
  });
  stopAtEnd({ stop: () => browser.close() });
  return browser;
}

/** Opens a page until the end of the test, and collects failed requests and script errors in `faults`. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ readonly page: Page; readonly faults: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 760 }, ...options });
  stopAtEnd({ stop: () => context.close() });
  context.setDefaultTimeout(CEILING_MS);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
  });
  return { page, faults };
}

/** Saves a screenshot for manual review; it is never compared. */
export async function screenshot(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}
