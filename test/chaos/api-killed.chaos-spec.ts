import { setTimeout as sleep } from 'node:timers/promises';
import { IS_LONG, note, seededRandom } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { waitUntil } from '../support/wait-until.js';
import { ApiLoad } from './api-load.js';

const KILLS = IS_LONG ? 100 : 2;
const CLIENTS = 10;
/** The longest time between new writes and the kill. */
const LATEST_KILL_MS = IS_LONG ? 3_000 : 1_500;

describe('an API that is killed under load', () => {
  let product: Product;
  beforeAll(async () => {
    product = await Product.start({ name: 'api-killed', workers: 0 });
  });

  it('F1 stores row and event of every answered write, and both or neither of an unanswered write', async () => {
    const random = seededRandom('killed API');
    const load = ApiLoad.on(product, product.origin, CLIENTS);
    const unanswered = (): number => load.answers.get(null) ?? 0;
    await load.more();
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await sleep(random(0, LATEST_KILL_MS));
      const before = unanswered();
      await product.api.kill();
      await waitUntil('requests fail', () => unanswered() >= before + CLIENTS);
      product.api.start();
      await load.more();
    }
    await load.stop();

    const rows = await product.db.query<{ id: number; email: string }>('SELECT id, email FROM contacts');
    const events = await product.db.query<{ subject_id: number; data: string }>(
      "SELECT subject_id, data FROM domain_events WHERE type = 'contact.created'",
    );
    const stored = rows.map(({ id, email }) => `${id} ${email}`).sort();
    const announced = events.map(({ subject_id, data }) => {
      const { contact } = JSON.parse(data) as { contact: { email: string } };
      return `${subject_id} ${contact.email}`;
    });
    // Each contact has exactly one row and one event.
    expect(announced.sort()).toEqual(stored);

    const emails = new Set(rows.map(({ email }) => email));
    expect(load.written.filter((email) => !emails.has(email))).toEqual([]);
    expect(new Set(load.answers.keys())).toEqual(new Set([200, null]));
    note('killed API', `${load.requests} requests, ${load.written.length} writes answered, ${rows.length} stored`);
    const [counted] = await product.db.query<{ total: number }>('SELECT SUM(total) AS total FROM contact_counters');
    expect(counted?.total).toBe(rows.length);
  });
});
