import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { insertSubscribers } from '../support/builders/audience.js';
import { IS_LONG, note } from '../support/chaos-plan.js';
import { type Product, ProductProcess } from '../support/product.js';
import { RawSmtpSink } from '../support/raw-smtp-sink.js';
import { ReverseProxy } from '../support/reverse-proxy.js';
import { stopAtEnd } from '../support/stop-at-end.js';
import { ApiLoad } from './api-load.js';
import { createAndSend, waitUntilSent } from './big-campaign.js';
import { audit, expectedAudit, waitUntilReceived } from './ledger-audit.js';
import { NextVersion } from './next-version.js';
import { allReady, type RollingNode, SHUTDOWN_GRACE } from './rolling-nodes.js';
import { allDelivered, WebhookTraffic } from './webhook-traffic.js';

/** How long both versions run at the same time. */
const TOGETHER_MS = IS_LONG ? 600_000 : 3_000;
const CLIENTS = IS_LONG ? 10 : 5;
/** Contacts with an email each that exist before; together with CHAOS_NEXT_BUILD, a measurement of real migrations. */
const CONTACTS = Number(process.env['CHAOS_CONTACTS'] ?? 0);
const READERS = IS_LONG ? 20_000 : CONTACTS > 0 ? 3_000 : 300;
const ANSWER_MS = IS_LONG ? 200 : 50;
const LOGS = join(__dirname, '../../.artifacts/chaos');

describe('a rolling deploy of a new version', () => {
  let sink: RawSmtpSink;
  let traffic: WebhookTraffic;
  let next: NextVersion;
  let newProcesses = 0;

  beforeAll(async () => {
    next = NextVersion.create();
    sink = await RawSmtpSink.start();
    sink.script = ({ moment }) => (moment === 'dot' ? { afterMs: ANSWER_MS } : undefined);
    const env = { SMTP_URL: sink.url, SEND_CONCURRENCY: '5', SHUTDOWN_GRACE };
    traffic = await WebhookTraffic.start({ name: 'rolling-versions', env, workers: 2 });
  });

  function startNext(file: string, port = '0'): void {
    newProcesses += 1;
    const log = join(LOGS, `rolling-versions-next-${newProcesses}.log`);
    const process = new ProductProcess(next.file(file), { ...traffic.product.env, PORT: port }, log);
    stopAtEnd({ stop: () => process.kill() });
    process.start();
  }

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
    if (CONTACTS > 0) await insertContacts(product);
    const campaign = await createAndSend(product, 'versions', READERS);
    await waitUntilReceived(sink, 1);
    const proxy = await ReverseProxy.before(nodes.map(({ origin }) => origin));
    const load = ApiLoad.on(product, proxy.origin, CLIENTS);
    await load.more();
    // The current version continues with the new schema, under load.
    const before = load.longestWrite;
    load.longestWrite = 0;
    const migrated = await next.migrate(product.env);
    note(
      'two versions',
      `longest write before the migrations: ${before} ms, during: ${load.longestWrite} ms\n${migrated}`,
    );
    expect(await product.db.query("SHOW TABLES LIKE 'tomorrow'")).toHaveLength(1);
    await load.more();
    await allReady(product, nodes, proxy);

    for (const { api, origin, worker } of nodes) {
      await Promise.all([worker.terminate(), api.terminate()]);
      startNext('worker.js');
      startNext('main.js', new URL(origin).port);
      await allReady(product, nodes, proxy);
      await load.more();
      if (api === product.api) await sleep(TOGETHER_MS);
    }
    await load.stop();
    const longest = `longest write since: ${load.longestWrite} ms`;
    note('two versions', `${load.requests} requests: ${JSON.stringify([...load.answers])}; ${longest}`);
    await waitUntilSent(product, campaign);
    await traffic.waitUntilDelivered(load.written.length);
    expect([...load.answers.keys()]).toEqual([200]);
    expect(await audit(product, [campaign], sink)).toEqual(expectedAudit(READERS));
    expect(await traffic.compare()).toEqual({ ...allDelivered(load.written.length, 1), repeats: 0 });
  });
});

/** Inserts contacts and the email of an earlier campaign to each. */
async function insertContacts({ db, given }: Product): Promise<void> {
  const first = Math.min(CONTACTS, 1_000);
  await insertSubscribers(db, (await given.list()).id, 'member', first);
  for (let inserted = first; inserted < CONTACTS;) {
    const { affectedRows } = await db.execute(
      `INSERT INTO contacts (hash, email, first_name, status, created_at, updated_at)
       SELECT LEFT(SHA2(CONCAT(id, '-', :inserted), 256), 32), CONCAT('member-', :inserted, '-', id, '@example.com'), first_name,
              status, created_at, updated_at FROM contacts WHERE email LIKE 'member-%' ORDER BY id LIMIT ${CONTACTS - inserted}`,
      { inserted },
    );
    inserted += affectedRows;
  }
  const { affectedRows: emails } = await db.execute(
    `INSERT INTO email_messages (source_type, source_id, recipient_key, content_id, contact_id, state)
     SELECT 'campaign', 900000, id, 1, id, 'sent' FROM contacts WHERE email LIKE 'member-%'`,
  );
  note('two versions', `${CONTACTS} contacts, ${emails} earlier emails`);
}
