import { setTimeout as delay } from 'node:timers/promises';
import { IS_LONG, note } from '../support/chaos-plan.js';
import { ReplicationGroup } from '../support/database-group.js';
import { GaleraGroup } from '../support/galera-group.js';
import { HA_TOOLS, HaProxy } from '../support/haproxy.js';
import { Product } from '../support/product.js';
import { RawSmtpSink } from '../support/raw-smtp-sink.js';
import { responseMs } from '../support/response-time.js';
import { stopAtEnd } from '../support/stop-at-end.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { waitUntil } from '../support/wait-until.js';
import { ApiLoad } from './api-load.js';
import { createAndSend, emailsByState, waitUntilSent } from './big-campaign.js';
import { audit, expectedAudit } from './ledger-audit.js';

const CONCURRENCY = 10;
const CLIENTS = 4;
const TIMES = IS_LONG ? 10 : 1;
const RECIPIENTS = IS_LONG ? 2_000 : 400;
/** Emails that have been sent when the failure begins. */
const SENT_BEFORE = 100;
const ANSWER_AFTER_MS = 30;
const PROMOTIONS = IS_LONG ? 5 : 1;
const LOST_SECONDS = 3;
const SLOW_ANSWER_MS = 200;
const SILENT_MS = 30_000;

const describeWithTools = HA_TOOLS === '' ? describe.skip : describe;

describeWithTools('a cluster of databases with one writer', () => {
  let group: GaleraGroup;
  /** Between HAProxy and the first node. */
  let network: TcpProxy;
  let proxy: HaProxy;
  let sink: RawSmtpSink;
  let product: Product;

  beforeAll(async () => {
    group = await GaleraGroup.start();
    network = await TcpProxy.before(group.node(1).url);
    proxy = await HaProxy.before([network.port, group.node(2).port, group.node(3).port]);
    sink = await RawSmtpSink.start();
    product = await Product.start({
      name: 'database-failover',
      env: { SMTP_URL: sink.url, SEND_CONCURRENCY: String(CONCURRENCY), SEND_LEASE_SECONDS: '15' },
      databaseServer: proxy.through(group.node(1).url),
    });
  });

  /** Sends a campaign beside requests of clients while the writer fails. Nothing is lost, and no process is started again. */
  async function sendDuring(what: string, fail: () => Promise<unknown>, repair: () => Promise<unknown>): Promise<void> {
    const pids = [product.api.pid, product.workers[0]?.pid];
    const load = stopAtEnd(ApiLoad.on(product, product.origin, CLIENTS));
    for (let time = 1; time <= TIMES; time += 1) {
      sink.reset();
      sink.script = ({ moment }) => (moment === 'dot' ? { afterMs: ANSWER_AFTER_MS } : undefined);
      const campaign = await createAndSend(product, `${what}-${time}`, RECIPIENTS);
      await waitUntil('emails are sent', () => sink.messages.length > SENT_BEFORE);
      await fail();
      const withoutWrites = await responseMs(() => load.more(CLIENTS));
      const sent = sink.messages.length;
      await waitUntil('emails are sent again', () => sink.messages.length > sent || sent >= RECIPIENTS);
      await waitUntilSent(product, campaign);
      await repair();
      await untilFirstNodeLeads();
      await load.more(CLIENTS);
      const result = await audit(product, [campaign], sink);
      note(
        what,
        `writes again after ${Math.round(withoutWrites)} ms; ${result.missing} missing, ${result.repeats} repeats`,
      );
      expect(result).toEqual(expectedAudit(RECIPIENTS, null));
      expect(result.repeats).toBeLessThanOrEqual(CONCURRENCY);
    }
    await load.stop();
    note(what, `answers ${JSON.stringify(Object.fromEntries(load.answers))}`);
    // A node applies the last writes of another one a moment after they were answered.
    await waitUntil('all answered writes are stored', async () => {
      const rows = await product.db.query<{ email: string }>('SELECT email FROM contacts');
      const stored = new Set(rows.map(({ email }) => email));
      return load.written.every((email) => stored.has(email));
    });
    expect([product.api.pid, product.workers[0]?.pid]).toEqual(pids);
    expect([...load.answers.keys()].filter((status) => ![200, 503].includes(Number(status)))).toEqual([]);
  }

  /** The proxy closes the connections to other nodes at that moment, so writes are refused for a moment once more. */
  const untilFirstNodeLeads = (): Promise<unknown> =>
    waitUntil('the proxy leads to the first node', async () =>
      /^database,db1,.*,UP,/m.test(await proxy.command('show stat')),
    );

  /** As a switchover by hand: nothing closes the connections to the old writer. */
  const demote = async (): Promise<void> => {
    await proxy.command('disable health database/db1');
    await proxy.command('set server database/db1 state drain');
    await group.node(1).run('SET GLOBAL read_only = ON');
  };
  const promote = async (): Promise<void> => {
    await group.node(1).run('SET GLOBAL read_only = OFF');
    await proxy.command('set server database/db1 state ready');
    await proxy.command('enable health database/db1');
  };

  it('goes on after the writer was killed', async () => {
    await sendDuring(
      'killed',
      () => group.node(1).kill(),
      () => group.rejoin(group.node(1)),
    );
  });

  it('goes on after the writer was demoted while its connections stay open', async () => {
    await sendDuring('demoted', demote, promote);
  });

  it('goes on after the writer stopped to answer', async () => {
    const thaw = async (): Promise<void> => {
      group.node(1).thaw();
      await group.untilComplete();
    };
    const freeze = (): Promise<void> => {
      group.node(1).freeze();
      return Promise.resolve();
    };
    await sendDuring('silent', freeze, thaw);
  });

  (IS_LONG ? it : it.skip)('goes on while the network holds all packets of the writer for 30 s', async () => {
    let released = Promise.resolve();
    const hold = async (): Promise<void> => {
      await network.freeze();
      // What was held arrives late, for example a COMMIT whose email another worker has taken since.
      released = delay(SILENT_MS).then(() => network.thaw());
    };
    await sendDuring('held', hold, () => released);
  });

  it('goes on while a node leaves and gets all data again', async () => {
    const node = group.node(3);
    await sendDuring(
      'joined',
      async () => {
        await node.kill();
        node.forget();
        await group.rejoin(node);
      },
      () => Promise.resolve(),
    );
  });

  it('is explained by the doctor, and refused with several writers', async () => {
    const findings = await product.findings();
    expect(findings.find(({ check }) => check === 'role')).toMatchObject({
      verdict: 'ok',
      found: 'takes writes; Galera cluster of 3, this node is Synced',
    });
    const several = await HaProxy.before(
      group.nodes.map(({ port }) => port),
      (text) => text.replaceAll(' backup\n', '\n'),
    );
    const refused = product.another('main.js', { DATABASE_URL: several.through(product.env['DATABASE_URL'] ?? '') });
    refused.start();
    await waitUntil('it is refused', () => refused.hasEnded);
    expect(refused.said).toMatch(/leads to \d nodes of a Galera cluster that take writes/);
  });
});

describeWithTools('a replica that becomes the primary', () => {
  it('has lost the last seconds: no email is sent twice, those in doubt are unknown, and the rest is sent', async () => {
    for (let time = 1; time <= PROMOTIONS; time += 1) {
      const group = await ReplicationGroup.start();
      await group.primary.run("CREATE USER haproxy@'127.0.0.1'");
      const proxy = await HaProxy.before([group.primary.port, group.replica.port]);
      const sink = await RawSmtpSink.start();
      const product = await Product.start({
        name: `database-promotion-${time}`,
        env: { SMTP_URL: sink.url, SEND_CONCURRENCY: String(CONCURRENCY), SEND_LEASE_SECONDS: '15' },
        databaseServer: proxy.through(group.primary.url),
      });
      await group.follow({ delaySeconds: LOST_SECONDS });
      sink.script = ({ moment }) => (moment === 'dot' ? { afterMs: SLOW_ANSWER_MS } : undefined);
      const campaign = await createAndSend(product, `promoted-${time}`, RECIPIENTS);
      const database = new URL(product.env['DATABASE_URL'] ?? '').pathname.slice(1);
      const isReplicated = async (): Promise<boolean> => {
        const sent = `SELECT COUNT(*) AS total FROM ${database}.email_messages WHERE state = 'sent'`;
        return Number((await group.replica.run(sent))[0]?.['total']) > CONCURRENCY;
      };
      await waitUntil('the replica has some sent emails', isReplicated);
      await group.primary.kill();
      const before = sink.messages.length;
      await group.promote();
      await product.ready();
      await waitUntilSent(product, campaign);
      const { sent = 0, unknown = 0, ...others } = await emailsByState(product.db, campaign);
      const twice = [...sink.copies.values()].filter((copies) => copies > 1).length;
      note('promotion', `${before} emails sent before it; ${sent} sent, ${unknown} unknown, ${twice} sent twice`);
      expect({ others, total: sent + unknown, twice }).toEqual({ others: {}, total: RECIPIENTS, twice: 0 });
      expect(unknown).toBeGreaterThan(0);
      await product.stop();
      await group.replica.kill();
    }
  });
});
