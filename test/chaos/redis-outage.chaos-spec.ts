import Redis from 'ioredis';
import { IS_LONG } from '../support/chaos-plan.js';
import { PrivateRedis } from '../support/private-redis.js';
import { Product } from '../support/product.js';
import { SmtpSink } from '../support/smtp-sink.js';
import { waitUntil } from '../support/wait-until.js';
import { compareWithSink, createAndSend, statusOf, waitForProgress, waitUntilSent } from './big-campaign.js';

const RECIPIENTS = IS_LONG ? 1_000 : 300;
const WRITES = IS_LONG ? 200 : 50;
/** Much longer than a write takes, and much shorter than a wait for Redis. */
const ANSWERED_WITHIN_MS = 1_000;

describe('a product whose Redis is unavailable', () => {
  let redis: PrivateRedis;
  let sink: SmtpSink;
  let product: Product;

  beforeAll(async () => {
    redis = await PrivateRedis.start();
    sink = await SmtpSink.start();
    // Sending must take longer than the steps of the test.
    sink.behave({ delay: { data: IS_LONG ? 20 : 150 } });
    const env = { SMTP_URL: sink.url, SEND_CONCURRENCY: '10', REDIS_URL: redis.url };
    product = await Product.start({ name: 'redis-outage', env });
  });

  const redisCheck = async (): Promise<string | undefined> => (await product.health())?.['redis'];

  it('F7 answers, continues sending, starts new campaigns, and uses Redis again once it is back and empty', async () => {
    const pids = [product.api.pid, product.workers[0]?.pid];
    const before = await createAndSend(product, 'before', RECIPIENTS);
    await waitForProgress(product.db, before);
    await redis.kill();
    expect(await statusOf(product, before)).toBe('working');
    await waitUntil('the API reports that Redis is away', async () => (await redisCheck()) === 'away');

    let slowest = 0;
    for (let number = 1; number <= WRITES; number += 1) {
      const start = performance.now();
      const write = product.client.post('/subscribers').send({ email: `w${number}@example.com`, status: 'pending' });
      await write.expect(200);
      slowest = Math.max(slowest, performance.now() - start);
    }
    expect(slowest).toBeLessThan(ANSWERED_WITHIN_MS);
    const during = await createAndSend(product, 'during', RECIPIENTS);
    await waitUntilSent(product, before);
    await waitUntilSent(product, during);
    expect(await redisCheck()).toBe('away');

    await redis.start();
    await waitUntil('the API uses Redis again', async () => (await redisCheck()) === 'ok');
    const after = await createAndSend(product, 'after', RECIPIENTS);
    await waitUntilSent(product, after);
    // The worker adds and processes jobs again: Bull has counted jobs, and none of them waits.
    const client = new Redis(redis.url);
    const queue = `{${product.env['REDIS_PREFIX'] ?? ''}:email-sending}:email-sending`;
    expect(Number(await client.get(`${queue}:id`))).toBeGreaterThan(0);
    await waitUntil('no job waits', async () => (await client.llen(`${queue}:wait`)) === 0);
    await client.quit();

    expect([product.api.pid, product.workers[0]?.pid]).toEqual(pids);
    expect(await compareWithSink(product.db, [before, during, after], sink)).toEqual({
      ...{ recipients: 3 * RECIPIENTS, missing: 0, repeats: 0, unknownAddresses: 0, wrongMessageIds: 0 },
    });
  });
});
