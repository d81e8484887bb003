import { setTimeout as sleep } from 'node:timers/promises';
import type { Response } from 'supertest';
import { type ContactImage, differencesOf, imageOf, tracesOf } from '../support/contact-image.js';
import { IS_LONG, note, seededRandom } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { waitUntil } from '../support/wait-until.js';

const KILLS = IS_LONG ? 5 : 2;
const UNDO_KILLS = IS_LONG ? 3 : 1;
const ROWS = IS_LONG ? 100_000 : 4_000;
/** Every second row is an existing contact. */
const EXISTING = ROWS / 2;
const EDITED = IS_LONG ? 100 : 30;

interface Job {
  readonly id: number;
  readonly status: string;
  readonly processed: number;
  readonly undone: number;
  readonly conflicts: number;
  readonly [counter: string]: unknown;
}

const address = (number: number): string => `reader-${number}@kills.example`;

/** Returns the existing contacts: each tenth has a strict status, and half of them have a custom value. */
function existingContacts(numbers: readonly number[], { list, tag, slug }: Fixture): Record<string, unknown>[] {
  return numbers.map((number) => ({
    email: address(number),
    status: number % 10 === 0 ? 'unsubscribed' : 'subscribed',
    first_name: `Old ${number}`,
    city: 'Turin',
    lists: number % 3 === 0 ? [list] : [],
    tags: number % 4 === 0 ? [tag] : [],
    ...(number % 2 === 0 ? { custom_values: { [slug]: `before ${number}` } } : {}),
  }));
}

interface Fixture {
  readonly list: number;
  readonly tag: number;
  readonly slug: string;
}

/** Returns a CSV file that alternates new and existing contacts, with some repeated and some invalid rows. */
function file(slug: string): string {
  const lines = [`Address,Given name,Town,Status,${slug}`];
  for (let number = 1; number <= ROWS; number += 1) {
    if (number % 97 === 0) lines.push(`no address ${number},Invalid,Rome,subscribed,`);
    else if (number % 89 === 0) lines.push(`${address(number - 1)},Again ${number},Rome,,`);
    else
      lines.push(
        `${address(number)},"New, ${number}",Genoa,${number % 7 === 0 ? 'subscribed' : ''},after ${number % 50}`,
      );
  }
  return `${lines.join('\r\n')}\r\n`;
}

async function prepare(product: Product): Promise<Fixture> {
  const list = await product.given.list({ title: 'All contacts' });
  const tag = await product.given.tag({ title: 'Known' });
  const field = await product.given.customField({ type: 'text', label: 'Motto' });
  const fixture = { list: list.id, tag: tag.id, slug: field.slug };
  const numbers = Array.from({ length: EXISTING }, (_, index) => 2 * (index + 1));
  for (let start = 0; start < numbers.length; start += 2_500)
    await product.client
      .post('/subscribers/bulk-add-update')
      .send({ contacts: existingContacts(numbers.slice(start, start + 2_500), fixture) })
      .expect(200);
  return fixture;
}

async function upload(product: Product, { list, tag, slug }: Fixture): Promise<number> {
  const form = new FormData();
  form.set(
    'map',
    JSON.stringify({
      Address: 'email',
      'Given name': 'first_name',
      Town: 'city',
      Status: 'status',
      [slug]: `custom.${slug}`,
    }),
  );
  form.set('lists[]', String(list));
  form.set('tags[]', String(tag));
  form.set('update', 'yes');
  form.set('file', new Blob([file(slug)], { type: 'text/csv' }), 'readers.csv');
  const response = await fetch(`${product.apiUrl}/imports`, {
    method: 'POST',
    headers: { authorization: product.authorization },
    body: form,
  });
  const body = (await response.json()) as { import: Job };
  expect([response.status, body]).toEqual([202, expect.anything()]);
  return body.import.id;
}

async function job(product: Product, id: number): Promise<Job> {
  return (await product.client.get(`/imports/${id}`).expect(200)).body.import;
}

async function jobWithStatus(product: Product, id: number, status: string): Promise<Job> {
  await waitUntil(`the import is ${status}`, async () => (await job(product, id)).status === status);
  return job(product, id);
}

/** Kills the worker during the import and expires its claim, so that the test need not wait half a minute. */
async function killAt(product: Product, reached: () => Promise<boolean>, pause: number): Promise<void> {
  await waitUntil('the import has made progress', reached);
  await sleep(pause);
  const [worker] = product.workers;
  await worker?.kill();
  await product.db.transaction((tx) =>
    tx.execute('UPDATE bulk_jobs SET claimed_until = NOW(3) WHERE claim IS NOT NULL'),
  );
  worker?.start();
}

const backlogIsEmpty = async ({ db }: Product): Promise<void> => {
  await waitUntil(
    'the outbox and the search backlog are empty',
    async () =>
      (await db.query("SELECT id FROM domain_events WHERE state = 'new' LIMIT 1")).length === 0 &&
      (await db.query('SELECT contact_id FROM contact_search_backlog LIMIT 1')).length === 0,
  );
};

describe('an import under kill -9', () => {
  let product: Product;
  let before: ContactImage;
  let id: number;
  const random = seededRandom('import-kills');

  beforeAll(async () => {
    product = await Product.start({ name: 'import-kills' });
  });

  it('has the same result as an import without kills', async () => {
    const reference = await Product.start({ name: 'import-calm' });
    const referenceDone = jobWithStatus(reference, await upload(reference, await prepare(reference)), 'done');
    const fixture = await prepare(product);
    await backlogIsEmpty(product);
    before = await imageOf(product.db);
    await referenceDone;
    id = await upload(product, fixture);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const reach = (ROWS / (KILLS + 2)) * kill;
      await killAt(product, async () => (await job(product, id)).processed >= reach, random(0, 150));
    }
    const done = await jobWithStatus(product, id, 'done');
    await backlogIsEmpty(reference);
    await backlogIsEmpty(product);
    expect(differencesOf(await imageOf(product.db), await imageOf(reference.db))).toEqual({});
    expect(differencesOf(await tracesOf(product.db), await tracesOf(reference.db))).toEqual({});
    note('import-kills', `${ROWS} rows over ${KILLS} kills: ${JSON.stringify(done)}`);
  });

  it('is undone under kill -9: restores every value except those edited since the import', async () => {
    const edited = Array.from({ length: 2 * EDITED }, (_, index) => 2 * (index + 1))
      .filter((number) => number % 97 !== 0 && number % 89 !== 0 && (number + 1) % 89 !== 0)
      .slice(0, EDITED);
    for (const number of edited) {
      const contact = (await product.client.get(`/subscribers/0?get_by_email=${address(number)}`).expect(200)).body;
      await product.client.put(`/subscribers/${contact.subscriber.id}`).send({ city: 'Naples' }).expect(200);
    }
    await product.client.post(`/imports/${id}/undo`).expect(202);
    for (let kill = 1; kill <= UNDO_KILLS; kill += 1) {
      const reach = (ROWS / (UNDO_KILLS + 2)) * kill;
      await killAt(
        product,
        async () => {
          const { undone, conflicts } = await job(product, id);
          return undone + conflicts >= reach;
        },
        random(0, 150),
      );
    }
    const undone = await jobWithStatus(product, id, 'undone');
    await backlogIsEmpty(product);
    const after = await imageOf(product.db);
    const addresses = new Set(edited.map(address));
    const others = (lines: readonly string[] = []): string[] =>
      lines.filter((line) => ![...addresses].some((email) => line.includes(`"${email}"`)));
    for (const [part, lines] of after) {
      const wanted = part === 'contacts' ? others(before.get(part)) : before.get(part);
      expect([part, part === 'contacts' ? others(lines) : lines]).toEqual([part, wanted]);
    }
    const cities = await product.db.query<{ city: string; firstName: string }>(
      'SELECT city, first_name AS firstName FROM contacts WHERE email IN (:emails)',
      { emails: [...addresses] },
    );
    // Edited values stay; the other values of the same contacts are restored.
    expect(cities.map(({ city, firstName }) => [city, firstName.slice(0, 4)])).toEqual(
      edited.map(() => ['Naples', 'Old ']),
    );
    const listed = await conflicts(product, id);
    expect(listed).toHaveLength(edited.length);
    expect(undone.conflicts).toBe(edited.length);
    note('import-kills', `undone over ${UNDO_KILLS} kills: ${JSON.stringify(undone)}, listed ${listed.length}`);
  });
});

async function conflicts(product: Product, id: number): Promise<unknown[]> {
  const found: unknown[] = [];
  let cursor: string | null = '*';
  while (cursor !== null) {
    const query = { outcome: 'conflict', per_page: 100, cursor };
    const page: Response = await product.client.get(`/imports/${id}/rows`).query(query).expect(200);
    found.push(...(page.body as { rows: unknown[] }).rows);
    cursor = (page.body as { next_cursor: string | null }).next_cursor;
  }
  return found;
}
