import type { Browser } from 'playwright-core';
import { launchBrowser, openPage, screenshot } from '../support/browser.js';
import { World } from '../support/world.js';

const PASSWORD = 'a password for queues';

describe('the queue dashboard in a browser', () => {
  let world: World;
  let browser: Browser;
  beforeAll(async () => {
    world = await World.start({ env: { QUEUE_DASHBOARD_PASSWORD: PASSWORD } });
    browser = await launchBrowser();
  });

  it('shows the queues and offers no actions', async () => {
    const { page, faults } = await openPage(browser, { httpCredentials: { username: 'x', password: PASSWORD } });
    await page.goto(`${world.origin}/admin/queues`);
    await page.getByText('email-sending').first().waitFor();
    await page.getByText('webhook-deliveries').first().waitFor();
    await page.getByText('funnel-steps').first().waitFor();
    await screenshot(page, 'queue-dashboard');
    await page.goto(`${world.origin}/admin/queues/queue/email-sending`);
    await page.getByText('email-sending').first().waitFor();
    await screenshot(page, 'queue-dashboard-one');
    for (const name of [/pause/i, /retry/i, /clean/i, /empty/i, /obliterate/i, /add job/i])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    // The pages request fonts from other hosts, which the policy blocks, and preload scripts that a slow machine uses later.
    expect(faults.filter((fault) => !/fonts\.googleapis\.com\S* violates|was preloaded/.test(fault))).toEqual([]);
  });
});
