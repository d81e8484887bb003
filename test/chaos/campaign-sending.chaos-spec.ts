import { setTimeout as sleep } from 'node:timers/promises';
import { IS_LONG, note, seededRandom } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { SmtpSink } from '../support/smtp-sink.js';
import { waitUntil } from '../support/wait-until.js';
import { draftForCrowd, ledgerOf, sendToCrowd, statusOf, waitForProgress, waitUntilSent } from './big-campaign.js';
import { audit, clearUp, flawless } from './ledger-audit.js';

const CONCURRENCY = 10;
const KILLS = IS_LONG ? 20 : 2;
const RECIPIENTS = IS_LONG ? 2_000 : 600;
/** Fewer than one domain may have at a time. */
const UNANSWERED = 5;
const DRAINS = IS_LONG ? 10 : 1;
const DRAINED_RECIPIENTS = DRAINS * 400;
const KILLED_RECIPIENTS = IS_LONG ? 10_000 : 1_000;
const KILLED_DRAINS = 5;
const WORKERS = IS_LONG ? 5 : 2;
const SCHEDULED = IS_LONG ? 20 : 4;
const SCHEDULED_READERS = 50;
const LEASE_SECONDS = 5;
const DRAINED_WITHIN_MS = 15_000;
const STOPS_CLAIMING_WITHIN_MS = 100;
/** What is past its DATA is waited for so long, and then nobody knows. */
const ENDED_WITHIN_MS = 130_000;
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
  afterEach(() => clearUp(product));

  it('F3 misses nobody when the worker is killed again and again, and repeats no more than was under way', async () => {
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
    const comparison = await audit(product, [id], sink);
    expect(comparison).toEqual(flawless(KILLED_RECIPIENTS, null));
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

  it('F25 mails nobody twice when two workers send it together', async () => {
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
    expect(await audit(product, [id], sink)).toEqual(flawless(RECIPIENTS));
  });

  it('F29 loses and repeats nothing when the worker is asked to end: what is under way is finished first', async () => {
    const random = seededRandom('drained worker');
    const worker = product.addWorker();
    const id = await sendToCrowd(product, 'drained', DRAINED_RECIPIENTS);
    let slowest = 0;
    for (let round = 1; round <= DRAINS; round += 1) {
      await waitForProgress(product.db, id);
      await sleep(random(50, 600));
      const [asked] = await product.db.query<{ at: Date }>('SELECT NOW(3) AS at');
      slowest = Math.max(slowest, await worker.terminate());
      expect(await statusOf(product, id)).toBe('working');
      expect((await ledgerOf(product.db, id))['sending'] ?? 0).toBe(0);
      const claimedLate = await product.db.query(
        'SELECT id FROM email_messages WHERE sending_at > :at + INTERVAL :us MICROSECOND',
        { at: asked?.at ?? null, us: STOPS_CLAIMING_WITHIN_MS * 1_000 },
      );
      expect(claimedLate).toEqual([]);
      worker.start();
    }
    note('drained worker', `${DRAINS} drained, the slowest in ${Math.round(slowest)} ms`);
    expect(slowest).toBeLessThan(DRAINED_WITHIN_MS);
    await waitUntilSent(product, id, SENT_WITHIN_MS);
    expect(await audit(product, [id], sink)).toEqual(flawless(DRAINED_RECIPIENTS));
  });

  if (IS_LONG)
    it('F30 repeats no more than was under way when it is asked to end and killed before it can', async () => {
      const random = seededRandom('killed while draining');
      const worker = product.addWorker();
      const readers = KILLED_DRAINS * 5 * CONCURRENCY;
      // Slower than the patience of whoever ends it.
      sink.behave({ delay: { data: 2_500 } });
      const id = await sendToCrowd(product, 'impatient', readers);
      for (let round = 1; round <= KILLED_DRAINS; round += 1) {
        await waitUntil(
          'mails are under way',
          async () => ((await ledgerOf(product.db, id))['sending'] ?? 0) > 0,
          30_000,
        );
        await sleep(random(300, 1_000));
        const ended = worker.terminate();
        await sleep(1_000);
        await worker.kill();
        await ended;
        expect((await ledgerOf(product.db, id))['sending'] ?? 0).toBeLessThanOrEqual(round * CONCURRENCY);
        worker.start();
      }
      sink.behave({});
      await waitUntilSent(product, id, SENT_WITHIN_MS);
      const outcome = await audit(product, [id], sink);
      note('killed while draining', `${outcome.repeats} repeats after ${KILLED_DRAINS} kills`);
      expect(outcome).toEqual(flawless(readers, null));
      expect(outcome.repeats).toBeLessThanOrEqual(KILLED_DRAINS * CONCURRENCY);
    });

  // Two minutes long by its nature.
  if (IS_LONG)
    it('F29 leaves a doubt when the mail server takes longer to answer than an ending worker waits', async () => {
      const worker = product.addWorker();
      sink.behave({ delay: { data: 300_000 } });
      const id = await sendToCrowd(product, 'endless', UNANSWERED);
      await waitUntil('all are under way', () => sink.recipientsSeen.length === UNANSWERED, 30_000);
      await sleep(1_000);
      expect(await worker.terminate()).toBeLessThan(ENDED_WITHIN_MS);
      sink.behave({});
      worker.start();
      await waitUntilSent(product, id, SENT_WITHIN_MS);
      expect(await ledgerOf(product.db, id)).toEqual({ sent: UNANSWERED });
    });

  it('F25 starts each scheduled campaign once, however many workers look at the clock', async () => {
    sink.behave({});
    for (let number = 1; number <= WORKERS; number += 1) product.addWorker();
    const campaigns: number[] = [];
    for (let number = 1; number <= SCHEDULED; number += 1)
      campaigns.push(await draftForCrowd(product, `scheduled-${number}-of`, SCHEDULED_READERS));
    const at = new Date(Date.now() + 3_000).toISOString().slice(0, 19).replace('T', ' ');
    for (const id of campaigns)
      await product.client.post(`/campaigns/${id}/schedule`).send({ scheduled_at: at }).expect(200);
    for (const id of campaigns) await waitUntilSent(product, id, SENT_WITHIN_MS);
    const starts = await product.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM domain_events WHERE type = 'campaign.started' AND subject_id IN (:campaigns) GROUP BY subject_id`,
      { campaigns },
    );
    expect(starts.map(({ total }) => total)).toEqual(campaigns.map(() => 1));
    expect(await audit(product, campaigns, sink)).toEqual(flawless(SCHEDULED * SCHEDULED_READERS));
  });
});
