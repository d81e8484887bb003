import { setTimeout as sleep } from 'node:timers/promises';
import { IS_LONG, note, seededRandom } from '../support/chaos-plan.js';
import { PrivateServer } from '../support/private-server.js';
import { stopAtEnd } from '../support/stop-at-end.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { allDelivered, IN_FLIGHT_PER_WORKER, WebhookTraffic } from './webhook-traffic.js';

const WEBHOOKS = 3;
const EVENTS = IS_LONG ? 1_000 : 150;
const KILLS = IS_LONG ? 5 : 1;
const AWAY_MS = IS_LONG ? 20_000 : 1_500;
/** Longer than a lease; in the short form, than the time within which a worker starts its claims. */
const PARTITION_MS = IS_LONG ? 60_000 : 11_000;
/** For the late results of a worker that is connected again. */
const LATE_RESULTS_MS = IS_LONG ? 6_000 : 500;

const CUT = ['cut off from the database', 'cut', 'restore'] as const;
const SILENT = ['behind a frozen connection', 'freeze', 'thaw'] as const;
const PARTITIONS = IS_LONG ? [CUT, SILENT] : [CUT];

describe('webhooks during database failures', () => {
  let server: PrivateServer;
  let traffic: WebhookTraffic;

  beforeAll(async () => {
    server = await PrivateServer.start('database');
    traffic = await WebhookTraffic.start({ name: 'webhook-database', workers: 0, databaseServer: server.url });
  });
  beforeEach(() => traffic.reset());

  it('F10 lose nothing when the database crashes between an answer and the row that records it', async () => {
    const random = seededRandom('killed database');
    const { product, receiver } = traffic;
    const worker = product.addWorker();
    await traffic.webhooks(WEBHOOKS);
    await traffic.appendEvents(EVENTS);
    const { pid } = worker;
    const total = EVENTS * WEBHOOKS;
    stopAtEnd({ stop: () => server.start() });
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const release = await traffic.holdAfter((total * kill) / (KILLS + 1));
      await sleep(random(0, 100));
      await server.kill();
      const before = receiver.requests.length;
      release();
      await sleep(AWAY_MS);
      await traffic.waitUntilQuiet();
      // A worker that cannot store the result of a call makes no more calls.
      expect(receiver.requests.length - before).toBeLessThanOrEqual(IN_FLIGHT_PER_WORKER);
      await server.start();
    }
    await traffic.waitUntilDelivered(total);

    const comparison = await traffic.compare();
    note('killed database', `${KILLS} kills, ${total} deliveries, ${comparison.repeats} repeats`);
    expect(comparison).toEqual(allDelivered(EVENTS, WEBHOOKS));
    expect(comparison.repeats).toBeLessThanOrEqual(KILLS * IN_FLIGHT_PER_WORKER);
    expect(worker.pid).toBe(pid);
  });

  // The short form omits the frozen connection, because the test of the frozen worker covers the same case.
  it.each(PARTITIONS)(
    'F26 are taken over from a worker that is %s, and each is repeated at most once',
    async (_what, away, back) => {
      const random = seededRandom(`partition by ${away}`);
      const { product, receiver } = traffic;
      const proxy = await TcpProxy.before(server.url);
      const worker = product.addWorker({ DATABASE_URL: proxy.through(product.env['DATABASE_URL'] ?? '') });
      await traffic.webhooks(WEBHOOKS);
      await traffic.appendEvents(EVENTS);
      const total = EVENTS * WEBHOOKS;
      const release = await traffic.holdAfter(total / 4);
      await sleep(random(0, 100));
      await proxy[away]();
      const started = receiver.requests.length;
      release();
      await traffic.waitUntilQuiet();
      expect(receiver.requests.length - started).toBeLessThanOrEqual(IN_FLIGHT_PER_WORKER);
      const owners = await traffic.owners();
      expect(owners).toHaveLength(1);
      if (!IS_LONG) await traffic.endLeasesOf(owners);

      product.addWorker();
      await traffic.waitUntilDelivered(total);
      await sleep(PARTITION_MS);
      const rows = (): Promise<unknown> => traffic.db.query('SELECT * FROM webhook_deliveries');
      const before = await rows();
      await traffic.heartbeatAfter(() => proxy[back](), worker);
      await sleep(LATE_RESULTS_MS);
      expect(await rows()).toEqual(before);

      const comparison = await traffic.compare();
      note(`partition by ${away}`, `${comparison.repeats} repeats of ${total} deliveries`);
      expect(comparison).toEqual(allDelivered(EVENTS, WEBHOOKS));
      expect(comparison.repeats).toBeGreaterThan(0);
      expect(comparison.repeats).toBeLessThanOrEqual(Math.min(IN_FLIGHT_PER_WORKER, await traffic.interruptions()));
      const [worst] = await traffic.db.query<{ attempts: number }>(
        'SELECT MAX(attempts) AS attempts FROM webhook_deliveries',
      );
      expect(worst?.attempts).toBeLessThanOrEqual(2);
    },
  );
});
