import { RequestRedis } from '../../src/platform/redis/redis.js';
import { usabilityFaults } from '../support/accessibility.js';
import { launchBrowser, openPage, screenshot } from '../support/browser.js';
import { LoginProvider } from '../support/login-provider.js';
import { World } from '../support/world.js';

/** Browsers trust the names of this machine as they trust HTTPS. */
const HOST = 'carillon.localhost';
const PUBLIC_URL = `http://${HOST}`;

describe('login by OpenID Connect in a browser', () => {
  it('T61 goes to the provider and back, also from a form, and logs out there', async () => {
    const provider = await LoginProvider.start(PUBLIC_URL);
    provider.accounts.set('ada', { name: 'ada@example.com', groups: ['all'] });
    const world = await World.start({
      worker: false,
      env: { ...provider.env, PUBLIC_URL, OIDC_GROUP_PERMISSIONS: 'all=view_contacts+view_reports' },
    });
    const port = new URL(world.origin).port;
    const browser = await launchBrowser(`--host-resolver-rules=MAP ${HOST} 127.0.0.1:${port}`);
    const { page, faults } = await openPage(browser);

    await page.goto(`${PUBLIC_URL}/console/contacts`);
    await page.locator('input[name=login]').fill('ada');
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
    await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' });
    await page.locator('button[type=submit]').click();
    await page.waitForURL(`${PUBLIC_URL}/console/contacts`);
    expect(await page.locator('p.user').textContent()).toContain('ada@example.com');
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(await usabilityFaults(page)).toEqual([]);
    await screenshot(page, 'console-session');

    // The session ends while a form is open: the policy of the page must not stop the way to the provider.
    const { client } = world.api.get(RequestRedis, { strict: false });
    for (const key of await client.keys(`${world.config.redis.prefix}:browser-sessions:*`)) await client.del(key);
    await page.locator('input[name=search]').fill('nothing');
    await page.locator('input[name=search]').press('Enter');
    await page.waitForURL(`${PUBLIC_URL}/console/contacts?search=nothing`);
    await page.getByText('Nothing found').waitFor();

    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(`${provider.issuer}/**`);
    await page.locator('button[value=yes]').click();
    await page.waitForURL(`${PUBLIC_URL}/console/login`);
    expect(await page.getByRole('link', { name: /^Log in at/ }).count()).toBe(1);
    expect(await usabilityFaults(page)).toEqual([]);
    await screenshot(page, 'console-login');
    await page.goto(`${PUBLIC_URL}/console/contacts`);
    await page.locator('input[name=login]').waitFor();
    // The pages of the provider ask for fonts of another host.
    expect(faults.filter((fault) => !fault.includes('ERR_NAME_NOT_RESOLVED'))).toEqual([]);
  });
});
