import { setTimeout as sleep } from 'node:timers/promises';
import Redis from 'ioredis';
import { IS_LONG, note, seededRandom } from '../support/chaos-plan.js';
import { PrivateRedis } from '../support/private-redis.js';
import { waitUntil } from '../support/wait-until.js';
import { allDelivered, WebhookTraffic } from './webhook-traffic.js';

const WEBHOOKS = 3;
const EVENTS = IS_LONG ? 2_000 : 200;
const RETRIES = IS_LONG ? 2_000 : 150;
const FLUSHES = IS_LONG ? 12 : 4;
/** Time between two flushes. */
const FLUSH_MS = IS_LONG ? 10_000 : 700;
/** Delay of the retries, which are due between the flushes. */
const RETRY_AFTER = IS_LONG ? 60_000 : 2_000;
const STARTS_WITHIN_MS = 10_000;
const AWAY_MS = IS_LONG ? 60_000 : 1_000;
const SLOWEST_WRITE_MS = 1_000;
const FALLBACK_PER_SECOND = 50;

describe('webhooks during Redis failures', () => {
  let redis: PrivateRedis;
  let client: Redis;
  let traffic: WebhookTraffic;

  beforeAll(async () => {
    redis = await PrivateRedis.start();
    client = new Redis(redis.url);
    client.on('error', () => undefined);
    const env = { REDIS_URL: redis.url, WEBHOOK_RETRY_SCHEDULE: `${RETRY_AFTER}ms` };
    traffic = await WebhookTraffic.start({ name: 'webhook-redis', env, workers: 2 });
  });
  afterAll(async () => {
    client.disconnect();
  });

  it('F6 lose and repeat no retry while Redis is flushed repeatedly', async () => {
    const random = seededRandom('emptied Redis');
    const { receiver } = traffic;
    await traffic.webhooks(WEBHOOKS);
    receiver.behavior = { kind: 'answer', status: 200 };
    await traffic.appendEvents(RETRIES);
    await traffic.waitUntilDelivered(RETRIES * WEBHOOKS);
    // Schedules a retry of every delivery, spread over the time of the flushes.
    await traffic.db.transaction((tx) =>
      tx.execute(
        `UPDATE webhook_deliveries
            SET status = 'pending', failures = 1,
                next_attempt_at = NOW(3) + INTERVAL (:from + MOD(id * 7919, :spread)) * 1000 MICROSECOND`,
        { from: RETRY_AFTER, spread: FLUSHES * FLUSH_MS },
      ),
    );
    const due = new Map(
      (
        await traffic.db.query<{ id: number; at: Date }>('SELECT id, next_attempt_at AS at FROM webhook_deliveries')
      ).map(({ id, at }) => [String(id), at.getTime()]),
    );
    receiver.requests.length = 0;
    for (let flush = 1; flush <= FLUSHES; flush += 1) {
      await sleep(random(FLUSH_MS / 2, FLUSH_MS));
      await client.flushall();
    }
    await traffic.waitUntilDelivered(RETRIES * WEBHOOKS);

    const late = receiver.requests.map(({ headers, at }) => at - (due.get(String(headers['x-service-delivery'])) ?? 0));
    note(
      'emptied Redis',
      `${late.length} retries, the earliest ${Math.min(...late)} ms and the latest ${Math.max(...late)} ms after its time`,
    );
    expect(await traffic.compare()).toEqual({ ...allDelivered(RETRIES, WEBHOOKS), repeats: 0 });
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...late)).toBeLessThan(STARTS_WITHIN_MS);
  });

  it.each([
    ['is full and refuses writes', 'full'],
    ['crashes and comes back empty', 'dead'],
  ] as const)('F7 F8 continue without delay for API requests when Redis %s', async (_what, failure) => {
    const { product, receiver } = traffic;
    const pids = [product.api.pid, ...product.workers.map(({ pid }) => pid)];
    await traffic.clear();
    receiver.behavior = { kind: 'answer', status: 200 };
    await traffic.webhooks(WEBHOOKS);
    if (failure === 'full') await client.config('SET', 'maxmemory', '1');
    else await redis.kill();
    await sleep(AWAY_MS);

    let slowest = 0;
    for (let number = 1; number <= 20; number += 1) {
      const start = performance.now();
      const email = `${failure}-${number}@example.com`;
      await product.client.post('/subscribers').send({ email, status: 'subscribed' }).expect(200);
      slowest = Math.max(slowest, performance.now() - start);
    }
    expect(slowest).toBeLessThan(SLOWEST_WRITE_MS);

    await traffic.appendEvents(EVENTS);
    const events = EVENTS + 20;
    const took = await traffic.waitUntilDelivered(events * WEBHOOKS);
    const rate = (EVENTS * WEBHOOKS * 1_000) / took;
    note(`${failure} Redis`, `${Math.round(rate)} deliveries/s, the slowest write took ${Math.round(slowest)} ms`);
    expect(rate).toBeGreaterThan(FALLBACK_PER_SECOND);

    if (failure === 'full') await client.config('SET', 'maxmemory', '0');
    else await redis.start();
    await waitUntil('Redis takes writes', async () => (await client.set('taken', '1').catch(() => null)) === 'OK');
    await traffic.appendEvents(10);
    await traffic.waitUntilDelivered((events + 10) * WEBHOOKS);
    expect(await traffic.compare()).toEqual({ ...allDelivered(events + 10, WEBHOOKS), repeats: 0 });
    expect([product.api.pid, ...product.workers.map(({ pid }) => pid)]).toEqual(pids);
  });
});
