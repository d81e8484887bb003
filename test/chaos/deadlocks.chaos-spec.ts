import { AsyncLocalStorage } from 'node:async_hooks';
import type { Server } from 'node:http';
import { isRetryable } from '../../src/platform/errors/database-errors.js';
import { IS_LONG, seededRandom } from '../support/chaos-plan.js';
import { injectDatabaseFaults } from '../support/database-faults.js';
import { countersAndRows } from '../support/label-counts.js';
import { World } from '../support/world.js';

/** Each contact is written five times. */
const PEOPLE = IS_LONG ? 1_000 : 100;
const AT_ONCE = 8;
const SHARE = 0.05;
/** A relay batch has dozens of statements and would rarely succeed if one in twenty failed. */
const SHARE_OUTSIDE_REQUESTS = 0.01;
/**
 * The number of times that a transaction is retried; one more fault correctly reaches the client. With a dozen statements
 * in a transaction and a fault in one of twenty, about one write in fifty would fail.
 */
const FAULTS_PER_REQUEST = 3;

interface RequestFaults {
  faults: number;
}

/** Runs each request of the server in an async context that counts its faults. */
function markRequests(server: Server, requests: AsyncLocalStorage<RequestFaults>): void {
  const emit = server.emit.bind(server);
  server.emit = (event: string, ...args: unknown[]): boolean => {
    const pass = (): boolean => emit(event, ...(args as []));
    return event === 'request' ? requests.run({ faults: 0 }, pass) : pass();
  };
}

describe('a database that aborts transactions', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });

  /** Repeats a relay run that failed after too many faults in a row, as the relay's own timer does. */
  const settle = async (): Promise<void> => {
    for (let left = 20; ; left -= 1)
      try {
        await world.settle();
        return;
      } catch (error) {
        if (left === 0 || !isRetryable(error)) throw error;
      }
  };

  it('F12 does not affect clients: every write succeeds, and is counted and announced once', async () => {
    const random = seededRandom('deadlocks');
    const [first, second] = [(await world.given.list()).id, (await world.given.list()).id];
    const tag = (await world.given.tag()).id;

    /** Creates, attaches, upserts, and detaches: five writes for one contact, in this order. */
    const writeContact = async (email: string): Promise<void> => {
      const create = world.all.post('/subscribers').send({ email, status: 'subscribed', lists: [first] });
      const { body } = await create.expect(200);
      const path = `/subscribers/${(body as { contact: { id: number } }).contact.id}`;
      await world.all
        .put(path)
        .send({ attach_lists: [second], attach_tags: [tag] })
        .expect(200);
      await world.all.post('/subscribers').send({ email, first_name: 'Ada', __force_update: true }).expect(200);
      await world.all
        .put(path)
        .send({ detach_lists: [first], first_name: 'Grace' })
        .expect(200);
      await world.all
        .put(path)
        .send({ detach_tags: [tag] })
        .expect(200);
    };
    const people = Array.from({ length: PEOPLE }, (_, number) => `person-${number}@example.com`);
    const queue = [...people];
    const lane = async (): Promise<void> => {
      for (let email = queue.shift(); email !== undefined; email = queue.shift()) await writeContact(email);
    };

    const requests = new AsyncLocalStorage<RequestFaults>();
    markRequests(world.api.getHttpServer(), requests);
    const injected = { deadlock: 0, lockWait: 0, outsideRequests: 0 };
    const stop = injectDatabaseFaults(() => {
      const request = requests.getStore();
      // The first one for certain: the slower the machine, the fewer and larger the batches of the relay.
      const share = request ? SHARE : injected.outsideRequests === 0 ? 1 : SHARE_OUTSIDE_REQUESTS;
      if ((request?.faults ?? 0) >= FAULTS_PER_REQUEST || random(0, 1) >= share) return undefined;
      if (request) request.faults += 1;
      else injected.outsideRequests += 1;
      const fault = random(0, 1) < 0.7 ? 'deadlock' : 'lockWait';
      injected[fault] += 1;
      return fault;
    });
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, lane));
      await settle();
    } finally {
      stop();
    }

    // The test is meaningful only if both kinds of faults occurred, in requests and in the relay.
    expect(injected.deadlock).toBeGreaterThan(PEOPLE / 2);
    expect(injected.lockWait).toBeGreaterThan(PEOPLE / 5);
    expect(injected.outsideRequests).toBeGreaterThan(0);

    const rows = await world.db.query<{ email: string; first_name: string; lists: string; tags: string | null }>(
      `SELECT email, first_name,
              (SELECT GROUP_CONCAT(list_id) FROM contact_lists WHERE contact_id = c.id) AS lists,
              (SELECT GROUP_CONCAT(tag_id) FROM contact_tags WHERE contact_id = c.id) AS tags
         FROM contacts c`,
    );
    expect(rows.map(({ email }) => email).sort()).toEqual([...people].sort());
    for (const row of rows) expect(row).toMatchObject({ first_name: 'Grace', lists: String(second), tags: null });
    const { maintained, counted } = await countersAndRows(world.db);
    expect(maintained).toEqual(counted);

    const events = await world.db.query<{ type: string; total: number }>(
      "SELECT type, COUNT(*) AS total FROM domain_events WHERE subject_type = 'contact' GROUP BY type",
    );
    expect(Object.fromEntries(events.map(({ type, total }) => [type, total]))).toEqual({
      'contact.created': PEOPLE,
      'contact.updated': 2 * PEOPLE,
      'contact.list_added': 2 * PEOPLE,
      'contact.list_removed': PEOPLE,
      'contact.tag_added': PEOPLE,
      'contact.tag_removed': PEOPLE,
    });
    await expect(world.db.query('SELECT event_id FROM parked_events')).resolves.toEqual([]);
    const [carried] = await world.db.query<{ total: number; highest: number }>(
      "SELECT COUNT(*) AS total, MAX(position) AS highest FROM domain_events WHERE state = 'carried'",
    );
    expect(carried?.highest).toBe(carried?.total);
  });
});
