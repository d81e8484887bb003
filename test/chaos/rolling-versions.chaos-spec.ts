import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { IS_LONG, note } from '../support/chaos-plan.js';
import { ProductProcess } from '../support/product.js';
import { RawSmtpSink } from '../support/raw-smtp-sink.js';
import { ReverseProxy } from '../support/reverse-proxy.js';
import { createAndSend, waitForProgress, waitUntilSent } from './big-campaign.js';
import { audit, expectedAudit } from './ledger-audit.js';
import { NextVersion } from './next-version.js';
import { allReady, RollingLoad, type RollingNode } from './rolling-load.js';
import { allDelivered, WebhookTraffic } from './webhook-traffic.js';

/** How long both versions run at the same time. */
const TOGETHER_MS = IS_LONG ? 600_000 : 3_000;
const REQUESTS_PER_SECOND = IS_LONG ? 50 : 25;
const READERS = IS_LONG ? 20_000 : 300;
const ANSWER_MS = IS_LONG ? 200 : 50;
const LOGS = join(__dirname, '../../.artifacts/chaos');

describe('a rolling deploy of a new version', () => {
  let sink: RawSmtpSink;
  let traffic: WebhookTraffic;
  let next: NextVersion;
  const newer: ProductProcess[] = [];

  beforeAll(async () => {
    next = new NextVersion();
    sink = await RawSmtpSink.start();
    sink.script = ({ moment }) => (moment === 'dot' ? { afterMs: ANSWER_MS } : undefined);
    // As in production: the proxy must notice that a process is about to end.
    const env = { SMTP_URL: sink.url, SEND_CONCURRENCY: '5', SHUTDOWN_GRACE: '3s' };
    traffic = await WebhookTraffic.start({ name: 'rolling-versions', env, workers: 2 });
  });
  afterAll(async () => {
    for (const process of newer) await process.kill();
    next.remove();
  });

  const ofNext = (file: string, port = '0'): ProductProcess => {
    const log = join(LOGS, `rolling-versions-next-${newer.length + 1}.log`);
    const process = new ProductProcess(next.file(file), { ...traffic.product.env, PORT: port }, log);
    newer.push(process);
    return process;
  };

  it('F31 fails no request and loses or repeats nothing while both versions use the same tables', async () => {
    const { product } = traffic;
    const other = await product.addNode();
    const [firstWorker, secondWorker] = product.workers;
    const nodes: RollingNode[] = [
      { api: product.api, origin: product.origin, worker: firstWorker! },
      { api: other.process, origin: other.origin, worker: secondWorker! },
    ];
    await allReady(product, nodes);
    await traffic.webhooks(1);
    const campaign = await createAndSend(product, 'versions', READERS);
    await waitForProgress(product.db, campaign);
    const proxy = await ReverseProxy.before(nodes.map(({ origin }) => origin));
    const load = new RollingLoad(proxy, product.authorization, REQUESTS_PER_SECOND);
    try {
      await sleep(500);
      // The current version continues with the new schema, under load.
      await next.migrate(product.env);
      expect(await product.db.query("SHOW TABLES LIKE 'tomorrow'")).toHaveLength(1);
      await sleep(1_000);
      await allReady(product, nodes, proxy);

      for (const [index, { api, origin, worker }] of nodes.entries()) {
        await Promise.all([worker.terminate(), api.terminate()]);
        ofNext('worker.js').start();
        ofNext('main.js', new URL(origin).port).start();
        await allReady(product, nodes, proxy);
        if (index === 0) await sleep(TOGETHER_MS);
      }
    } finally {
      await load.stop();
      await proxy.stop();
    }
    await waitUntilSent(product, campaign);
    await traffic.waitUntilDelivered(load.written.length);
    note('two versions', `${load.requests} requests: ${JSON.stringify([...load.answers])}`);
    expect([...load.answers.keys()]).toEqual([200]);
    expect(await audit(product, [campaign], sink)).toEqual(expectedAudit(READERS));
    expect(await traffic.compare()).toEqual({ ...allDelivered(load.written.length, 1), repeats: 0 });
  });
});
