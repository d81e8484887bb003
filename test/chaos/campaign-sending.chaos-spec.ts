import { setTimeout as sleep } from 'node:timers/promises';
import { IS_LONG, note, seededRandom } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { SmtpSink } from '../support/smtp-sink.js';
import { waitUntil } from '../support/wait-until.js';
import { createDraft, emailsByState, createAndSend, statusOf, waitForProgress, waitUntilSent } from './big-campaign.js';
import { audit, cleanUp, expectedAudit } from './ledger-audit.js';

const CONCURRENCY = 10;
const KILLS = IS_LONG ? 20 : 2;
const RECIPIENTS = IS_LONG ? 2_000 : 600;
/** Fewer than the connections that one domain may have. */
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
/** The shutdown waits this long for a reply to DATA; then the delivery status is unknown. */
const ENDED_WITHIN_MS = 130_000;

describe('campaign sending during worker failures', () => {
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
  beforeEach(() => {
    sink.reset();
    // Limits the rate to about 400 emails per second, so that a kill interrupts emails under way.
    sink.behave({ delay: { data: 20 } });
  });
  afterEach(() => cleanUp(product));

  it('F3 misses no recipient when the worker is killed repeatedly, and repeats only emails that were under way', async () => {
    const random = seededRandom('killed worker');
    const worker = product.addWorker();
    const id = await createAndSend(product, 'killed', KILLED_RECIPIENTS);
    let inDoubt = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await waitForProgress(product.db, id);
      await sleep(random(50, 600));
      await worker.kill();
      const left = (await emailsByState(product.db, id))['sending'] ?? 0;
      expect(await statusOf(product, id)).toBe('working');
      // Emails of an earlier kill may still wait for their lease to expire.
      expect(left).toBeLessThanOrEqual(kill * CONCURRENCY);
      inDoubt = Math.max(inDoubt, left);
      worker.start();
    }
    await waitUntilSent(product, id);

    expect(inDoubt).toBeGreaterThan(0);
    expect(await emailsByState(product.db, id)).toEqual({ sent: KILLED_RECIPIENTS });
    const comparison = await audit(product, [id], sink);
    expect(comparison).toEqual(expectedAudit(KILLED_RECIPIENTS, null));
    note(
      'killed worker',
      `${comparison.repeats} repeats after ${KILLS} kills, at most ${inDoubt} emails in doubt at a time`,
    );
    expect(comparison.repeats).toBeLessThanOrEqual(KILLS * CONCURRENCY);

    const { body: state } = await product.client.get(`/campaigns/${id}/status`).expect(200);
    expect(state).toMatchObject({
      sent_count: KILLED_RECIPIENTS,
      stat: [{ status: 'sent', total: KILLED_RECIPIENTS }],
    });
    await waitUntil('the reports contain every event', async () => {
      const [row] = await product.db.query<{ left: number }>(
        "SELECT COUNT(*) AS `left` FROM domain_events WHERE state = 'new'",
      );
      return row?.left === 0;
    });
    const { body: report } = await product.client.get(`/reports/campaigns/${id}/email-stats`).expect(200);
    expect(report.stats).toMatchObject({ sent: KILLED_RECIPIENTS, delivered: KILLED_RECIPIENTS, bounced: 0 });
  });

  it('F25 sends no email twice when two workers send the same campaign', async () => {
    product.addWorker();
    product.addWorker();
    const id = await createAndSend(product, 'shared', RECIPIENTS);
    const owners = new Set<string>();
    await waitUntil('the campaign is sent', async () => {
      const rows = await product.db.query<{ lease_owner: string }>(
        'SELECT DISTINCT lease_owner FROM email_messages WHERE lease_owner IS NOT NULL',
      );
      for (const row of rows) owners.add(row.lease_owner);
      return (await statusOf(product, id)) === 'sent';
    });
    expect(owners.size).toBe(2);
    expect(await audit(product, [id], sink)).toEqual(expectedAudit(RECIPIENTS));
  });

  it('F29 loses and repeats no email when the worker shuts down: emails under way are finished first', async () => {
    const random = seededRandom('drained worker');
    const worker = product.addWorker();
    const id = await createAndSend(product, 'drained', DRAINED_RECIPIENTS);
    let slowest = 0;
    for (let round = 1; round <= DRAINS; round += 1) {
      await waitForProgress(product.db, id);
      await sleep(random(50, 600));
      const [requested] = await product.db.query<{ at: Date }>('SELECT NOW(3) AS at');
      slowest = Math.max(slowest, await worker.terminate());
      expect(await statusOf(product, id)).toBe('working');
      expect((await emailsByState(product.db, id))['sending'] ?? 0).toBe(0);
      const claimedLate = await product.db.query(
        'SELECT id FROM email_messages WHERE sending_at > :at + INTERVAL :us MICROSECOND',
        { at: requested?.at ?? null, us: STOPS_CLAIMING_WITHIN_MS * 1_000 },
      );
      expect(claimedLate).toEqual([]);
      worker.start();
    }
    note('drained worker', `${DRAINS} drained, the slowest in ${Math.round(slowest)} ms`);
    expect(slowest).toBeLessThan(DRAINED_WITHIN_MS);
    await waitUntilSent(product, id);
    expect(await audit(product, [id], sink)).toEqual(expectedAudit(DRAINED_RECIPIENTS));
  });

  if (IS_LONG)
    it('F30 repeats only emails that were under way when the worker is killed during its shutdown', async () => {
      const random = seededRandom('killed while draining');
      const worker = product.addWorker();
      const readers = KILLED_DRAINS * 5 * CONCURRENCY;
      // Slower than the time between SIGTERM and SIGKILL.
      sink.behave({ delay: { data: 2_500 } });
      const id = await createAndSend(product, 'killed-draining', readers);
      for (let round = 1; round <= KILLED_DRAINS; round += 1) {
        await waitUntil(
          'emails are under way',
          async () => ((await emailsByState(product.db, id))['sending'] ?? 0) > 0,
        );
        await sleep(random(300, 1_000));
        const ended = worker.terminate();
        await sleep(1_000);
        await worker.kill();
        await ended;
        expect((await emailsByState(product.db, id))['sending'] ?? 0).toBeLessThanOrEqual(round * CONCURRENCY);
        worker.start();
      }
      sink.behave({});
      await waitUntilSent(product, id);
      const outcome = await audit(product, [id], sink);
      note('killed while draining', `${outcome.repeats} repeats after ${KILLED_DRAINS} kills`);
      expect(outcome).toEqual(expectedAudit(readers, null));
      expect(outcome.repeats).toBeLessThanOrEqual(KILLED_DRAINS * CONCURRENCY);
    });

  // Takes two minutes.
  if (IS_LONG)
    it('F29 leaves emails in doubt when the mail server answers later than the shutdown timeout', async () => {
      const worker = product.addWorker();
      sink.behave({ delay: { data: 300_000 } });
      const id = await createAndSend(product, 'endless', UNANSWERED);
      await waitUntil('all emails are under way', () => sink.recipientsSeen.length === UNANSWERED);
      await sleep(1_000);
      expect(await worker.terminate()).toBeLessThan(ENDED_WITHIN_MS);
      sink.behave({});
      worker.start();
      await waitUntilSent(product, id);
      expect(await emailsByState(product.db, id)).toEqual({ sent: UNANSWERED });
    });

  it('F25 starts each scheduled campaign once with any number of workers', async () => {
    sink.behave({});
    for (let number = 1; number <= WORKERS; number += 1) product.addWorker();
    const campaigns: number[] = [];
    for (let number = 1; number <= SCHEDULED; number += 1)
      campaigns.push(await createDraft(product, `scheduled-${number}-of`, SCHEDULED_READERS));
    const at = new Date(Date.now() + 3_000).toISOString().slice(0, 19).replace('T', ' ');
    for (const id of campaigns)
      await product.client.post(`/campaigns/${id}/schedule`).send({ scheduled_at: at }).expect(200);
    for (const id of campaigns) await waitUntilSent(product, id);
    const starts = await product.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM domain_events WHERE type = 'campaign.started' AND subject_id IN (:campaigns) GROUP BY subject_id`,
      { campaigns },
    );
    expect(starts.map(({ total }) => total)).toEqual(campaigns.map(() => 1));
    expect(await audit(product, campaigns, sink)).toEqual(expectedAudit(SCHEDULED * SCHEDULED_READERS));
  });
});
