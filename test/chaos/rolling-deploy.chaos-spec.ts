import { setTimeout as sleep } from 'node:timers/promises';
import { IS_LONG, note, seededRandom } from '../support/chaos-plan.js';
import { RawSmtpSink } from '../support/raw-smtp-sink.js';
import { ReverseProxy } from '../support/reverse-proxy.js';
import { ApiLoad } from './api-load.js';
import { createAndSend, waitUntilSent } from './big-campaign.js';
import { audit, expectedAudit, waitUntilReceived } from './ledger-audit.js';
import { allReady, type RollingNode, SHUTDOWN_GRACE } from './rolling-nodes.js';
import { allDelivered, WebhookTraffic } from './webhook-traffic.js';

const NODES = IS_LONG ? 3 : 2;
/** Each round replaces all processes, one after the other. */
const ROUNDS = IS_LONG ? 50 : 1;
const CLIENTS = IS_LONG ? 10 : 5;
const CONCURRENCY = 5;
/** Recipients of the campaign that is sent during each replacement. */
const READERS = 200;
/** Limits the rate to about 50 emails per second in all, so that emails are under way during each replacement. */
const ANSWER_MS = 200;

describe('a rolling deploy behind a reverse proxy', () => {
  let sink: RawSmtpSink;
  let traffic: WebhookTraffic;
  let nodes: RollingNode[];

  beforeAll(async () => {
    sink = await RawSmtpSink.start();
    sink.script = ({ moment }) => (moment === 'dot' ? { afterMs: ANSWER_MS } : undefined);
    const env = { SMTP_URL: sink.url, SEND_CONCURRENCY: String(CONCURRENCY), SHUTDOWN_GRACE };
    traffic = await WebhookTraffic.start({ name: 'rolling-deploy', env, workers: NODES });
    const { product } = traffic;
    const others = await Promise.all(Array.from({ length: NODES - 1 }, () => product.addNode()));
    const apis = [{ process: product.api, origin: product.origin }, ...others];
    nodes = apis.map(({ process, origin }, index) => ({ api: process, origin, worker: product.workers[index]! }));
    await allReady(product, nodes);
  });

  it('F29 fails no request, loses and repeats no email and no webhook call, and leaves no claims', async () => {
    const { product } = traffic;
    const random = seededRandom('rolling deploy');
    await traffic.webhooks(1);
    const proxy = await ReverseProxy.before(nodes.map(({ origin }) => origin));
    const load = ApiLoad.on(product, proxy.origin, CLIENTS);
    const campaigns: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1)
      for (const { api, worker } of nodes) {
        const campaign = await createAndSend(product, `deploy${campaigns.length}`, READERS);
        await waitUntilReceived(sink, campaigns.length * READERS + 1);
        campaigns.push(campaign);
        await sleep(random(0, 600));
        for (const process of [worker, api]) {
          await process.terminate();
          process.start();
          await allReady(product, nodes, proxy);
        }
      }
    await load.stop();
    for (const campaign of campaigns) await waitUntilSent(product, campaign);
    await traffic.waitUntilDelivered(load.written.length);

    note(
      'rolling deploy',
      `${ROUNDS * NODES} nodes replaced; ${load.requests} requests: ${JSON.stringify([...load.answers])}, ` +
        `${proxy.refused} sent to another node, ${proxy.unserved} not served`,
    );
    expect([...load.answers.keys()]).toEqual([200]);
    expect(await audit(product, campaigns, sink)).toEqual(expectedAudit(campaigns.length * READERS));
    expect(sink.messages).toHaveLength(campaigns.length * READERS);
    expect(await traffic.compare()).toEqual({ ...allDelivered(load.written.length, 1), repeats: 0 });
    expect(await traffic.owners()).toEqual([]);
  });
});
