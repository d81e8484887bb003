import { setTimeout as sleep } from 'node:timers/promises';
import { note } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { RawSmtpSink } from '../support/raw-smtp-sink.js';
import { TableBackup } from '../support/table-backup.js';
import { waitUntil } from '../support/wait-until.js';
import { ledgerOf, sendToCrowd, statusOf, waitForProgress } from './big-campaign.js';
import { untilCame } from './ledger-audit.js';

const READERS = 300;
const SENT_SINCE = 60;
const NOTICED_WITHIN_MS = 20_000;
/** Some turns of every sweeper and of the campaigns' clock. */
const WATCHED_FOR_MS = 4_000;

jest.setTimeout(120_000);

describe('a database that is restored from a backup', () => {
  let sink: RawSmtpSink;
  let product: Product;
  let backup: TableBackup | undefined;

  beforeAll(async () => {
    sink = await RawSmtpSink.start();
    sink.script = ({ moment }) => (moment === 'dot' ? { afterMs: 50 } : undefined);
    product = await Product.start({
      name: 'restored-backup',
      env: { SMTP_URL: sink.url, SEND_CONCURRENCY: '5' },
      workers: 0,
    });
  });
  afterAll(async () => {
    await backup?.drop();
    await product.stop();
    await sink.stop();
  });

  it('F36 sends nothing once more by itself: what may have left is left to a person', async () => {
    const copiesTwice = (): number => [...sink.copies.values()].filter((copies) => copies > 1).length;
    const worker = product.addWorker();
    const campaign = await sendToCrowd(product, 'restored', READERS);
    await waitForProgress(product.db, campaign);
    await worker.terminate();
    const url = product.env['DATABASE_URL'] ?? '';
    backup = await TableBackup.take(url);
    const sentBefore = (await ledgerOf(product.db, campaign))['sent'] ?? 0;

    worker.start();
    await untilCame(sink, sentBefore + SENT_SINCE, 30_000);
    await worker.kill();
    await backup.restore();
    const lost = sink.messages.length - sentBefore;
    expect(lost).toBeGreaterThanOrEqual(SENT_SINCE);

    worker.start();
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
