import type { Browser } from 'playwright-core';
import { readEmail, standaloneHtml } from '../../src/modules/development/mailbox/mail.js';
import { ScheduledReportsScheduler } from '../../src/modules/scheduled-reports/runs/scheduled-reports.scheduler.js';
import { Outbox } from '../../src/platform/outbox/outbox.js';
import { EmailFacts } from '../support/builders/email-facts.js';
import { launchBrowser, openPage, screenshot } from '../support/browser.js';
import { ManualClock } from '../support/manual-clock.js';
import { SmtpSink } from '../support/smtp-sink.js';
import { World } from '../support/world.js';

/** Emails per day of a month with weekends and a few large campaigns. */
const emailsOn = (day: number): number => (day % 7 > 4 ? 1 : 3) + (day % 9 === 0 ? 12 : 0) + (day % 4);

describe('the email of a scheduled report in a browser', () => {
  let world: World;
  let browser: Browser;
  let clock: ManualClock;
  let sink: SmtpSink;
  /** Emails by subject, as the development mailbox shows them. */
  const emails = new Map<string, string>();

  beforeAll(async () => {
    browser = await launchBrowser();
    sink = await SmtpSink.start();
    world = await World.start({
      env: { SMTP_URL: sink.url, MAIL_FROM: 'shop@example.com', BUSINESS_NAME: 'Haus & Garten' },
    });
    clock = new ManualClock(world, '2026-06-30T23:00:00.000Z');
    const campaigns = [
      await world.given.campaign({ title: 'Spring has come – 20 % on all bulbs' }),
      await world.given.campaign({
        title: 'A title that goes on for so long that it needs more than one line of a table',
      }),
      await world.given.campaign({ title: '夏のセール' }),
    ];
    await world.db.transaction(async (tx) => {
      for (let day = 1; day <= 30; day += 1) {
        const date = `2026-06-${String(day).padStart(2, '0')}`;
        const facts = Array.from({ length: emailsOn(day) }, (_, index) => {
          const mail = new EmailFacts({ campaign: campaigns[(day + index) % 3]!.id });
          return [
            mail.sent(`${date}T10:00:00.000Z`),
            ...(index % 2 === 0 ? [mail.opened(`${date}T11:00:00.000Z`)] : []),
            ...(index % 5 === 0 ? [mail.clicked(`${date}T12:00:00.000Z`)] : []),
            ...(index % 11 === 10 ? [mail.bounced(`${date}T12:00:00.000Z`, 'dsn')] : []),
          ];
        });
        await world.api.get(Outbox, { strict: false }).appendAll(tx, facts.flat());
      }
      const before = Array.from({ length: 80 }, (_, index) => {
        const mail = new EmailFacts({ campaign: campaigns[0]!.id });
        return [mail.sent('2026-05-20T10:00:00.000Z'), ...(index % 2 ? [mail.opened('2026-05-20T12:00:00.000Z')] : [])];
      });
      await world.api.get(Outbox, { strict: false }).appendAll(tx, before.flat());
    });
    for (const [index, { id }] of campaigns.entries())
      await world.db.transaction((tx) =>
        tx.execute(
          `UPDATE campaigns SET finished_at = '2026-06-${['05', '14', '23'][index]} 10:00:00' WHERE id = ${id}`,
        ),
      );
    const old = await world.given.campaign({ title: 'Winter sale' });
    await world.db.transaction((tx) =>
      tx.execute(`UPDATE campaigns SET finished_at = '2026-02-03 10:00:00' WHERE id = ${old.id}`),
    );
    await world.settle();
    for (const type of ['overview', 'campaigns', 'bounces', 'subscriber-activity', 'campaign'])
      await world.all
        .post('/reports/scheduled')
        .send({
          ...{ title: `Monthly ${type}`, type, frequency: 'monthly', recipients: ['owner@example.com'] },
          ...(type === 'campaign' && { settings: { campaign_id: old.id } }),
        })
        .expect(200);
    await clock.to('2026-07-01T07:00:00.000Z');
    await world.worker!.get(ScheduledReportsScheduler, { strict: false }).tick();
    await world.settle();
    for (const { raw } of sink.messages) {
      const mail = await readEmail(raw);
      const subject = mail.headers.find(({ name }) => name === 'Subject')?.value ?? '';
      emails.set(subject, standaloneHtml(mail));
    }
  });

  it.each([
    ['overview', 'light', 'desktop', { viewport: { width: 760, height: 900 }, colorScheme: 'light' }],
    ['overview', 'dark', 'desktop', { viewport: { width: 760, height: 900 }, colorScheme: 'dark' }],
    ['overview', 'light', 'phone', { viewport: { width: 360, height: 700 }, colorScheme: 'light' }],
    ['campaigns', 'dark', 'phone', { viewport: { width: 360, height: 700 }, colorScheme: 'dark' }],
    ['campaigns', 'light', 'desktop', { viewport: { width: 760, height: 900 }, colorScheme: 'light' }],
    ['bounces', 'light', 'phone', { viewport: { width: 360, height: 700 }, colorScheme: 'light' }],
    ['subscriber-activity', 'light', 'desktop', { viewport: { width: 760, height: 900 }, colorScheme: 'light' }],
    ['campaign', 'light', 'phone', { viewport: { width: 360, height: 700 }, colorScheme: 'light' }],
  ] as const)('%s, %s on a %s', async (type, scheme, device, options) => {
    const html = emails.get(`Monthly ${type}: June 2026`);
    expect(html).toBeDefined();
    const { page, faults } = await openPage(browser, options);
    await page.setContent(html ?? '');
    await page.getByRole('heading', { name: `Monthly ${type}` }).waitFor();
    await page.screenshot({ path: `.artifacts/report-${type}-${device}-${scheme}.png`, fullPage: true });
    const width = await page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(width).toBe(0);
    for (const picture of await page.locator('img').all()) {
      expect(await picture.evaluate((image: { naturalWidth?: number }) => image.naturalWidth)).toBe(1_104);
      expect((await picture.getAttribute('alt'))?.length).toBeGreaterThan(20);
    }
    expect(faults).toEqual([]);
  });

  it('T60 stops for a recipient who follows its link and presses the button, without scripts', async () => {
    const html = emails.get('Monthly overview: June 2026') ?? '';
    const [, path = ''] = /href="[^"]*(\/t\/r\/[^"]+)"/.exec(html) ?? [];
    const { page, faults } = await openPage(browser, { baseURL: world.origin, javaScriptEnabled: false, locale: 'en' });
    await page.goto(path);
    await page.getByText('Monthly overview').waitFor();
    await screenshot(page, 'report-stop');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
    const { body } = await world.all.get('/reports/scheduled').expect(200);
    const reports = body.scheduled_reports as { title: string; status: string; recipients: string[] }[];
    expect(reports.find(({ title }) => title === 'Monthly overview')).toMatchObject({
      recipients: [],
      status: 'paused',
    });
    expect(faults).toEqual([]);
  });

  it.each([
    ['desktop', { viewport: { width: 1280, height: 900 } }],
    ['phone', { viewport: { width: 375, height: 800 } }],
    ['dark', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' }],
  ] as const)('T60 has the same charts in the console, with campaigns as marks: %s', async (name, options) => {
    const { username = '', password = '' } = world.all.credentials ?? {};
    const { page, faults } = await openPage(browser, {
      ...{ baseURL: world.origin, httpCredentials: { username, password } },
      ...options,
    });
    await page.goto('/console?start_date=2026-06-01&end_date=2026-06-30');
    const chart = page.getByRole('img', { name: 'Emails sent' });
    expect(await chart.locator('path[stroke-dasharray]').count()).toBe(3);
    expect(await chart.locator('desc').textContent()).toContain('5 Jun: Spring has come');
    await page.screenshot({ path: `.artifacts/console-overview-full-${name}.png`, fullPage: true });
    const width = await page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(width).toBe(0);
    expect(faults).toEqual([]);
  });
});
