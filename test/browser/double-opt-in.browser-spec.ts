import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser, openPage, screenshot } from '../support/browser.js';
import { SmtpSink } from '../support/smtp-sink.js';
import { World } from '../support/world.js';

describe('confirming a subscription in a browser', () => {
  let browser: Browser;
  let sink: SmtpSink;
  let world: World;

  beforeAll(async () => {
    browser = await launchBrowser();
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, BUSINESS_NAME: 'River Post' } });
  });

  async function asked(email: string, language = 'en'): Promise<{ id: number; html: string; url: string }> {
    const { id } = await world.given.contact({ email, status: 'pending' });
    await world.all.post(`/subscribers/${id}/send-double-optin`).send({ language }).expect(200);
    await world.settle();
    const mail = sink.messages.filter(({ envelope }) => envelope.to[0] === email).at(-1);
    const html = (await mail!.parsed()).html ?? '';
    return { id, html, url: world.origin + new URL(/href="([^"]+\/t\/d\/[^"]+)"/.exec(html)![1]!).pathname };
  }

  const statusOf = async (id: number): Promise<string> =>
    (await world.all.get(`/subscribers/${id}`).expect(200)).body.subscriber.status;
  const headingIs = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
  const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 640 }, javaScriptEnabled: false };

  it('takes one tap on a phone, without scripts', async () => {
    const { id, url } = await asked('phone@example.com');
    const { page, faults } = await openPage(browser, PHONE);
    await page.goto(url);
    await headingIs(page, 'Confirm your subscription');
    await screenshot(page, 'opt-in');
    const button = page.getByRole('button', { name: 'Confirm subscription' });
    expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    expect(await statusOf(id)).toBe('pending');
    await button.click();
    await headingIs(page, 'Welcome!');
    await screenshot(page, 'opted-in');
    expect(await statusOf(id)).toBe('subscribed');
    // Returning to the page or reloading it shows the current status.
    await page.goto(url);
    await headingIs(page, 'Welcome!');
    expect(faults).toEqual([]);
  });

  it('offers a new email if the link has expired, in the language of the recipient and in dark mode', async () => {
    const { id, url } = await asked('old@example.com', 'de');
    await world.db.transaction((tx) =>
      tx.execute('UPDATE contact_optins SET requested_at = NOW(3) - INTERVAL 31 DAY WHERE contact_id = :id', { id }),
    );
    const { page } = await openPage(browser, { locale: 'de-DE', colorScheme: 'dark' });
    await page.goto(url);
    await headingIs(page, 'Dieser Link ist abgelaufen');
    await screenshot(page, 'opt-in-over-de-dark');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await headingIs(page, 'Bitte prüfen Sie Ihr Postfach');
    await screenshot(page, 'opt-in-again-de-dark');
    await world.settle();
    expect(sink.messages.filter(({ envelope }) => envelope.to[0] === 'old@example.com')).toHaveLength(2);
  });

  it('starts with an email that fits a phone screen, in light and dark mode', async () => {
    const { html } = await asked('mail@example.com', 'fr');
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, faults } = await openPage(browser, { ...PHONE, colorScheme });
      await page.setContent(html);
      const link = page.getByRole('link', { name: 'Confirmer l’inscription' });
      expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44);
      await screenshot(page, `opt-in-mail-fr-${colorScheme}`);
      // Page scripts are disabled, so the width cannot be measured. A page that is too wide would scroll horizontally.
      expect((await page.locator('.card').boundingBox())!.width).toBeLessThanOrEqual(360);
      expect(faults).toEqual([]);
    }
  });
});
