import { IS_LONG, note, seededRandom } from '../support/chaos-plan.js';
import { Product, type ProductProcess } from '../support/product.js';
import { RawSmtpSink, SmtpGate } from '../support/raw-smtp-sink.js';
import { waitUntil } from '../support/wait-until.js';
import { createDraft, emailsByState, createAndSend, statusOf, waitUntilSent } from './big-campaign.js';
import { audit, cleanUp, endLeases, expectedAudit } from './ledger-audit.js';

const CONCURRENCY = 10;
const KILLS = IS_LONG ? 20 : 2;
const RECIPIENTS = IS_LONG ? 2_000 : 600;
/** The emails under way to a domain that has not accepted any yet. */
const UNANSWERED = 3;
const DRAINS = IS_LONG ? 10 : 1;
const DRAINED_RECIPIENTS = DRAINS * 400;
const KILLED_RECIPIENTS = IS_LONG ? 10_000 : 1_000;
const KILLED_DRAINS = 5;
const WORKERS = IS_LONG ? 5 : 2;
const SCHEDULED = IS_LONG ? 20 : 4;
const SCHEDULED_READERS = 50;
/** Longer than any test: the leases of killed workers end by `endLeases`, and those of slow workers do not end. */
const LEASE_SECONDS = 3_600;

describe('campaign sending during worker failures', () => {
  let product: Product;
  let sink: RawSmtpSink;

  beforeAll(async () => {
    sink = await RawSmtpSink.start();
    const env = {
      SMTP_URL: sink.url,
      SEND_CONCURRENCY: String(CONCURRENCY),
      SEND_LEASE_SECONDS: String(LEASE_SECONDS),
    };
    product = await Product.start({ name: 'campaign-sending', env, workers: 0 });
  });
  beforeEach(async () => {
    await cleanUp(product);
    sink.reset();
  });

  it('F3 misses no recipient when the worker is killed repeatedly, and repeats only emails that were under way', async () => {
    const random = seededRandom('killed worker');
    const id = await createAndSend(product, 'killed', KILLED_RECIPIENTS);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      let steps = Math.floor(random(10, 600));
      sink.script = async ({ recipient }) => {
        if (recipient !== null) steps -= 1;
        if (recipient !== null && steps === 0) await worker.kill();
        return undefined;
      };
      const worker = product.addWorker();
      await waitUntil('the worker is killed', () => worker.pid === undefined);
      const inDoubt = (await emailsByState(product.db, id))['sending'] ?? 0;
      expect(await statusOf(product, id)).toBe('working');
      expect(inDoubt).toBeGreaterThan(0);
      // With those of the workers before.
      expect(inDoubt).toBeLessThanOrEqual(kill * CONCURRENCY);
    }
    sink.script = () => undefined;
    await endLeases(product);
    product.addWorker();
    await waitUntilSent(product, id);

    expect(await emailsByState(product.db, id)).toEqual({ sent: KILLED_RECIPIENTS });
    const comparison = await audit(product, [id], sink);
    expect(comparison).toEqual(expectedAudit(KILLED_RECIPIENTS, null));
    note('killed worker', `${comparison.repeats} repeats after ${KILLS} kills`);
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
    const gate = new SmtpGate(({ moment }) => moment === 'dot');
    sink.script = gate.script;
    product.addWorker();
    product.addWorker();
    const id = await createAndSend(product, 'shared', RECIPIENTS);
    await waitUntil('both workers have emails under way', async () => {
      const owners = await product.db.query(
        'SELECT DISTINCT lease_owner FROM email_messages WHERE source_id = :id AND lease_owner IS NOT NULL',
        { id },
      );
      return owners.length === 2;
    });
    gate.open();
    await waitUntilSent(product, id);
    expect(await audit(product, [id], sink)).toEqual(expectedAudit(RECIPIENTS));
  });

  /** A worker that shuts down while the mail server answers `UNANSWERED` of its emails only after `answer()`. */
  interface Drain {
    readonly worker: ProductProcess;
    readonly answer: () => void;
    readonly ended: Promise<unknown>;
  }

  /** Starts a worker, and its shutdown after some emails. @returns when the worker shuts down. */
  async function startDrain(emails: number): Promise<Drain> {
    const [connectedBefore, before] = [sink.connectedAt.length, sink.messages.length];
    const greeting = new SmtpGate(
      ({ moment, connection }) => moment === 'connected' && connection > connectedBefore + UNANSWERED,
    );
    const reply = new SmtpGate(({ moment }) => moment === 'dot' && sink.messages.length > before + emails);
    sink.script = (step) => greeting.script(step) ?? reply.script(step);
    const worker = product.addWorker();
    await waitUntil('emails are under way', () => reply.reached === UNANSWERED && greeting.reached > 1);
    const { connections } = sink;
    const ended = worker.terminate();
    // A worker that shuts down gives up the connections that it is opening; it may open another one at this moment.
    await waitUntil('the worker shuts down', () => sink.connections < connections);
    const answer = (): void => {
      reply.open();
      greeting.open();
    };
    return { worker, answer, ended };
  }

  it('F29 loses and repeats no email when the worker shuts down: emails under way are finished first', async () => {
    const random = seededRandom('drained worker');
    const id = await createAndSend(product, 'drained', DRAINED_RECIPIENTS);
    for (let round = 1; round <= DRAINS; round += 1) {
      const { answer, ended } = await startDrain(Math.floor(random(10, 200)));
      const startedBefore = sink.transactions.length;
      answer();
      await ended;
      expect(sink.transactions).toHaveLength(startedBefore);
      expect(await statusOf(product, id)).toBe('working');
      expect((await emailsByState(product.db, id))['sending'] ?? 0).toBe(0);
    }
    sink.script = () => undefined;
    product.addWorker();
    await waitUntilSent(product, id);
    expect(await audit(product, [id], sink)).toEqual(expectedAudit(DRAINED_RECIPIENTS));
  });

  if (IS_LONG)
    it('F30 repeats only emails that were under way when the worker is killed during its shutdown', async () => {
      const readers = KILLED_DRAINS * 5 * CONCURRENCY;
      const id = await createAndSend(product, 'killed-draining', readers);
      for (let round = 1; round <= KILLED_DRAINS; round += 1) {
        const { worker, ended } = await startDrain(CONCURRENCY);
        await worker.kill();
        await ended;
        expect((await emailsByState(product.db, id))['sending'] ?? 0).toBeLessThanOrEqual(round * CONCURRENCY);
      }
      sink.script = () => undefined;
      await endLeases(product);
      product.addWorker();
      await waitUntilSent(product, id);
      expect(await audit(product, [id], sink)).toEqual(expectedAudit(readers, KILLED_DRAINS * UNANSWERED));
    });

  // Takes two minutes.
  if (IS_LONG)
    it('F29 leaves emails in doubt when the mail server answers later than the shutdown timeout', async () => {
      const gate = new SmtpGate(({ moment }) => moment === 'dot');
      sink.script = gate.script;
      const worker = product.addWorker();
      const id = await createAndSend(product, 'endless', UNANSWERED);
      await waitUntil('all emails are under way', () => gate.reached === UNANSWERED);
      await worker.terminate();
      sink.script = () => undefined;
      product.addWorker();
      await waitUntilSent(product, id);
      expect(await emailsByState(product.db, id)).toEqual({ sent: UNANSWERED });
      expect(await audit(product, [id], sink)).toEqual(expectedAudit(UNANSWERED, UNANSWERED));
    });

  it('F25 starts each scheduled campaign once with any number of workers', async () => {
    for (let number = 1; number <= WORKERS; number += 1) product.addWorker();
    const campaigns: number[] = [];
    for (let number = 1; number <= SCHEDULED; number += 1)
      campaigns.push(await createDraft(product, `scheduled-${number}-of`, SCHEDULED_READERS));
    const at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    for (const id of campaigns)
      await product.client.post(`/campaigns/${id}/schedule`).send({ scheduled_at: at }).expect(200);
    // All are due at the same moment.
    await product.db.transaction((tx) =>
      tx.execute('UPDATE campaigns SET scheduled_at = NOW(3) WHERE id IN (:campaigns)', { campaigns }),
    );
    for (const id of campaigns) await waitUntilSent(product, id);
    const starts = await product.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM domain_events WHERE type = 'campaign.started' AND subject_id IN (:campaigns) GROUP BY subject_id`,
      { campaigns },
    );
    expect(starts.map(({ total }) => total)).toEqual(campaigns.map(() => 1));
    expect(await audit(product, campaigns, sink)).toEqual(expectedAudit(SCHEDULED * SCHEDULED_READERS));
  });
});
