import { setTimeout as sleep } from 'node:timers/promises';
import { IS_LONG, note, seededRandom } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { waitUntil } from '../support/wait-until.js';
import { prepare, setStatus } from './funnel-fixture.js';

const TEST = 'live segments';
const PEOPLE = IS_LONG ? 5_000 : 200;
const ROUNDS = IS_LONG ? 30 : 5;
const CITIES = ['Bergen', 'Oslo', 'Voss'];
const AT_ONCE = 10;

describe('watched segments', () => {
  let product: Product;
  beforeAll(async () => {
    product = await Product.start({ name: 'live-segments', env: { DATABASE_POOL_SIZE: '8' }, workers: 2 });
  });

  const total = async (sql: string): Promise<number> =>
    (await product.db.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${sql}`))[0]?.n ?? 0;

  it('have exactly one event for each change when workers are killed', async () => {
    const random = seededRandom(TEST);
    const { people } = await prepare(product, 'crowd', PEOPLE);
    const segments = new Map<string, { segment: number; funnel: number }>();
    for (const city of CITIES) {
      const filters = [[{ source: ['subscriber', 'city'], operator: '=', value: city }]];
      const { id: segment } = await product.given.segment({ title: city, filters });
      const { body } = await product.client
        .post('/funnels')
        .send({
          ...{ title: city, trigger_name: 'segment_entered', settings: { segment_id: segment }, sequences: [] },
          conditions: { reentry: { mode: 'always' } },
        })
        .expect(200);
      const { id: funnel } = (body as { funnel: { id: number } }).funnel;
      await setStatus(product, funnel, 'published');
      segments.set(city, { segment, funnel });
    }
    await waitUntil(
      'the first walks are complete',
      async () => (await total('segment_watches WHERE baseline = 1')) === CITIES.length,
      60,
    );
    for (let round = 0; round < ROUNDS; round += 1) {
      const killed = product.workers[Math.floor(random(0, 2))];
      const killing = sleep(random(50, 1_500)).then(async () => {
        await killed?.kill();
        killed?.start();
      });
      for (let start = 0; start < people.length; start += AT_ONCE)
        await Promise.all(
          people.slice(start, start + AT_ONCE).map((id) =>
            product.client
              .put(`/subscribers/${id}`)
              .send({ city: CITIES[Math.floor(random(0, CITIES.length))] })
              .expect(200),
          ),
        );
      await killing;
    }
    await waitUntil(
      'all events are delivered and all marks compared',
      async () => (await total(`domain_events WHERE state = 'new'`)) + (await total('segment_marks')) === 0,
      120,
    );
    let changes = 0;
    for (const [city, { segment, funnel }] of segments) {
      const events = await product.db.query<{ contact: number; type: string }>(
        `SELECT contact_id AS contact, type FROM domain_events
          WHERE subject_id = ${segment} AND type IN ('segment.entered', 'segment.left') ORDER BY domain_events.id`,
      );
      changes += events.length;
      const inside = new Set<number>();
      let entered = 0;
      for (const { contact, type } of events) {
        const isEntry = type === 'segment.entered';
        // No contact enters twice without leaving, or leaves without having entered.
        expect([contact, inside.has(contact)]).toEqual([contact, !isEntry]);
        if (isEntry) inside.add(contact);
        else inside.delete(contact);
        entered += Number(isEntry);
      }
      const ids = async (sql: string): Promise<number[]> =>
        (await product.db.query<{ id: number }>(sql)).map(({ id }) => id).sort((a, b) => a - b);
      const expected = await ids(`SELECT id FROM contacts WHERE city = '${city}'`);
      expect([...inside].sort((a, b) => a - b)).toEqual(expected);
      expect(await ids(`SELECT contact_id AS id FROM segment_members WHERE segment_id = ${segment}`)).toEqual(expected);
      expect(await total(`funnel_entries WHERE funnel_id = ${funnel}`)).toBe(entered);
    }
    note(TEST, `${changes} changes of ${PEOPLE} contacts, ${ROUNDS} kills`);
    expect(changes).toBeGreaterThan(PEOPLE);
  });
});
