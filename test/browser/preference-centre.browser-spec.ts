import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { launchBrowser, openPage, screenshot } from '../support/browser.js';
import { linkOf, sentMailTo } from '../support/builders/ledger.js';
import type { GivenContact } from '../support/given.js';
import { World } from '../support/world.js';

const PHONE = { width: 360, height: 740 };
/** High enough to show the whole page in one screenshot. */
const TALL_PHONE = { width: 360, height: 1_900 };
/** A red square. */
const LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAADAAAAAwCAIAAADYYG7QAAAAOklEQVR42u3OMQ0AAAgDsDnAvz6MzAXhaFIBzWZeiZCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJDQnQKGy4J5VpCB6AAAAABJRU5ErkJggg==';
const TALL_DESKTOP = { width: 1_100, height: 1_700 };

describe('the preference center and the opt-out, in a browser', () => {
  let browser: Browser;
  let world: World;
  let newsId: number;

  beforeAll(async () => {
    browser = await launchBrowser();
    world = await World.start({
      env: {
        BUSINESS_NAME: 'Söhne & Töchter GmbH',
        BUSINESS_ADDRESS: 'Lindenstraße 12, 10969 Berlin',
        BUSINESS_LOGO_URL: LOGO,
        BUSINESS_COLOR: '#e3000f',
      },
    });
    const description = 'What is new in the shop, every Tuesday';
    newsId = (await world.given.list({ title: 'Newsletter', is_public: true })).id;
    await world.all.put(`/lists/${newsId}`).send({ description }).expect(200);
    await world.given.list({ title: 'Einladungen zu Veranstaltungen', is_public: true });
    for (const field of [
      { label: 'Shoe size', type: 'number' },
      { label: 'Favorite color', type: 'select-one', options: ['red', 'green', 'blue'] },
      { label: 'Interests', type: 'checkbox', options: ['Gardening', 'Cooking'] },
    ])
      await world.all
        .post('/custom-fields/contacts')
        .send({ ...field, is_public: true })
        .expect(200);
  });

  async function reader(wanted: Record<string, unknown> = {}): Promise<{ contact: GivenContact; mail: number }> {
    const contact = await world.given.contact({ first_name: 'Ada', last_name: 'Lovelace', lists: [newsId], ...wanted });
    return { contact, mail: await sentMailTo(world, contact) };
  }

  async function open(
    purpose: 'preferences' | 'unsubscribe',
    mail: number,
    options: BrowserContextOptions = {},
  ): Promise<{ page: Page; faults: string[] }> {
    const opened = await openPage(browser, { javaScriptEnabled: false, locale: 'en-GB', ...options });
    await opened.page.goto(world.origin + linkOf(world, purpose, mail));
    return opened;
  }

  const subscriber = async ({ id }: GivenContact): Promise<Record<string, unknown>> =>
    (await world.all.get(`/subscribers/${id}?with[]=subscriber.custom_values`).expect(200)).body.subscriber;
  const heightOf = async (target: Locator): Promise<number> => (await target.boundingBox())!.height;

  it('has the logo and the color of the business, in light and dark', async () => {
    const { mail } = await reader();
    for (const [colorScheme, color] of [
      ['light', 'rgb(227, 0, 15)'],
      ['dark', 'rgb(237, 89, 99)'],
    ] as const) {
      const { page, faults } = await open('unsubscribe', mail, { colorScheme });
      await page.getByRole('img', { name: 'Söhne & Töchter GmbH' }).waitFor();
      expect(await page.evaluate("document.querySelector('img').naturalWidth")).toBe(48);
      expect(await page.evaluate("getComputedStyle(document.querySelector('button')).backgroundColor")).toBe(color);
      await screenshot(page, `unsubscribe-branded-${colorScheme}`);
      expect(faults).toEqual([]);
      await page.close();
    }
  });

  it('saves the choices on a phone without scripts, and confirms it', async () => {
    const { contact, mail } = await reader();
    const { page, faults } = await open('preferences', mail, { viewport: PHONE });
    await page.getByRole('checkbox', { name: 'Newsletter' }).uncheck();
    await page.getByRole('checkbox', { name: 'Einladungen' }).check();
    await page.getByRole('radio', { name: 'Yes, for a month' }).check();
    await page.getByLabel('First name').fill('Augusta');
    await page.getByLabel('Shoe size').fill('38.5');
    await page.getByLabel('Favorite color').selectOption('green');
    await page.getByRole('group', { name: 'Interests' }).getByLabel('Cooking').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').waitFor();
    expect(await page.getByRole('status').innerText()).toBe('Your preferences have been saved.');
    expect(await page.title()).toContain('Your preferences have been saved.');
    expect(await page.getByRole('radio', { name: /^Yes, until .*current setting\)$/ }).isChecked()).toBe(true);
    expect(await subscriber(contact)).toMatchObject({
      first_name: 'Augusta',
      lists: [{ title: 'Einladungen zu Veranstaltungen' }],
      custom_values: { shoe_size: '38.5', favorite_color: 'green', interests: ['Cooking'] },
    });
    await screenshot(page, 'preferences-saved-phone');
    expect(faults).toEqual([]);
  });

  it('marks invalid fields, keeps the input, and saves nothing', async () => {
    const { contact, mail } = await reader();
    const { page } = await open('preferences', mail, { viewport: TALL_PHONE, locale: 'de-DE' });
    await page.getByLabel('Vorname').fill('Augusta');
    const size = page.getByLabel('Shoe size');
    await size.fill('groß');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('alert').waitFor();
    expect(await size.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator(`#${(await size.getAttribute('aria-describedby'))!}`).innerText()).toBe(
      'Bitte geben Sie eine Zahl ein.',
    );
    expect(await page.getByLabel('Vorname').inputValue()).toBe('Augusta');
    expect(await subscriber(contact)).toMatchObject({ first_name: 'Ada' });
    await screenshot(page, 'preferences-fault-de');
  });

  it('lets a contact opt out from the email, see other lists, and subscribe again', async () => {
    const { contact, mail } = await reader();
    const { page, faults } = await open('unsubscribe', mail, { viewport: PHONE });
    await page.getByRole('link', { name: /Prefer fewer emails/ }).click();
    await page.getByRole('button', { name: 'Unsubscribe from everything' }).click();
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
    await world.settle();
    expect(await subscriber(contact)).toMatchObject({ status: 'unsubscribed' });
    await screenshot(page, 'preferences-left-phone');
    await page.getByRole('link', { name: /Unsubscribed by mistake/ }).click();
    await screenshot(page, 'preferences-unsubscribed-phone');
    await page.getByRole('button', { name: 'Subscribe again' }).click();
    await page.getByText('Please click the link in it').waitFor();
    expect(await subscriber(contact)).toMatchObject({ status: 'pending' });
    await screenshot(page, 'preferences-asked-phone');
    expect(faults).toEqual([]);
  });

  it.each(['preferences', 'unsubscribe'] as const)(
    'never scrolls horizontally, and has large enough touch targets: %s',
    async (purpose) => {
      const { mail } = await reader();
      // 180 pixels are a phone at 200 % zoom.
      for (const width of [360, 180]) {
        const { page } = await open(purpose, mail, {
          viewport: { width, height: 740 },
          javaScriptEnabled: true,
          locale: 'de',
        });
        const overflow = await page
          .locator('html')
          .evaluate(
            ({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }) => scrollWidth - clientWidth,
          );
        expect({ width, overflow }).toEqual({ width, overflow: 0 });
        for (const more of await page.locator('summary').all()) await more.click();
        const targets = page.locator('button, a, summary, label.choice, input[type=text], input[type=date], select');
        for (const target of await targets.all()) expect(await heightOf(target)).toBeGreaterThanOrEqual(44);
        await page.context().close();
      }
    },
  );

  it.each([
    ['light', 'en-GB', 'desktop', TALL_DESKTOP],
    ['dark', 'de-DE', 'phone', TALL_PHONE],
    ['dark', 'en-GB', 'desktop', TALL_DESKTOP],
    ['light', 'de-DE', 'phone', TALL_PHONE],
  ] as const)('renders without errors: %s, in %s, on a %s', async (colorScheme, locale, device, viewport) => {
    const { mail } = await reader({ paused_until: '2099-05-01 00:00:00' });
    for (const purpose of ['preferences', 'unsubscribe'] as const) {
      const { page, faults } = await open(purpose, mail, { viewport, colorScheme, locale });
      expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
      expect(await page.locator('footer').innerText()).toContain('Lindenstraße 12');
      for (const more of await page.locator('summary').all()) await more.click();
      await screenshot(page, `${purpose}-${device}-${colorScheme}-${locale.slice(0, 2)}`);
      expect(faults).toEqual([]);
      await page.context().close();
    }
  });

  it('emails the link to a contact who has no email at hand', async () => {
    const { page, faults } = await openPage(browser, { viewport: PHONE, javaScriptEnabled: false, locale: 'fr-FR' });
    await page.goto(`${world.origin}/t/p`);
    await screenshot(page, 'ask-for-link-phone');
    await page.getByLabel('Votre adresse e-mail').fill('nobody@example.com');
    await page.getByRole('button', { name: 'Recevoir le lien' }).click();
    await page.getByRole('heading', { name: 'Consultez votre boîte de réception' }).waitFor();
    await screenshot(page, 'link-on-its-way-phone');
    expect(faults).toEqual([]);
  });

  it('shows the keyboard focus', async () => {
    const { mail } = await reader();
    const { page } = await open('preferences', mail, { javaScriptEnabled: true });
    const focused = (): Promise<[string, string]> =>
      page.evaluate<[string, string]>(
        '[document.activeElement.name || document.activeElement.value, getComputedStyle(document.activeElement).outlineStyle]',
      );
    await page.keyboard.press('Tab');
    expect(await focused()).toEqual([expect.stringMatching(/^list_/), 'solid']);
  });
});
