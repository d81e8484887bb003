import type { Browser } from 'playwright-core';
import { launchBrowser, openPage, screenshot } from '../support/browser.js';
import { SmtpSink } from '../support/smtp-sink.js';
import { World } from '../support/world.js';

describe('pages for recipients and managers in a browser', () => {
  let browser: Browser;
  let sink: SmtpSink;
  let world: World;

  beforeAll(async () => {
    browser = await launchBrowser();
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url } });
  });

  /** The HTML of an email to this address. */
  async function mailTo(email: string): Promise<{ contactId: number; html: string }> {
    const list = await world.given.list();
    const contact = await world.given.contact({ email, first_name: 'Zoë', lists: [list.id] });
    const campaign = await world.given.campaign({
      email_subject: 'Spring',
      email_body:
        '<h1>Hello {{ contact.first_name }}</h1><p><a href="{{ view_url }}">view</a> <a href="{{ unsubscribe_url }}">bye</a></p>',
      lists: [list.id],
    });
    await world.all.post(`/campaigns/${campaign.id}/send`).expect(200);
    await world.settle();
    const message = sink.messages.find(({ envelope }) => envelope.to[0] === email);
    return { contactId: contact.id, html: (await message!.parsed()).html ?? '' };
  }

  const local = (html: string, letter: string): string =>
    world.origin + new URL(new RegExp(`href="([^"]+/t/${letter}/[^"]+)"`).exec(html)![1]!).pathname;

  it('unsubscribes from a phone with one tap, with the keyboard and without scripts', async () => {
    const { contactId, html } = await mailTo('reader@example.com');
    const phone = { viewport: { width: 360, height: 640 }, javaScriptEnabled: false };
    const { page } = await openPage(browser, phone);
    await page.goto(local(html, 'u'));
    expect(await page.title()).toBe('Unsubscribe');
    expect((await page.getByRole('button', { name: 'Unsubscribe' }).boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await screenshot(page, 'unsubscribe');
    const status = async (): Promise<string> =>
      (await world.all.get(`/subscribers/${contactId}`)).body.subscriber.status;
    expect(await status()).toBe('subscribed');
    // The details open first; the reasons are one tab stop with arrow keys, followed by the free text and the button.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Nothing for me');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
    await screenshot(page, 'unsubscribed');
    await world.settle();
    expect(await status()).toBe('unsubscribed');
    const [row] = await world.db.query(
      'SELECT unsubscribe_reason AS reason FROM email_messages WHERE contact_id = :id',
      {
        id: contactId,
      },
    );
    expect(row).toEqual({ reason: 'not interesting: Nothing for me' });
  });

  it('shows an email in the browser as the recipient got it', async () => {
    const { html } = await mailTo('viewer@example.com');
    const { page } = await openPage(browser);
    const answer = await page.goto(local(html, 'v'));
    expect(answer!.headers()['content-security-policy']).toMatch(
      /^sandbox .*default-src 'none'.*frame-ancestors 'none'/,
    );
    await world.http.head(new URL(local(html, 'v')).pathname).expect(200);
    expect(await page.getByRole('heading').textContent()).toBe('Hello Zoë');
    await screenshot(page, 'view-in-browser');
  });

  it('lets a manager authorize and try a call in Swagger UI', async () => {
    const { username, password } = world.all.credentials!;
    const { page } = await openPage(browser);
    await page.goto(`${world.origin}/docs`);
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.locator('.auth-container input').first().fill(username);
    await page.locator('.auth-container input[type=password]').fill(password);
    await page.locator('.auth-btn-wrapper .authorize').click();
    await page.locator('.auth-btn-wrapper .btn-done').click();
    await page.locator('.opblock-tag[data-tag="Lists"]').click();
    await page
      .locator('.opblock-summary-path', { hasText: /\/lists$/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Execute' }).first().click();
    await page.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
    await screenshot(page, 'swagger-try-it');
  });
});
