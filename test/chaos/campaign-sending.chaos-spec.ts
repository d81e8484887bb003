import { setTimeout as sleep } from 'node:timers/promises';
import { IS_LONG, note, seededRandom } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { SmtpSink } from '../support/smtp-sink.js';
import { waitUntil } from '../support/wait-until.js';
import { compareWithSink, ledgerOf, sendToCrowd, statusOf, waitForProgress, waitUntilSent } from './big-campaign.js';

const CONCURRENCY = 10;
const KILLS = IS_LONG ? 20 : 3;
const RECIPIENTS = 2_000;
const DRAINED_RECIPIENTS = 1_000;
const KILLED_RECIPIENTS = IS_LONG ? 10_000 : RECIPIENTS;
const LEASE_SECONDS = 5;
const DRAINED_WITHIN_MS = 15_000;
const SENT_WITHIN_MS = 90_000;

jest.setTimeout(IS_LONG ? 600_000 : 120_000);

describe('a campaign whose worker is in trouble', () => {
  let product: Product;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    const env = {
      SMTP_URL: sink.url,
      SEND_CONCURRENCY: String(CONCURRENCY),
      SEND_LEASE_SECONDS: String(LEASE_SECONDS),
    };
    product = await Product.start({ name: 'campaign-sending', env, workers: 0 });
  });
  afterAll(async () => {
    await product.stop();
    await sink.stop();
  });
  beforeEach(() => {
    sink.reset();
    // So slow that about four hundred mails a second leave, and whatever is done to a worker is done amid mails.
    sink.behave({ delay: { data: 20 } });
  });
  afterEach(async () => {
    for (const worker of product.workers.splice(0)) await worker.kill();
  });

  it('misses nobody when the worker is killed again and again, and repeats no more than was under way', async () => {
    const random = seededRandom('killed worker');
    const worker = product.addWorker();
    const id = await sendToCrowd(product, 'killed', KILLED_RECIPIENTS);
    let inDoubt = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await waitForProgress(product.db, id);
      await sleep(random(50, 600));
      await worker.kill();
      const left = (await ledgerOf(product.db, id))['sending'] ?? 0;
      expect(await statusOf(product, id)).toBe('working');
      // Those of an earlier kill may still wait for the end of their lease.
      expect(left).toBeLessThanOrEqual(kill * CONCURRENCY);
      inDoubt = Math.max(inDoubt, left);
      worker.start();
    }
    await waitUntilSent(product, id, IS_LONG ? 300_000 : SENT_WITHIN_MS);

    expect(inDoubt).toBeGreaterThan(0);
    expect(await ledgerOf(product.db, id)).toEqual({ sent: KILLED_RECIPIENTS });
    const comparison = await compareWithSink(product.db, [id], sink);
    expect(comparison).toEqual({
      ...{ recipients: KILLED_RECIPIENTS, missing: 0, strangers: 0, otherIds: 0 },
      repeats: expect.any(Number),
    });
    note(
      'killed worker',
      `${comparison.repeats} repeats after ${KILLS} kills, at most ${inDoubt} mails in doubt at a time`,
    );
    expect(comparison.repeats).toBeLessThanOrEqual(KILLS * CONCURRENCY);

    const { body: state } = await product.client.get(`/campaigns/${id}/status`).expect(200);
    expect(state).toMatchObject({
      sent_count: KILLED_RECIPIENTS,
      stat: [{ status: 'sent', total: KILLED_RECIPIENTS }],
    });
    await waitUntil(
      'the reports have every event',
      async () => {
        const [row] = await product.db.query<{ left: number }>(
          "SELECT COUNT(*) AS `left` FROM domain_events WHERE state = 'new'",
        );
        return row?.left === 0;
      },
      30_000,
    );
    const { body: report } = await product.client.get(`/reports/campaigns/${id}/email-stats`).expect(200);
    expect(report.stats).toMatchObject({ sent: KILLED_RECIPIENTS, delivered: KILLED_RECIPIENTS, bounced: 0 });
  });

  it('mails nobody twice when two workers send it together', async () => {
    product.addWorker();
    product.addWorker();
    const id = await sendToCrowd(product, 'shared', RECIPIENTS);
    const owners = new Set<string>();
    await waitUntil(
      'the campaign is sent',
      async () => {
        const rows = await product.db.query<{ lease_owner: string }>(
          'SELECT DISTINCT lease_owner FROM email_messages WHERE lease_owner IS NOT NULL',
        );
        for (const row of rows) owners.add(row.lease_owner);
        return (await statusOf(product, id)) === 'sent';
      },
      SENT_WITHIN_MS,
    );
    expect(owners.size).toBe(2);
    expect(await compareWithSink(product.db, [id], sink)).toEqual({
      ...{ recipients: RECIPIENTS, missing: 0, repeats: 0, strangers: 0, otherIds: 0 },
    });
  });

  it('loses and repeats nothing when the worker is asked to end: what is under way is finished first', async () => {
    const random = seededRandom('drained worker');
    const worker = product.addWorker();
    const id = await sendToCrowd(product, 'drained', DRAINED_RECIPIENTS);
    for (let round = 1; round <= 3; round += 1) {
      await waitForProgress(product.db, id);
      await sleep(random(50, 600));
      expect(await worker.terminate()).toBeLessThan(DRAINED_WITHIN_MS);
      expect(await statusOf(product, id)).toBe('working');
      expect((await ledgerOf(product.db, id))['sending'] ?? 0).toBe(0);
      worker.start();
    }
    await waitUntilSent(product, id, SENT_WITHIN_MS);
    expect(await compareWithSink(product.db, [id], sink)).toEqual({
      ...{ recipients: DRAINED_RECIPIENTS, missing: 0, repeats: 0, strangers: 0, otherIds: 0 },
    });
  });
});
