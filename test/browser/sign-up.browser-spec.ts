import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { Clock } from '../../src/platform/clock/clock.js';
import { launchBrowser, openPage, screenshot } from '../support/browser.js';
import { newNetwork } from '../support/builders/sign-ups.js';
import { THOROUGH } from '../support/hostile-client.js';
import { SmtpSink } from '../support/smtp-sink.js';
import { World } from '../support/world.js';

const PEOPLE = THOROUGH ? 200 : 4;
const PHONE = { width: 360, height: 900 };

describe('sign-up forms, in a browser', () => {
  let browser: Browser;
  let world: World;
  let sink: SmtpSink;
  let token: string;

  beforeAll(async () => {
    browser = await launchBrowser();
    sink = await SmtpSink.start();
    world = await World.start({
      env: {
        SMTP_URL: sink.url,
        TRUST_PROXY: 'loopback',
        BUSINESS_NAME: 'Söhne & Töchter GmbH',
        BUSINESS_ADDRESS: 'Lindenstraße 12, 10969 Berlin',
        BUSINESS_COLOR: '#e3000f',
      },
    });
    const field = { label: 'Favorite color', slug: 'color', type: 'radio', options: ['red', 'green'] };
    await world.all.post('/custom-fields/contacts').send(field).expect(200);
    const form = {
      title: 'Our newsletter',
      fields: ['first_name', 'country', 'custom.color'],
      consent_text: 'I want to receive the newsletter. I can unsubscribe at any time.',
      tracking_consent: 'ask',
    };
    ({ token } = (await world.all.post('/forms').send(form).expect(200)).body.form);
  });

  async function open(options: BrowserContextOptions = {}): Promise<{ page: Page; faults: string[] }> {
    const extraHTTPHeaders = { 'X-Forwarded-For': newNetwork() };
    const opened = await openPage(browser, { locale: 'en-GB', viewport: PHONE, extraHTTPHeaders, ...options });
    await opened.page.goto(`${world.origin}/t/s/${token}`);
    return opened;
  }

  async function fill(page: Page, email: string): Promise<void> {
    await page.getByLabel('Your email address').fill(email);
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Country').selectOption('Kenya');
    await page.getByLabel('green').check();
    await page.getByLabel('I want to receive').check();
  }

  it(`let ${PEOPLE} people sign up, with and without scripts`, async () => {
    for (let person = 0; person < PEOPLE; person += 1) {
      const javaScriptEnabled = person % 2 === 0;
      const { page, faults } = await open({ javaScriptEnabled });
      await fill(page, `person-${person}@example.com`);
      await page.getByRole('button', { name: 'Sign up' }).click();
      if (!javaScriptEnabled) {
        await page.getByText('Please wait a few seconds').waitFor();
        if (person === 1) await screenshot(page, 'sign-up-second-page');
        const later = jest
          .spyOn(world.api.get(Clock, { strict: false }), 'now')
          .mockImplementation(() => new Date(Date.now() + 4_000));
        await page.getByRole('button', { name: 'Sign up' }).click();
        await page.getByText('Thank you').waitFor();
        later.mockRestore();
      }
      await page.getByText('Thank you').waitFor();
      if (person === 0) await screenshot(page, 'sign-up-thanks');
      expect(faults).toEqual([]);
      await page.close();
    }
    await world.settle();
    expect(new Set(sink.messages.map(({ envelope }) => envelope.to[0])).size).toBe(PEOPLE);
  });

  it.each([
    ['light', 'en-GB'],
    ['dark', 'de-DE'],
  ] as const)('fit a phone, %s, in %s', async (colorScheme, locale) => {
    const { page, faults } = await open({ colorScheme, locale });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
    await screenshot(page, `sign-up-${colorScheme}`);
    expect(faults).toEqual([]);
  });

  it('show what is missing at the field, and keep the rest', async () => {
    const { page } = await open();
    await page.getByLabel('Your email address').fill('ada@example.com');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByText('Please fill this in.').waitFor();
    expect(await page.getByLabel('Your email address').inputValue()).toBe('ada@example.com');
    await screenshot(page, 'sign-up-fault');
  });
});
