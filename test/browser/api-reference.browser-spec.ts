import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { launchBrowser, openPage } from '../support/browser.js';
import { PROJECT } from '../support/documents.js';
import { World } from '../support/world.js';

describe('the static API reference', () => {
  let browser: Browser;
  beforeAll(async () => {
    execFileSync(process.execPath, ['scripts/api-reference.mjs'], { cwd: PROJECT });
    browser = await launchBrowser();
  });

  it('shows every tag and its operations as a local file, without a network', async () => {
    const { page, faults } = await openPage(browser);
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (/^https?:/.test(request.url())) foreign.push(request.url());
    });
    await page.goto(pathToFileURL(join(PROJECT, '.artifacts/reference/index.html')).href);
    await page.getByRole('heading', { name: 'Create a contact' }).first().waitFor();
    expect(await page.getByRole('menuitem').count()).toBeGreaterThan(20);
    expect(foreign).toEqual([]);
    expect(faults).toEqual([]);
    await page.screenshot({ path: join(PROJECT, '.artifacts/api-reference.png') });
  });
});

describe('Swagger UI', () => {
  let world: World;
  let browser: Browser;
  beforeAll(async () => {
    world = await World.start({ worker: false });
    browser = await launchBrowser();
  });

  /** Opens a tag. @returns also the paths that the browser requests from the start on. */
  async function openTag(tag: string): Promise<Awaited<ReturnType<typeof openPage>> & { paths: string[] }> {
    const opened = await openPage(browser);
    const paths: string[] = [];
    opened.page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await opened.page.goto(`${world.origin}/docs`, { waitUntil: 'commit' });
    await opened.page.locator(`.opblock-tag[data-tag="${tag}"]`).click();
    await opened.page.locator('.opblock').first().waitFor();
    return { ...opened, paths };
  }

  // A page that gets the whole document takes several times as long until it shows the first operation.
  it('shows the operations from an outline, and opens one with a document of its own', async () => {
    const { page, faults, paths } = await openTag('Contacts');
    const outline = ['/docs', '/docs/outline.json', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui-init.js'];
    expect(paths.splice(0).sort()).toEqual([...outline, '/docs/swagger-ui.css']);
    await page.locator('#operations-Contacts-createContact .opblock-summary-path').click();
    await page.locator('.opblock.is-open .body-param textarea').waitFor();
    await page.locator('.opblock.is-open .response').first().waitFor();
    expect(paths).toEqual(['/docs/operations/createContact.json']);
    expect(faults).toEqual([]);
    const sizeOf = async (path: string): Promise<number> => (await world.http.get(path).expect(200)).text.length;
    const whole = await sizeOf('/docs/openapi.json');
    for (const path of ['/docs/outline.json', ...paths]) expect(await sizeOf(path)).toBeLessThan(whole / 10);
  });

  it('starts with closed tags in the order of work, and with list, create, get, update, delete in an open one', async () => {
    const { page } = await openTag('Contacts');
    const tags = await page
      .locator('.opblock-tag')
      .evaluateAll((all) => all.map((tag) => tag.getAttribute('data-tag')));
    expect(tags.slice(0, 3)).toEqual(['Contacts', 'Lists', 'Tags']);
    expect(tags.indexOf('Campaigns')).toBeLessThan(tags.indexOf('Funnels'));
    expect(await page.locator('.opblock-tag-section.is-open').count()).toBe(1);
    const summaries = await page.locator('.opblock-tag-section .opblock-summary-description').allInnerTexts();
    expect(summaries.slice(0, 5)).toEqual([
      'List contacts',
      'Create a contact',
      'Get a contact',
      'Update a contact',
      'Delete a contact',
    ]);
    expect(await page.locator('section.models').count()).toBe(0);
  });

  it('filters operations and webhook calls by words, and opens the tags with matches', async () => {
    const { page, faults } = await openTag('Contacts');
    const found = page.locator('.opblock-tag-section .opblock-summary-description');
    const filter = page.getByRole('searchbox', { name: 'Filter operations' });
    await filter.fill('DOUBLE opt-in');
    await page.locator('.opblock-tag-section').nth(1).waitFor({ state: 'detached' });
    expect(await found.allInnerTexts()).toEqual(['Send a double opt-in email']);
    await filter.fill('/merge');
    await page.getByText('Merge contacts').waitFor();
    expect(await found.allInnerTexts()).toEqual(['Merge contacts']);
    await filter.fill('custom fields');
    await page.getByText('Create a custom field').waitFor();
    expect(await page.locator('.opblock-tag-section').count()).toBe(1);
    const calls = page.locator('.webhooks .opblock');
    await filter.fill('campaign send');
    await page
      .getByText('Send a campaign now', { exact: false })
      .or(page.getByText('Send a campaign'))
      .first()
      .waitFor();
    // Words of the tag and of the summary.
    await filter.fill('templates create snippet');
    await page.getByText('Create a snippet').waitFor();
    await filter.fill('upsert');
    await page.getByText('Create a contact').waitFor();
    expect(await calls.count()).toBe(0);
    await filter.fill('zzz');
    await page.getByText('Nothing matches “zzz”.').waitFor();
    expect(await calls.count()).toBe(0);
    await filter.fill('');
    await page.locator('.opblock-tag-section').nth(20).waitFor();
    expect(await calls.count()).toBeGreaterThan(20);
    expect(faults).toEqual([]);
  });

  it('shows samples of an operation, in the language that was chosen last', async () => {
    const { page, faults } = await openTag('Tags');
    const sample = page.locator('.opblock.is-open .samples pre');
    const language = (name: string) => page.locator('.opblock.is-open').getByRole('button', { name, exact: true });
    await page.locator('#operations-Tags-listTags .opblock-summary-path').click();
    await sample.filter({ hasText: 'curl "$CARILLON_URL/tags"' }).waitFor();
    await language('Python').click();
    await sample.filter({ hasText: 'requests.get(' }).waitFor();
    expect(await language('Python').getAttribute('aria-pressed')).toBe('true');
    await page.screenshot({ path: join(PROJECT, '.artifacts/samples.png') });
    await page.locator('#operations-Tags-listTags .opblock-summary-path').click();
    await page.locator('#operations-Tags-createTag .opblock-summary-path').click();
    await sample.filter({ hasText: 'requests.post(' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('sends the body as it was typed last', async () => {
    const { page } = await openTag('Tags');
    await page.locator('#operations-Tags-createTag .opblock-summary-path').click();
    const body = page.locator('.opblock.is-open .body-param textarea');
    await body.fill('{"title":"first"}');
    await body.press('End');
    await body.press('Backspace');
    await body.pressSequentially(',"slug":"typed"}');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Execute' }).click();
    expect((await sent).postDataJSON()).toEqual({ title: 'first', slug: 'typed' });
  });
});
