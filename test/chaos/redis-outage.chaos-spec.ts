import { IS_LONG } from '../support/chaos-plan.js';
import { PrivateRedis } from '../support/private-redis.js';
import { Product } from '../support/product.js';
import { RawSmtpSink, SmtpGate } from '../support/raw-smtp-sink.js';
import { redisClient } from '../support/redis-client.js';
import { waitUntil } from '../support/wait-until.js';
import { compareWithSink, createAndSend, statusOf, waitUntilSent } from './big-campaign.js';

const RECIPIENTS = IS_LONG ? 1_000 : 300;
const WRITES = IS_LONG ? 200 : 50;

describe('a product whose Redis is unavailable', () => {
  let redis: PrivateRedis;
  let sink: RawSmtpSink;
  let product: Product;

  beforeAll(async () => {
    redis = await PrivateRedis.start();
    sink = await RawSmtpSink.start();
    const env = { SMTP_URL: sink.url, SEND_CONCURRENCY: '10', REDIS_URL: redis.url };
    product = await Product.start({ name: 'redis-outage', env });
  });

  const redisIs = (expected: 'ok' | 'away'): Promise<unknown> =>
    waitUntil(
      `the API reports that Redis is ${expected}`,
      async () => (await product.health())?.['redis'] === expected,
    );

  /** Holds the replies of the mail server to all emails after `count` more. */
  function holdEmailsAfter(count: number): SmtpGate {
    const answered = sink.messages.length + count;
    const gate = new SmtpGate(({ moment }) => moment === 'dot' && sink.messages.length > answered);
    sink.script = gate.script;
    return gate;
  }

  it('F7 answers, continues sending, starts new campaigns, and uses Redis again once it is back and empty', async () => {
    const pids = [product.api.pid, product.workers[0]?.pid];
    const held = holdEmailsAfter(20);
    const before = await createAndSend(product, 'before', RECIPIENTS);
    await waitUntil('emails are under way', () => held.reached > 0);
    await redis.kill();
    expect(await statusOf(product, before)).toBe('working');
    await redisIs('away');

    // No request waits for Redis, which returns only afterwards.
    for (let number = 1; number <= WRITES; number += 1)
      await product.client
        .post('/subscribers')
        .send({ email: `w${number}@example.com`, status: 'pending' })
        .expect(200);
    held.open();
    const during = await createAndSend(product, 'during', RECIPIENTS);
    await waitUntilSent(product, before);
    await waitUntilSent(product, during);
    await redisIs('away');

    await redis.start();
    await redisIs('ok');
    const heldAgain = holdEmailsAfter(20);
    const after = await createAndSend(product, 'after', RECIPIENTS);
    // The worker adds and processes jobs again, even if it has to find Redis first: Bull counts jobs, and none of them waits.
    const client = redisClient(redis.url);
    const queue = `{${product.env['REDIS_PREFIX'] ?? ''}:email-sending}:email-sending`;
    await waitUntil('jobs are added', async () => Number(await client.get(`${queue}:id`)) > 0);
    heldAgain.open();
    await waitUntilSent(product, after);
    await waitUntil('no job waits', async () => (await client.llen(`${queue}:wait`)) === 0);

    expect([product.api.pid, product.workers[0]?.pid]).toEqual(pids);
    expect(await compareWithSink(product.db, [before, during, after], sink)).toEqual({
      ...{ recipients: 3 * RECIPIENTS, missing: 0, repeats: 0, unknownAddresses: 0, wrongMessageIds: 0 },
    });
  });
});
