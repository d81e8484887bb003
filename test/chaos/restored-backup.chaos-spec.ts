import { setTimeout as sleep } from 'node:timers/promises';
import { note } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { RawSmtpSink } from '../support/raw-smtp-sink.js';
import { TableBackup } from '../support/table-backup.js';
import { waitUntil } from '../support/wait-until.js';
import { ledgerOf, sendToCrowd, statusOf, waitForProgress, waitUntilSent } from './big-campaign.js';
import { untilCame } from './ledger-audit.js';

const READERS = 300;
const SENT_SINCE = 60;
const CONCURRENCY = 5;
const NOTICED_WITHIN_MS = 20_000;
/** Some turns of every sweeper and of the campaigns' clock. */
const WATCHED_FOR_MS = 4_000;

jest.setTimeout(240_000);

describe('a database that goes back in time', () => {
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
  afterAll(async () => {
    await backup?.drop();
    await product.stop();
    await sink.stop();
  });

  const copiesTwice = (): number => [...sink.copies.values()].filter((copies) => copies > 1).length;

  /** A campaign of which the database forgets what was sent last, and a worker that comes back to it. */
  async function goneBack(
    crowd: string,
    age: string,
  ): Promise<{ readonly campaign: number; readonly sentBefore: number; readonly lost: number }> {
    const worker = product.addWorker();
    const campaign = await sendToCrowd(product, crowd, READERS);
    await waitForProgress(product.db, campaign);
    await worker.terminate();
    await product.db.transaction((tx) =>
      tx.execute(`UPDATE sending_beats SET beaten_at = beaten_at - INTERVAL ${age}`),
    );
    backup = await TableBackup.take(product.env['DATABASE_URL'] ?? '');
    const sentBefore = (await ledgerOf(product.db, campaign))['sent'] ?? 0;

    worker.start();
    await untilCame(sink, sentBefore + SENT_SINCE, 30_000);
    await worker.kill();
    await backup.restore();
    await backup.drop();
    const lost = sink.messages.length - sentBefore;
    expect(lost).toBeGreaterThanOrEqual(SENT_SINCE);
    worker.start();
    return { campaign, sentBefore, lost };
  }

  it('F46 doubts only what was sent in the seconds that a replica has lost, and sends the rest', async () => {
    const { campaign, lost } = await goneBack('replica', '0 SECOND');
    await waitUntilSent(product, campaign, 120_000);
    const { sent = 0, unknown = 0, ...others } = await ledgerOf(product.db, campaign);
    note('lost seconds', `${lost} messages sent in them, ${unknown} in doubt, ${copiesTwice()} sent twice`);
    expect(others).toEqual({});
    expect(sent + unknown).toBe(READERS);
    expect(unknown).toBeGreaterThanOrEqual(lost);
    // Those that the killed worker had claimed and not sent yet.
    expect(unknown).toBeLessThanOrEqual(lost + CONCURRENCY);
    expect(copiesTwice()).toBe(0);
    await product.workers.pop()?.kill();
    sink.messages.length = 0;
  });

  it('F36 sends nothing once more by itself: what may have left is left to a person', async () => {
    const { campaign, sentBefore, lost } = await goneBack('restored', '1 HOUR');
    const isPaused = async (): Promise<boolean> => (await statusOf(product, campaign)) === 'paused';
    await waitUntil('the campaign is paused', isPaused, NOTICED_WITHIN_MS, 50);
    const unsettled = async (): Promise<number> => {
      const { pending = 0, sending = 0, deferred = 0 } = await ledgerOf(product.db, campaign);
      return pending + sending + deferred;
    };
    await waitUntil('all that may have left is in doubt', async () => (await unsettled()) === 0, NOTICED_WITHIN_MS, 50);
    await sleep(WATCHED_FOR_MS);
    expect(copiesTwice()).toBe(0);
    expect(await ledgerOf(product.db, campaign)).toEqual({ sent: sentBefore, unknown: READERS - sentBefore });
    const { body } = await product.client.get(`/campaigns/${campaign}/status`).expect(200);
    expect(body).toMatchObject({ progress: { waiting_reason: 'database_restored' } });

    await product.cli(['sending:accept-restore']);
    await product.client.post(`/campaigns/${campaign}/resume`).expect(200);
    await sleep(WATCHED_FOR_MS);
    note('restored backup', `${lost} mails sent since the backup, ${copiesTwice()} of them twice`);
    expect(copiesTwice()).toBe(0);
    expect(await ledgerOf(product.db, campaign)).toEqual({ sent: sentBefore, unknown: READERS - sentBefore });
  });
});
