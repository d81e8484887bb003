import { setTimeout as sleep } from 'node:timers/promises';
import { IS_LONG, note, seededRandom } from '../support/chaos-plan.js';
import { Product, type ProductProcess } from '../support/product.js';
import { RawSmtpSink } from '../support/raw-smtp-sink.js';
import { RoundRobin, type Status } from '../support/round-robin.js';
import { waitUntil } from '../support/wait-until.js';
import { sendToCrowd, statusOf, waitUntilSent } from './big-campaign.js';
import { audit, flawless } from './ledger-audit.js';

const NODES = 3;
/** In each of them one node after the other is replaced. */
const ROUNDS = IS_LONG ? 50 : 1;
const REQUESTS_PER_SECOND = 50;
const CONCURRENCY = 5;
/** Of each replacement's own campaign. */
const READERS = 200;
/** So slow that about seventy-five mails a second leave in all, and each replacement is amid mails. */
const ANSWER_MS = 200;
const ENDED_WITHIN_MS = 35_000;
const SENT_WITHIN_MS = 60_000;

jest.setTimeout(IS_LONG ? 2_000_000 : 120_000);

describe('a rolling deploy', () => {
  let sink: RawSmtpSink;
  let product: Product;
  let nodes: { api: ProductProcess; origin: string; worker: ProductProcess }[];

  beforeAll(async () => {
    sink = await RawSmtpSink.start();
    sink.script = ({ moment }) => (moment === 'dot' ? { afterMs: ANSWER_MS } : undefined);
    const env = { SMTP_URL: sink.url, SEND_CONCURRENCY: String(CONCURRENCY) };
    product = await Product.start({ name: 'rolling-deploy', env, workers: NODES });
    const others = await Promise.all(Array.from({ length: NODES - 1 }, () => product.addNode()));
    const apis = [{ process: product.api, origin: product.origin }, ...others];
    nodes = apis.map(({ process, origin }, index) => ({ api: process, origin, worker: product.workers[index]! }));
    await allReady();
  });
  afterAll(async () => {
    await product.stop();
    await sink.stop();
  });

  const allReady = async (): Promise<void> => {
    for (const { origin } of nodes)
      await waitUntil(`${origin} is ready`, async () => (await product.health(origin)) !== null, 30_000);
  };

  it('fails no request, loses and repeats no mail, and leaves nothing claimed', async () => {
    const random = seededRandom('rolling deploy');
    const balancer = await RoundRobin.over(nodes.map(({ origin }) => origin));
    const answers = new Map<Status, number>();
    const asked: Promise<void>[] = [];
    let number = 0;
    const timer = setInterval(() => {
      number += 1;
      const write = { email: `deployed-${number}@example.com`, status: 'subscribed' };
      const [path, body] = number % 2 === 0 ? ['subscribers', write] : ['lists', undefined];
      asked.push(
        balancer.send(`/api/v2/${path}`, product.authorization, body).then((status) => {
          answers.set(status, (answers.get(status) ?? 0) + 1);
        }),
      );
    }, 1_000 / REQUESTS_PER_SECOND);

    const campaigns: number[] = [];
    let slowest = 0;
    try {
      for (let round = 1; round <= ROUNDS; round += 1)
        for (const { api, worker } of nodes) {
          const campaign = await sendToCrowd(product, `deploy${campaigns.length}`, READERS);
          campaigns.push(campaign);
          await sleep(random(200, 800));
          expect(await statusOf(product, campaign)).toBe('working');
          const ended = await Promise.all([api.terminate(), worker.terminate()]);
          slowest = Math.max(slowest, ...ended);
          api.start();
          worker.start();
          await allReady();
        }
    } finally {
      clearInterval(timer);
      await Promise.all(asked);
      balancer.stop();
    }
    for (const campaign of campaigns) await waitUntilSent(product, campaign, SENT_WITHIN_MS);

    note(
      'rolling deploy',
      `${ROUNDS * NODES} nodes replaced, the slowest end took ${Math.round(slowest)} ms; ${number} requests: ${JSON.stringify([...answers])}`,
    );
    expect([...answers.keys()]).toEqual([200]);
    expect(slowest).toBeLessThan(ENDED_WITHIN_MS);
    expect(await audit(product, campaigns, sink)).toEqual(flawless(campaigns.length * READERS));
    expect(sink.messages).toHaveLength(campaigns.length * READERS);
  });
});
