import { setTimeout as sleep } from 'node:timers/promises';
import type Redis from 'ioredis';
import { IS_LONG, note, seededRandom } from '../support/chaos-plan.js';
import { PrivateRedis } from '../support/private-redis.js';
import { redisClient } from '../support/redis-client.js';
import { waitUntil } from '../support/wait-until.js';
import { allDelivered, WebhookTraffic } from './webhook-traffic.js';

const WEBHOOKS = 3;
const EVENTS = IS_LONG ? 2_000 : 200;
const RETRIES = IS_LONG ? 2_000 : 150;
/** The longest time between two flushes. */
const FLUSH_MS = IS_LONG ? 10_000 : 700;
/** The retries become due over this time, while Redis is flushed. */
const SPREAD_MS = IS_LONG ? 60_000 : 3_000;
const RETRY_AFTER_MS = IS_LONG ? 30_000 : 2_000;
const AWAY_MS = IS_LONG ? 60_000 : 1_000;

describe('webhooks during Redis failures', () => {
  let redis: PrivateRedis;
  let client: Redis;
  let traffic: WebhookTraffic;

  beforeAll(async () => {
    redis = await PrivateRedis.start();
    client = redisClient(redis.url);
    const env = { REDIS_URL: redis.url, WEBHOOK_RETRY_SCHEDULE: `${RETRY_AFTER_MS}ms` };
    traffic = await WebhookTraffic.start({ name: 'webhook-redis', env, workers: 2 });
  });
  beforeEach(async () => {
    await traffic.clear();
    await client.config('SET', 'maxmemory', '0');
  });

  it('F6 lose and repeat no retry while Redis is flushed repeatedly', async () => {
    const random = seededRandom('emptied Redis');
    const { receiver } = traffic;
    await traffic.webhooks(WEBHOOKS);
    await traffic.appendEvents(RETRIES);
    await traffic.waitUntilDelivered(RETRIES * WEBHOOKS);
    receiver.requests.length = 0;
    // Schedules a retry of every delivery, spread over the time of the flushes.
    const rows = await traffic.db.transaction(async (tx) => {
      await tx.execute(
        `UPDATE webhook_deliveries
            SET status = 'pending', failures = 1,
                next_attempt_at = NOW(3) + INTERVAL (:from + MOD(id * 7919, :spread)) * 1000 MICROSECOND`,
        { from: RETRY_AFTER_MS, spread: SPREAD_MS },
      );
      return tx.query<{ id: number; at: Date }>('SELECT id, next_attempt_at AS at FROM webhook_deliveries');
    });
    const due = new Map(rows.map(({ id, at }) => [String(id), at.getTime()]));
    await waitUntil('every retry has succeeded', async () => {
      await sleep(random(FLUSH_MS / 2, FLUSH_MS));
      await client.flushall();
      return (await traffic.delivered()) === RETRIES * WEBHOOKS;
    });

    const late = receiver.requests.map(({ headers, at }) => at - (due.get(String(headers['x-service-delivery'])) ?? 0));
    note(
      'emptied Redis',
      `${late.length} retries, the earliest ${Math.min(...late)} ms and the latest ${Math.max(...late)} ms after its time`,
    );
    expect(await traffic.compare()).toEqual({ ...allDelivered(RETRIES, WEBHOOKS), repeats: 0 });
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
  });

  it.each([
    ['is full and refuses writes', 'full'],
    ['crashes and comes back empty', 'dead'],
  ] as const)('F7 F8 continue without delay for API requests when Redis %s', async (_what, failure) => {
    const { product } = traffic;
    const pids = [product.api.pid, ...product.workers.map(({ pid }) => pid)];
    await traffic.webhooks(WEBHOOKS);
    if (failure === 'full') await client.config('SET', 'maxmemory', '1');
    else await redis.kill();
    await sleep(AWAY_MS);

    // Neither the requests nor the deliveries wait for Redis, which works again only afterwards.
    for (let number = 1; number <= 20; number += 1) {
      const email = `${failure}-${number}@example.com`;
      await product.client.post('/subscribers').send({ email, status: 'subscribed' }).expect(200);
    }
    await traffic.appendEvents(EVENTS);
    const events = EVENTS + 20;
    await traffic.waitUntilDelivered(events * WEBHOOKS);

    if (failure === 'full') await client.config('SET', 'maxmemory', '0');
    else await redis.start();
    await waitUntil('Redis takes writes', async () => (await client.set('taken', '1').catch(() => null)) === 'OK');
    await traffic.appendEvents(10);
    await traffic.waitUntilDelivered((events + 10) * WEBHOOKS);
    expect(await traffic.compare()).toEqual({ ...allDelivered(events + 10, WEBHOOKS), repeats: 0 });
    expect([product.api.pid, ...product.workers.map(({ pid }) => pid)]).toEqual(pids);
  });
});
