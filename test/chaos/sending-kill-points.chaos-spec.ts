import Bull from 'bull';
import { IS_LONG, note } from '../support/chaos-plan.js';
import { Product, type ProductProcess } from '../support/product.js';
import { RawSmtpSink, type SmtpMoment, type SmtpStep } from '../support/raw-smtp-sink.js';
import { type Statement, StatementProxy } from '../support/statement-proxy.js';
import { waitUntil } from '../support/wait-until.js';
import { ledgerOf, sendToCrowd, waitUntilSent } from './big-campaign.js';
import { audit, clearUp, endLeases, flawless, untilCame } from './ledger-audit.js';

/** Longer than the test, so that nothing is taken over before all have been killed. */
const LEASE_SECONDS = 600;
const KILLED_WITHIN_MS = 20_000;
const SENT_WITHIN_MS = 30_000;
const POISON = 'poison-2@example.com';
const INTERRUPTIONS_UNTIL_POISON = 3;

jest.setTimeout(180_000);

const inTransactionThat = (part: RegExp, moment: Statement['moment']) => {
  return (statement: Statement): boolean =>
    statement.moment === moment && statement.sql === 'COMMIT' && statement.before.some((sql) => part.test(sql));
};
/** The transactions of a mail: the one that claims it, and the one that stores what became of it. */
const CLAIM = /^\s*UPDATE email_messages\s+SET state = 'sending'/;
const RESULT = /^\s*UPDATE email_messages m\s+JOIN \(SELECT/;

interface KillPoint {
  readonly name: string;
  /** What has to be known of the mail as its worker dies, and how many copies of it the mail server has by then. */
  readonly state: string;
  readonly copies: number;
  readonly repeats: number;
  readonly at: SmtpMoment | ((statement: Statement) => boolean);
}

const ALL_KILL_POINTS: readonly KillPoint[] = [
  {
    ...{ name: 'before it was claimed', state: 'pending', copies: 0, repeats: 0 },
    at: inTransactionThat(CLAIM, 'asked'),
  },
  {
    ...{ name: 'after it was claimed', state: 'sending', copies: 0, repeats: 0 },
    at: inTransactionThat(CLAIM, 'answered'),
  },
  { name: 'after MAIL FROM', state: 'sending', copies: 0, repeats: 0, at: 'mail' },
  { name: 'after RCPT TO', state: 'sending', copies: 0, repeats: 0, at: 'rcpt' },
  { name: 'amid its message', state: 'sending', copies: 0, repeats: 0, at: 'body' },
  { name: 'after the final dot, before the answer', state: 'sending', copies: 1, repeats: 1, at: 'dot' },
  {
    ...{ name: 'after the answer, before it was stored', state: 'sending', copies: 1, repeats: 1 },
    at: inTransactionThat(RESULT, 'asked'),
  },
  {
    ...{ name: 'after the answer was stored', state: 'sent', copies: 1, repeats: 0 },
    at: inTransactionThat(RESULT, 'answered'),
  },
];
/** The short form leaves out those that lie between two of the same outcome. */
const KILL_POINTS = ALL_KILL_POINTS.filter(
  ({ at, name }) => IS_LONG || !(at === 'mail' || at === 'rcpt' || name === 'after the answer was stored'),
);

describe('a mail whose worker dies', () => {
  let sink: RawSmtpSink;
  let proxy: StatementProxy;
  let product: Product;

  beforeAll(async () => {
    sink = await RawSmtpSink.start();
    proxy = await StatementProxy.before(process.env['TEST_DATABASE_URL'] ?? '');
    const env = {
      SMTP_URL: sink.url,

      SEND_LEASE_SECONDS: String(LEASE_SECONDS),
      SEND_CONCURRENCY: '1',
    };
    product = await Product.start({ name: 'sending-kill-points', env, workers: 0 });
  });
  afterEach(async () => {
    proxy.watch = null;
    await clearUp(product);
    sink.reset();
  });
  afterAll(async () => {
    await product.stop();
    await proxy.stop();
    await sink.stop();
  });

  it('F4 is repeated where the mail server has it and nobody knows, and nowhere else', async () => {
    const throughProxy = { DATABASE_URL: proxy.through(product.env['DATABASE_URL'] ?? '') };
    const campaigns: number[] = [];
    for (const [index, point] of KILL_POINTS.entries()) {
      const { at } = point;
      const campaign = await sendToCrowd(product, `point${index}`, 1);
      campaigns.push(campaign);
      const copiesBefore = sink.messages.length;
      let killed = false;
      const worker = product.addWorker(throughProxy);
      const killHere = async (): Promise<'drop'> => {
        killed = true;
        await worker.kill();
        return 'drop';
      };
      if (typeof at === 'function') proxy.watch = (statement) => (!killed && at(statement) ? killHere() : undefined);
      else
        sink.script = async ({ moment }) => {
          if (killed || moment !== at) return undefined;
          await killHere();
          // What the kernel has taken of a message, and the server not yet, is gone too when it is the machine that dies.
          return moment === 'body' ? { hangUp: 'reset' } : undefined;
        };
      await waitUntil(`the worker was killed ${point.name}`, () => worker.pid === undefined, KILLED_WITHIN_MS);
      proxy.watch = null;
      sink.script = () => undefined;
      const before = { point: point.name, ledger: await ledgerOf(product.db, campaign) };
      expect(before).toEqual({ point: point.name, ledger: { [point.state]: 1 } });
      expect([point.name, sink.messages.length - copiesBefore]).toEqual([point.name, point.copies]);
      // The one that was not even claimed is anybody's; the next worker must meet its own mail only.
      if (point.state === 'pending') await product.client.post(`/campaigns/${campaign}/pause`).expect(200);
    }
    await product.client.post(`/campaigns/${campaigns[0] ?? 0}/resume`).expect(200);
    await endLeases(product);
    product.addWorker();
    for (const campaign of campaigns) await waitUntilSent(product, campaign, SENT_WITHIN_MS);

    const outcomes = await Promise.all(campaigns.map((campaign) => audit(product, [campaign], sinkOf(campaign))));
    const expected = KILL_POINTS.map(({ repeats }) => flawless(1, repeats));
    expect(outcomes).toEqual(expected);
    expect((await audit(product, campaigns, sink)).strangers).toBe(0);
    note('kill points', `repeats ${outcomes.map(({ repeats }) => repeats).join(', ')}`);

    function sinkOf(campaign: number): { messages: RawSmtpSink['messages'] } {
      const crowd = `point${campaigns.indexOf(campaign)}-`;
      return { messages: sink.messages.filter(({ envelope }) => envelope.to[0]?.startsWith(crowd)) };
    }
  });

  it('F28 is given up when it has killed three of them, and takes none of its neighbours with it', async () => {
    const kills: number[] = [];
    const worker: ProductProcess = product.addWorker({ SEND_CONCURRENCY: '4' });
    // All of its neighbours are under way as it dies.
    sink.script = async ({ moment, recipient }: SmtpStep) => {
      if (moment !== 'dot') return undefined;
      if (recipient !== POISON) return { afterMs: 400 };
      kills.push(performance.now());
      await worker.kill();
      return { hangUp: 'reset', loses: true };
    };
    const campaign = await sendToCrowd(product, 'poison', 12);
    for (let kill = 1; kill <= INTERRUPTIONS_UNTIL_POISON; kill += 1) {
      await waitUntil(`it has killed ${kill} workers`, () => worker.pid === undefined, KILLED_WITHIN_MS);
      await endLeases(product);
      worker.start();
    }
    await waitUntilSent(product, campaign, SENT_WITHIN_MS);

    expect(kills).toHaveLength(INTERRUPTIONS_UNTIL_POISON);
    const failed = await product.db.query<{ email: string; reason: string }>(
      `SELECT email, reason FROM email_messages WHERE source_id = :campaign AND state <> 'sent'`,
      { campaign },
    );
    expect(failed).toEqual([{ email: POISON, reason: 'poison' }]);
    expect(worker.said).toContain('failed after three interruptions');
    const outcome = await audit(product, [campaign], sink);
    expect(outcome).toEqual(flawless(12, null));
    expect(outcome.repeats).toBeLessThanOrEqual(INTERRUPTIONS_UNTIL_POISON * 4);
  });

  if (IS_LONG)
    it('T45 F28 that cannot be made, and jobs that say nothing, crash nobody and hold nobody up', async () => {
      const worker = product.addWorker({ SEND_CONCURRENCY: '4' });
      const { pid } = worker;
      // Everybody still waits for the greeting as the campaign is paused.
      sink.script = ({ moment }) => (moment === 'connected' ? { afterMs: 1_000 } : undefined);
      const campaign = await sendToCrowd(product, 'throwing', 12);
      const states = async (): Promise<Readonly<Record<string, number>>> => ledgerOf(product.db, campaign);
      await waitUntil('all are in the ledger', async () => Object.keys(await states()).length > 0, KILLED_WITHIN_MS);
      await product.client.post(`/campaigns/${campaign}/pause`).expect(200);
      await waitUntil('all are given back', async () => (await states())['pending'] === 12, KILLED_WITHIN_MS);
      const victim = { campaign, email: 'throwing-3@example.com' };
      await product.db.transaction((tx) =>
        tx.execute(
          `UPDATE email_messages SET content_id = 4000000000 WHERE source_id = :campaign AND email = :email`,
          victim,
        ),
      );
      await ringNonsense(product);
      await product.client.post(`/campaigns/${campaign}/resume`).expect(200);
      await untilCame(sink, 11, SENT_WITHIN_MS);
      // Its lease is what it waits for each time; here it need not.
      await waitUntil(
        'it is given up',
        async () => {
          await product.db.transaction((tx) =>
            tx.execute(
              `UPDATE email_messages SET lease_until = NOW(3) - INTERVAL 1 SECOND
              WHERE source_id = :campaign AND email = :email AND state = 'sending'`,
              victim,
            ),
          );
          return (await states())['failed'] === 1;
        },
        SENT_WITHIN_MS,
        200,
      );
      await waitUntilSent(product, campaign, SENT_WITHIN_MS);

      expect(await states()).toEqual({ sent: 11, failed: 1 });
      expect(await audit(product, [campaign], sink)).toEqual(flawless(12));
      expect(worker.pid).toBe(pid);
    });
});

/** Jobs that no version of ours has ever written. */
async function ringNonsense({ env }: Product): Promise<void> {
  const queue = new Bull('email-sending', env['REDIS_URL'] ?? '', {
    prefix: `{${env['REDIS_PREFIX'] ?? ''}:email-sending}`,
  });
  await queue.addBulk([{}, { key: 'x' }, { key: -1 }, { key: 1e300 }, { key: null }].map((data) => ({ data })));
  await queue.close();
}
