import { setTimeout as sleep } from 'node:timers/promises';
import { IS_LONG, note, seededRandom } from '../support/chaos-plan.js';
import { PrivateServer } from '../support/private-server.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { waitUntil } from '../support/wait-until.js';
import { allDelivered, IN_FLIGHT_PER_WORKER, WebhookTraffic } from './webhook-traffic.js';

const WEBHOOKS = 3;
const EVENTS = IS_LONG ? 1_000 : 150;
const KILLS = IS_LONG ? 5 : 1;
const AWAY_MS = IS_LONG ? 20_000 : 1_500;
const PARTITION_MS = 60_000;
const RESUMED_WITHIN_MS = 10_000;
const CLAIMS_END_WITHIN_MS = 1_000;

const CUT = ['cut off from the database', 'cut', 'restore'] as const;
const SILENT = ['behind a frozen connection', 'freeze', 'thaw'] as const;
const PARTITIONS = IS_LONG ? [CUT, SILENT] : [CUT];

describe('webhooks during database failures', () => {
  let server: PrivateServer;
  let proxy: TcpProxy;
  let traffic: WebhookTraffic;

  beforeAll(async () => {
    server = await PrivateServer.start('database');
    proxy = await TcpProxy.before(server.url);
    traffic = await WebhookTraffic.start({ name: 'webhook-database', workers: 0, databaseServer: server.url });
  });
  beforeEach(() => {
    traffic.receiver.behavior = { kind: 'late', afterMs: 30 };
  });
  afterEach(() => traffic.reset());
  afterAll(async () => {
    await proxy.cut();
  });

  it('F10 lose nothing when the database crashes between an answer and the row that records it', async () => {
    const random = seededRandom('killed database');
    const { product, receiver } = traffic;
    const worker = product.addWorker();
    await traffic.webhooks(WEBHOOKS);
    await traffic.appendEvents(EVENTS);
    const { pid } = worker;
    const total = EVENTS * WEBHOOKS;
    let slowest = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const enough = (total * kill) / (KILLS + 1);
      await waitUntil('requests arrive', () => receiver.requests.length >= enough, 5);
      await sleep(random(0, 100));
      await server.kill();
      await sleep(AWAY_MS);
      // A worker that cannot store the result of a call makes no more calls.
      const stoppedAt = receiver.requests.length;
      await sleep(AWAY_MS / 2);
      expect(receiver.requests).toHaveLength(stoppedAt);
      await server.start();
      const resumed = await waitUntil('deliveries resume', () => receiver.requests.length > stoppedAt, 5);
      slowest = Math.max(slowest, resumed);
    }
    await traffic.waitUntilDelivered(total);

    const comparison = await traffic.compare();
    note(
      'killed database',
      `${KILLS} kills, ${total} deliveries, ${comparison.repeats} repeats, resumed within ${Math.round(slowest)} ms`,
    );
    expect(comparison).toEqual(allDelivered(EVENTS, WEBHOOKS));
    expect(comparison.repeats).toBeLessThanOrEqual(KILLS * IN_FLIGHT_PER_WORKER);
    expect(slowest).toBeLessThan(RESUMED_WITHIN_MS);
    expect(worker.pid).toBe(pid);
  });

  // The short form omits the frozen connection, because the test of the frozen worker covers the same case.
  it.each(PARTITIONS)(
    'F26 are taken over from a worker that is %s, and each is repeated at most once',
    async (_what, away, back) => {
      const random = seededRandom(`partition by ${away}`);
      const { product, receiver } = traffic;
      product.addWorker({ DATABASE_URL: proxy.through(product.env['DATABASE_URL'] ?? '') });
      await traffic.webhooks(WEBHOOKS);
      await traffic.appendEvents(EVENTS);
      const total = EVENTS * WEBHOOKS;
      await waitUntil('requests arrive', () => receiver.requests.length >= total / 4, 5);
      await sleep(random(0, 100));
      await proxy[away]();
      const since = performance.now();
      while (!IS_LONG && away === 'freeze' && (await traffic.someRowsAreLocked())) {
        await proxy[back]();
        await sleep(random(1, 20));
        await proxy[away]();
      }
      await sleep(CLAIMS_END_WITHIN_MS);
      const started = receiver.requests.length;
      await sleep(CLAIMS_END_WITHIN_MS);
      expect(receiver.requests).toHaveLength(started);
      const owners = await traffic.owners();
      expect(owners.length).toBeLessThanOrEqual(1);
      if (!IS_LONG) await traffic.endLeasesOf(owners);

      product.addWorker();
      const takeover = await traffic.waitUntilDelivered(total);
      const rest = (IS_LONG ? PARTITION_MS : 0) - (performance.now() - since);
      if (rest > 0) await sleep(rest);
      const rows = (): Promise<unknown> => traffic.db.query('SELECT * FROM webhook_deliveries');
      const before = await rows();
      await proxy[back]();
      await sleep(IS_LONG ? 6_000 : 1_500);
      expect(await rows()).toEqual(before);

      const comparison = await traffic.compare();
      note(
        `partition by ${away}`,
        `${comparison.repeats} repeats of ${total} deliveries, all delivered ${Math.round(takeover)} ms after the start of the other worker`,
      );
      expect(comparison).toEqual(allDelivered(EVENTS, WEBHOOKS));
      expect(comparison.repeats).toBeLessThanOrEqual(Math.min(IN_FLIGHT_PER_WORKER, await traffic.interruptions()));
      const [worst] = await traffic.db.query<{ attempts: number }>(
        'SELECT MAX(attempts) AS attempts FROM webhook_deliveries',
      );
      expect(worst?.attempts).toBeLessThanOrEqual(2);
    },
  );
});
