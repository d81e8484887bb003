import { setTimeout as sleep } from 'node:timers/promises';
import Bull from 'bull';
import { IS_LONG, note } from '../support/chaos-plan.js';
import { Product, type ProductProcess } from '../support/product.js';
import { RawSmtpSink, SmtpGate, type SmtpMoment, type SmtpStep } from '../support/raw-smtp-sink.js';
import { type Statement, StatementProxy } from '../support/statement-proxy.js';
import { waitUntil } from '../support/wait-until.js';
import { emailsByState, createAndSend, waitUntilSent } from './big-campaign.js';
import { audit, cleanUp, endLeases, expectedAudit, waitUntilReceived } from './ledger-audit.js';

/** Longer than any test, so that no email is taken over before the last kill. */
const LEASE_SECONDS = 3_600;
/** An email that is claimed starts within this time, also after a pause. */
const FRESH_MS = 250;
const POISON = 'poison-2@example.com';
const INTERRUPTIONS_UNTIL_POISON = 3;

const inTransactionThat = (part: RegExp, moment: Statement['moment']) => {
  return (statement: Statement): boolean =>
    statement.moment === moment && statement.sql === 'COMMIT' && statement.before.some((sql) => part.test(sql));
};
/** The transactions of an email: the one that claims it, and the one that stores its result. */
const CLAIM = /^\s*UPDATE email_messages\s+SET state = 'sending'/;
const RESULT = /^\s*UPDATE email_messages m\s+JOIN JSON_TABLE[^]*retry_us/;

interface KillPoint {
  readonly name: string;
  /** The expected state of the email when its worker is killed, and the copies that the mail server has by then. */
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
  { name: 'during its body', state: 'sending', copies: 0, repeats: 0, at: 'body' },
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
/** The short form omits points whose neighbors have the same outcome. */
const KILL_POINTS = ALL_KILL_POINTS.filter(
  ({ at, name }) => IS_LONG || !(at === 'mail' || at === 'rcpt' || name === 'after the answer was stored'),
);

describe('an email whose worker is killed', () => {
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
  beforeEach(async () => {
    proxy.watch = null;
    await cleanUp(product);
    sink.reset();
  });

  it('F4 is repeated only if the mail server has it and its result is not stored', async () => {
    const throughProxy = { DATABASE_URL: proxy.through(product.env['DATABASE_URL'] ?? '') };
    const campaigns: number[] = [];
    for (const [index, point] of KILL_POINTS.entries()) {
      const { at } = point;
      const campaign = await createAndSend(product, `point${index}`, 1);
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
          // A crash of the machine also loses the bytes that the kernel has and the server does not.
          return moment === 'body' ? { hangUp: 'reset' } : undefined;
        };
      await waitUntil(`the worker was killed ${point.name}`, () => worker.pid === undefined);
      proxy.watch = null;
      sink.script = () => undefined;
      const before = { point: point.name, ledger: await emailsByState(product.db, campaign) };
      expect(before).toEqual({ point: point.name, ledger: { [point.state]: 1 } });
      expect([point.name, sink.messages.length - copiesBefore]).toEqual([point.name, point.copies]);
      // Another worker could claim the pending email; the next worker must get the email of its own campaign only.
      if (point.state === 'pending') await product.client.post(`/campaigns/${campaign}/pause`).expect(200);
    }
    await product.client.post(`/campaigns/${campaigns[0] ?? 0}/resume`).expect(200);
    await endLeases(product);
    product.addWorker();
    for (const campaign of campaigns) await waitUntilSent(product, campaign);

    const outcomes = await Promise.all(campaigns.map((campaign) => audit(product, [campaign], sinkOf(campaign))));
    const expected = KILL_POINTS.map(({ repeats }) => expectedAudit(1, repeats));
    expect(outcomes).toEqual(expected);
    expect((await audit(product, campaigns, sink)).unknownAddresses).toBe(0);
    note('kill points', `repeats ${outcomes.map(({ repeats }) => repeats).join(', ')}`);

    function sinkOf(campaign: number): { messages: RawSmtpSink['messages'] } {
      const prefix = `point${campaigns.indexOf(campaign)}-`;
      return { messages: sink.messages.filter(({ envelope }) => envelope.to[0]?.startsWith(prefix)) };
    }
  });

  it('F28 fails after three interruptions and does not affect other emails', async () => {
    let kills = 0;
    const worker: ProductProcess = product.addWorker({ SEND_CONCURRENCY: '4' });
    // The other emails are under way when the worker is killed.
    sink.script = async ({ moment, recipient }: SmtpStep) => {
      if (moment !== 'dot') return undefined;
      if (recipient !== POISON) return { afterMs: 400 };
      kills += 1;
      await worker.kill();
      return { hangUp: 'reset', loses: true };
    };
    const campaign = await createAndSend(product, 'poison', 12);
    for (let kill = 1; kill <= INTERRUPTIONS_UNTIL_POISON; kill += 1) {
      await waitUntil(`the worker was killed ${kill} times`, () => worker.pid === undefined);
      await endLeases(product);
      worker.start();
    }
    await waitUntilSent(product, campaign);

    expect(kills).toBe(INTERRUPTIONS_UNTIL_POISON);
    const failed = await product.db.query<{ email: string; reason: string }>(
      `SELECT email, reason FROM email_messages WHERE source_id = :campaign AND state <> 'sent'`,
      { campaign },
    );
    expect(failed).toEqual([{ email: POISON, reason: 'poison' }]);
    expect(worker.said).toContain('failed after three interruptions');
    const outcome = await audit(product, [campaign], sink);
    expect(outcome).toEqual(expectedAudit(12, null));
    expect(outcome.repeats).toBeLessThanOrEqual(INTERRUPTIONS_UNTIL_POISON * 4);
  });

  if (IS_LONG)
    it('T45 F28 that cannot be composed, and jobs without valid data, crash no process and delay no other email', async () => {
      const worker = product.addWorker({ SEND_CONCURRENCY: '4' });
      const { pid } = worker;
      // All connections wait for the greeting when the campaign is paused.
      const greeting = new SmtpGate(({ moment }) => moment === 'connected');
      sink.script = greeting.script;
      const campaign = await createAndSend(product, 'throwing', 12);
      const states = async (): Promise<Readonly<Record<string, number>>> => emailsByState(product.db, campaign);
      await waitUntil('some emails are under way', async () => ((await states())['sending'] ?? 0) > 0);
      await product.client.post(`/campaigns/${campaign}/pause`).expect(200);
      await sleep(FRESH_MS);
      greeting.open();
      await waitUntil('all emails are pending again', async () => (await states())['pending'] === 12);
      const victim = { campaign, email: 'throwing-3@example.com' };
      await product.db.transaction((tx) =>
        tx.execute(
          `UPDATE email_messages SET content_id = 4000000000 WHERE source_id = :campaign AND email = :email`,
          victim,
        ),
      );
      await addInvalidJobs(product);
      await product.client.post(`/campaigns/${campaign}/resume`).expect(200);
      await waitUntilReceived(sink, 11);
      // Expires the lease of the email, so that the test need not wait for each attempt.
      await waitUntil(
        'the email has failed',
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
        200,
      );
      await waitUntilSent(product, campaign);

      expect(await states()).toEqual({ sent: 11, failed: 1 });
      expect(await audit(product, [campaign], sink)).toEqual(expectedAudit(12));
      expect(worker.pid).toBe(pid);
    });
});

/** Adds jobs that no version of the product writes. */
async function addInvalidJobs({ env }: Product): Promise<void> {
  const queue = new Bull('email-sending', env['REDIS_URL'] ?? '', {
    prefix: `{${env['REDIS_PREFIX'] ?? ''}:email-sending}`,
  });
  await queue.addBulk([{}, { key: 'x' }, { key: -1 }, { key: 1e300 }, { key: null }].map((data) => ({ data })));
  await queue.close();
}
