import { Redis } from 'ioredis';
import { note } from '../support/chaos-plan.js';
import { Product, type ProductProcess } from '../support/product.js';
import { RawSmtpSink, SmtpGate } from '../support/raw-smtp-sink.js';
import { TableBackup } from '../support/table-backup.js';
import { waitUntil } from '../support/wait-until.js';
import { emailsByState, createAndSend, statusOf, waitUntilSent } from './big-campaign.js';

const READERS = 300;
const SENT_BEFORE = 40;
const SENT_SINCE = 60;
const CONCURRENCY = 5;

describe('a database that is restored from a backup', () => {
  let sink: RawSmtpSink;
  let product: Product;

  beforeEach(async () => {
    sink = await RawSmtpSink.start();
    product = await Product.start({
      name: 'restored-backup',
      env: { SMTP_URL: sink.url, SEND_CONCURRENCY: String(CONCURRENCY) },
      workers: 0,
    });
  });

  const sentTwice = (): number => [...sink.copies.values()].filter((copies) => copies > 1).length;

  /** Starts a worker, and waits until it has sent `emails`. It gets no replies to later ones until the gate is opened. */
  async function send(emails: number): Promise<{ readonly worker: ProductProcess; readonly gate: SmtpGate }> {
    const until = sink.messages.length + emails;
    const gate = new SmtpGate(({ moment }) => moment === 'dot' && sink.messages.length >= until);
    sink.script = gate.script;
    const worker = product.addWorker();
    await waitUntil(`${emails} emails have arrived`, () => gate.reached > 0);
    return { worker, gate };
  }

  async function areClaimsKnown(): Promise<boolean> {
    const redis = new Redis(product.env['REDIS_URL'] ?? '');
    try {
      return (await redis.exists(`${product.env['REDIS_PREFIX'] ?? ''}:sending-claims:extent`)) === 1;
    } finally {
      redis.disconnect();
    }
  }

  /** Starts a campaign, restores the database to a state before its last emails, and starts the worker again. */
  async function restoreDuringCampaign(
    name: string,
    age: string,
  ): Promise<{ readonly campaign: number; readonly sentBefore: number; readonly lost: number }> {
    const campaign = await createAndSend(product, name, READERS);
    const { worker, gate } = await send(SENT_BEFORE);
    // A worker that starts slowly has its first heartbeat before Redis, so claims are known from the second one on.
    await waitUntil('the claims are known since a heartbeat', areClaimsKnown, 50);
    await product.client.post(`/campaigns/${campaign}/pause`).expect(200);
    gate.open();
    await worker.terminate();
    await product.client.post(`/campaigns/${campaign}/resume`).expect(200);
    await product.db.transaction((tx) => tx.execute(`UPDATE sending_beats SET beaten_at = NOW(3) - INTERVAL ${age}`));
    const backup = await TableBackup.take(product.env['DATABASE_URL'] ?? '');
    const sentBefore = sink.messages.length;
    expect(await emailsByState(product.db, campaign)).toEqual({ sent: sentBefore, pending: READERS - sentBefore });

    const { worker: killed } = await send(SENT_SINCE);
    await killed.kill();
    await backup.restore();
    const lost = sink.messages.length - sentBefore;
    sink.script = () => undefined;
    product.addWorker();
    return { campaign, sentBefore, lost };
  }

  it('F46 marks only the emails of the seconds that a replica lost as in doubt, and sends the rest', async () => {
    const { campaign, lost } = await restoreDuringCampaign('replica', '0 SECOND');
    await waitUntilSent(product, campaign);
    const { sent = 0, unknown = 0, ...others } = await emailsByState(product.db, campaign);
    note('lost seconds', `${lost} messages sent in them, ${unknown} in doubt, ${sentTwice()} sent twice`);
    expect(others).toEqual({});
    expect(sent + unknown).toBe(READERS);
    expect(unknown).toBeGreaterThanOrEqual(lost);
    // Adds those that the killed worker had claimed and not sent yet.
    expect(unknown).toBeLessThanOrEqual(lost + CONCURRENCY);
    expect(sentTwice()).toBe(0);
  });

  it('F36 repeats no email automatically: an operator decides about emails that may have been sent', async () => {
    const { campaign, sentBefore, lost } = await restoreDuringCampaign('restored', '1 HOUR');
    const isPaused = async (): Promise<boolean> => (await statusOf(product, campaign)) === 'paused';
    await waitUntil('the campaign is paused', isPaused, 50);
    const openEmails = async (): Promise<number> => {
      const { pending = 0, sending = 0, deferred = 0 } = await emailsByState(product.db, campaign);
      return pending + sending + deferred;
    };
    await waitUntil('no email is open', async () => (await openEmails()) === 0, 50);
    expect(sentTwice()).toBe(0);
    expect(await emailsByState(product.db, campaign)).toEqual({ sent: sentBefore, unknown: READERS - sentBefore });
    const { body } = await product.client.get(`/campaigns/${campaign}/status`).expect(200);
    expect(body).toMatchObject({ progress: { waiting_reason: 'database_restored' } });

    await product.cli(['sending:accept-restore']);
    await product.client.post(`/campaigns/${campaign}/resume`).expect(200);
    await waitUntilSent(product, campaign);
    // The worker sends again, so it has had its chance to repeat emails.
    await waitUntilSent(product, await createAndSend(product, 'later', 1));
    note('restored backup', `${lost} emails sent since the backup, ${sentTwice()} of them twice`);
    expect(sentTwice()).toBe(0);
    expect(await emailsByState(product.db, campaign)).toEqual({ sent: sentBefore, unknown: READERS - sentBefore });
  });
});
