import { IS_LONG, note } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { RawSmtpSink } from '../support/raw-smtp-sink.js';
import { ask, type Status } from '../support/ask.js';
import { waitUntil } from '../support/wait-until.js';
import { LONG_TEXT, createAndSend, statusOf, waitUntilSent } from './big-campaign.js';
import { audit, cleanUp, endLeases, expectedAudit } from './ledger-audit.js';

/** More connections than the process may open in addition to those to database and Redis. */
const CONCURRENCY = 60;
const WORKER_FILES = 64;
const READERS = 300;
const API_FILES = 50;
const REQUESTS_AT_ONCE = 200;
/** Too small for `HEAVY_CONCURRENCY` large emails at once. */
const HEAP_MB = 72;
const HEAVY_CONCURRENCY = 100;

describe('a process with too few resources', () => {
  let sink: RawSmtpSink;
  let product: Product;

  beforeAll(async () => {
    sink = await RawSmtpSink.start();
    const env = { SMTP_URL: sink.url, BODY_LIMIT: '2mb' };
    product = await Product.start({ name: 'sending-limits', env, workers: 0 });
  });
  beforeEach(async () => {
    await cleanUp(product);
    sink.reset();
  });

  if (IS_LONG)
    it('F35 with few open files: a worker sends fewer emails at once, counts no failed attempts, and repeats none', async () => {
      sink.script = ({ moment }) => (moment === 'dot' ? { afterMs: 200 } : undefined);
      const limits = { openFiles: WORKER_FILES };
      const many = { SEND_CONCURRENCY: String(CONCURRENCY), SEND_CONCURRENCY_PER_DOMAIN: String(CONCURRENCY) };
      const worker = product.addWorker(many, limits);
      const { pid } = worker;
      const campaign = await createAndSend(product, 'files', READERS);
      await waitUntilSent(product, campaign);
      note('too few files', `at most ${sink.mostConnections} connections of ${CONCURRENCY}`);
      expect(sink.mostConnections).toBeLessThan(CONCURRENCY);
      expect(worker.pid).toBe(pid);
      const attempts = await product.db.query(
        'SELECT DISTINCT attempts FROM email_messages WHERE source_id = :campaign',
        {
          campaign,
        },
      );
      expect(attempts).toEqual([{ attempts: 1 }]);
      expect(await audit(product, [campaign], sink)).toEqual(expectedAudit(READERS));
    });

  it('F35 with few open files: the API refuses requests, does not crash, and serves all requests later', async () => {
    const node = await product.addNode({}, { openFiles: API_FILES });
    await waitUntil('the second API is ready', async () => (await product.health(node.origin)) !== null);
    const { pid } = node.process;
    const askNode = (): Promise<Status> => ask(`${node.origin}/api/v2/lists`, product.authorization);
    const statuses = await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, askNode));
    const counts = new Map<Status, number>();
    for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
    note('too few files', `${REQUESTS_AT_ONCE} requests at once: ${JSON.stringify([...counts])}`);
    for (const status of counts.keys()) expect([200, 503, null]).toContain(status);
    await waitUntil('the API serves many requests in succession', async () => {
      for (let number = 1; number <= 20; number += 1) if ((await askNode()) !== 200) return false;
      return true;
    });
    expect(node.process.pid).toBe(pid);
  });

  if (IS_LONG)
    it('F35 with little memory: a worker may crash, and the next worker misses no recipient', async () => {
      sink.script = ({ moment }) => (moment === 'dot' ? { afterMs: 500 } : undefined);
      const worker = product.addWorker({
        SEND_CONCURRENCY: String(HEAVY_CONCURRENCY),
        NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
      });
      const campaign = await createAndSend(product, 'heavy', HEAVY_CONCURRENCY, LONG_TEXT);
      let crashes = 0;
      await waitUntil(
        'the worker has crashed or sent all emails',
        async () => worker.pid === undefined || (await statusOf(product, campaign)) === 'sent',
      );
      if (worker.pid === undefined) {
        crashes += 1;
        await endLeases(product);
        product.addWorker({ SEND_CONCURRENCY: '5' });
      }
      await waitUntilSent(product, campaign);
      const outcome = await audit(product, [campaign], sink);
      note('too little memory', `${crashes} crashes, ${outcome.repeats} repeats`);
      expect(outcome).toEqual(expectedAudit(HEAVY_CONCURRENCY, null));
      expect(outcome.repeats).toBeLessThanOrEqual(crashes * HEAVY_CONCURRENCY);
    });
});
