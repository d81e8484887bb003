import { IS_LONG } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { RawSmtpSink, SmtpGate } from '../support/raw-smtp-sink.js';
import { RedisCluster } from '../support/redis-cluster.js';
import { SentinelGroup } from '../support/sentinel-group.js';
import { waitUntil } from '../support/wait-until.js';
import { compareWithSink, createAndSend, waitUntilSent } from './big-campaign.js';

const FAILOVERS = IS_LONG ? 10 : 1;
const RECIPIENTS = IS_LONG ? 1_000 : 200;
const HELD_AFTER = 20;

describe.each([
  ['a Redis that Sentinels watch', SentinelGroup],
  ['a Redis Cluster', RedisCluster],
])('%s', (_name, Group) => {
  let redis: SentinelGroup | RedisCluster;
  let sink: RawSmtpSink;
  let product: Product;

  beforeAll(async () => {
    redis = await Group.start();
    sink = await RawSmtpSink.start();
    const env = { SMTP_URL: sink.url, SEND_CONCURRENCY: '10', REDIS_URL: redis.url };
    product = await Product.start({ name: Group.name.toLowerCase(), env });
  });

  it('is found again after the loss of its primary, and campaigns continue', async () => {
    const pids = [product.api.pid, product.workers[0]?.pid];
    const campaigns: number[] = [];
    for (let failover = 0; failover < FAILOVERS; failover += 1) {
      const answered = sink.messages.length + HELD_AFTER;
      const held = new SmtpGate(({ moment }) => moment === 'dot' && sink.messages.length > answered);
      sink.script = held.script;
      campaigns.push(await createAndSend(product, `failover${failover}`, RECIPIENTS));
      await waitUntil('emails are under way', () => held.reached > 0);
      await redis.replacePrimary();
      held.open();
      await waitUntilSent(product, campaigns.at(-1) ?? 0);
      await waitUntil('the API has found the new primary', async () => (await product.health())?.['redis'] === 'ok');
    }
    expect([product.api.pid, product.workers[0]?.pid]).toEqual(pids);
    expect(await compareWithSink(product.db, campaigns, sink)).toEqual({
      ...{ recipients: FAILOVERS * RECIPIENTS, missing: 0, repeats: 0, unknownAddresses: 0, wrongMessageIds: 0 },
    });
  });
});
