import { setTimeout as sleep } from 'node:timers/promises';
import { note } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { RawSmtpSink } from '../support/raw-smtp-sink.js';
import { TableBackup } from '../support/table-backup.js';
import { waitUntil } from '../support/wait-until.js';
import { emailsByState, createAndSend, statusOf, waitForProgress, waitUntilSent } from './big-campaign.js';
import { waitUntilReceived } from './ledger-audit.js';

const READERS = 300;
const SENT_SINCE = 60;
const CONCURRENCY = 5;
/** Several runs of every periodic task. */
const WATCHED_FOR_MS = 4_000;

describe('a database that is restored from a backup', () => {
  let sink: RawSmtpSink;
  let product: Product;
  let backup: TableBackup | undefined;

  beforeAll(async () => {
    sink = await RawSmtpSink.start();
    sink.script = ({ moment }) => (moment === 'dot' ? { afterMs: 50 } : undefined);
    product = await Product.start({
      name: 'restored-backup',
      env: { SMTP_URL: sink.url, SEND_CONCURRENCY: String(CONCURRENCY) },
      workers: 0,
    });
  });

  const sentTwice = (): number => [...sink.copies.values()].filter((copies) => copies > 1).length;

  /** Starts a campaign, restores the database to a state before its last emails, and starts the worker again. */
  async function restoreDuringCampaign(
    name: string,
    age: string,
  ): Promise<{ readonly campaign: number; readonly sentBefore: number; readonly lost: number }> {
    const worker = product.addWorker();
    const campaign = await createAndSend(product, name, READERS);
    await waitForProgress(product.db, campaign);
    await worker.terminate();
    await product.db.transaction((tx) =>
      tx.execute(`UPDATE sending_beats SET beaten_at = beaten_at - INTERVAL ${age}`),
    );
    backup = await TableBackup.take(product.env['DATABASE_URL'] ?? '');
    const sentBefore = (await emailsByState(product.db, campaign))['sent'] ?? 0;

    worker.start();
    await waitUntilReceived(sink, sentBefore + SENT_SINCE);
    await worker.kill();
    await backup.restore();
    await backup.stop();
    const lost = sink.messages.length - sentBefore;
    expect(lost).toBeGreaterThanOrEqual(SENT_SINCE);
    worker.start();
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
    await product.workers.pop()?.kill();
    sink.messages.length = 0;
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
    await sleep(WATCHED_FOR_MS);
    expect(sentTwice()).toBe(0);
    expect(await emailsByState(product.db, campaign)).toEqual({ sent: sentBefore, unknown: READERS - sentBefore });
    const { body } = await product.client.get(`/campaigns/${campaign}/status`).expect(200);
    expect(body).toMatchObject({ progress: { waiting_reason: 'database_restored' } });

    await product.cli(['sending:accept-restore']);
    await product.client.post(`/campaigns/${campaign}/resume`).expect(200);
    await sleep(WATCHED_FOR_MS);
    note('restored backup', `${lost} emails sent since the backup, ${sentTwice()} of them twice`);
    expect(sentTwice()).toBe(0);
    expect(await emailsByState(product.db, campaign)).toEqual({ sent: sentBefore, unknown: READERS - sentBefore });
  });
});
