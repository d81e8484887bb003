import { setTimeout as sleep } from 'node:timers/promises';
import { memberOf } from '../support/builders/audience.js';
import { IS_LONG, note } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { RawSmtpSink } from '../support/raw-smtp-sink.js';
import { waitUntil } from '../support/wait-until.js';
import { compareWithSink, createDraft, emailsByState, createAndSend, waitUntilSent } from './big-campaign.js';
import { cleanUp } from './ledger-audit.js';

const CONCURRENCY = 10;
const READERS = IS_LONG ? 2_000 : 200;
/** The mail server limits the rate, so that the load of the machine hardly affects the comparison. */
const ANSWER_MS = 400;
const LOCKED_MS = IS_LONG ? 80_000 : 10_000;
/** The database ends idle transactions, so the test runs a statement at this interval. */
const KEEP_ALIVE_MS = 1_000;
/** The short form runs at the same time as other tests, so its rates vary; a blocked engine has a rate of 0. */
const LEAST_SHARE = IS_LONG ? 0.9 : 0.5;

describe('sending while a stalled transaction holds the lock of a contact', () => {
  let sink: RawSmtpSink;
  let product: Product;

  beforeAll(async () => {
    sink = await RawSmtpSink.start();
    const env = { SMTP_URL: sink.url, SEND_CONCURRENCY: String(CONCURRENCY), SEND_LEASE_SECONDS: '5' };
    product = await Product.start({ name: 'sending-locked-contact', env, workers: 0 });
  });
  afterEach(async () => {
    await cleanUp(product);
    sink.reset();
  });

  const bouncing = (address: string): void => {
    sink.script = ({ moment, recipient }) => {
      if (moment === 'rcpt' && recipient === address) return { reply: { code: 550, text: '5.1.1 no such user' } };
      return moment === 'dot' ? { afterMs: ANSWER_MS } : undefined;
    };
  };
  /** Returns the emails per second, without the first and the last tenth. */
  const rateSince = (first: number): number => {
    const ends = sink.transactions
      .slice(first)
      .flatMap(({ accepted, endedAt }) => (accepted && endedAt !== null ? endedAt : []))
      .sort((a, b) => a - b);
    const [from, to] = [Math.floor(ends.length * 0.1), Math.floor(ends.length * 0.9)];
    return (1_000 * (to - from)) / ((ends[to] ?? 0) - (ends[from] ?? 0));
  };
  const contactOf = async (email: string): Promise<{ id: number; status: string } | undefined> =>
    (
      await product.db.query<{ id: number; status: string }>('SELECT id, status FROM contacts WHERE email = :email', {
        email,
      })
    )[0];

  it('F39 continues for other contacts, stores results at once, and bounces the contact after the lock', async () => {
    product.addWorker();
    bouncing(memberOf('free', 1));
    const free = await createAndSend(product, 'free', READERS);
    await waitUntilSent(product, free);
    const usual = rateSince(0);

    const address = memberOf('locked', 1);
    bouncing(address);
    const before = sink.transactions.length;
    const campaign = await createDraft(product, 'locked', READERS);
    let leftOver: Readonly<Record<string, number>> = {};
    await product.db.transaction(async (tx) => {
      await tx.query('SELECT id FROM contacts WHERE email = :address FOR UPDATE', { address });
      await product.client.post(`/campaigns/${campaign}/send`).expect(200);
      const since = performance.now();
      while (performance.now() - since < LOCKED_MS) {
        await tx.query('SELECT 1 AS alive');
        await sleep(KEEP_ALIVE_MS);
      }
      leftOver = await emailsByState(product.db, campaign);
      await waitUntilSent(product, campaign);
      expect(await contactOf(address)).toMatchObject({ status: 'subscribed' });
    });
    const rate = rateSince(before);
    const bouncedAfter = await waitUntil(
      'the contact bounces',
      async () => (await contactOf(address))?.status === 'bounced',
    );

    note(
      'locked contact',
      `${rate.toFixed(1)} emails/s with the lock, ${usual.toFixed(1)} without: ${Math.round((100 * rate) / usual)} %; after ${LOCKED_MS} ms ${JSON.stringify(leftOver)}; bounced ${Math.round(bouncedAfter)} ms after the lock`,
    );
    expect(leftOver['sending'] ?? 0).toBeLessThanOrEqual(CONCURRENCY);
    expect(await emailsByState(product.db, campaign)).toEqual({ sent: READERS - 1, bounced: 1 });
    expect(await compareWithSink(product.db, [free, campaign], sink)).toMatchObject({ missing: 0, repeats: 0 });
    expect(rate / usual).toBeGreaterThanOrEqual(LEAST_SHARE);
  });
});
