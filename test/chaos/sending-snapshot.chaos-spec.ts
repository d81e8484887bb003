import { createConnection } from 'mysql2/promise';
import { describeLong, note } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { RawSmtpSink } from '../support/raw-smtp-sink.js';
import { waitUntil } from '../support/wait-until.js';
import { createDraft, emailsByState, waitUntilSent } from './big-campaign.js';

const RECIPIENTS = 40_000;
/** Rounds alternate, because the load of the machine varies. */
const ROUNDS = 2;
const WARM_UP = 500;
const LEAST_SHARE = 0.9;

// Fewer recipients would not show a slow search.
describeLong('a campaign that is sent while a long read is open', () => {
  let sink: RawSmtpSink;
  let product: Product;

  beforeAll(async () => {
    sink = await RawSmtpSink.start();
    product = await Product.start({ name: 'sending-snapshot', env: { SMTP_URL: sink.url }, workers: 0 });
  });

  /** Enrolls all recipients before sending starts, so that only sending is measured. @returns messages per second. */
  async function rateOf(name: string, size: number, withRead: boolean): Promise<number> {
    const id = await createDraft(product, name, size);
    await product.client.post(`/campaigns/${id}/send`).expect(200);
    await product.db.transaction((tx) =>
      tx.execute(`UPDATE sendings SET state = 'held' WHERE source_type = 'campaign' AND source_id = :id`, { id }),
    );
    const isEnrolled = async (): Promise<boolean> => ((await emailsByState(product.db, id))['pending'] ?? 0) === size;
    await waitUntil('all recipients are enrolled', isEnrolled, 200);
    const reader = await createConnection(product.env['DATABASE_URL'] ?? '');
    try {
      if (withRead) {
        await reader.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
        await reader.query('START TRANSACTION WITH CONSISTENT SNAPSHOT');
      }
      sink.reset();
      await product.db.transaction((tx) =>
        tx.execute(`UPDATE sendings SET state = 'open' WHERE source_type = 'campaign' AND source_id = :id`, { id }),
      );
      await waitUntil('all emails have arrived', () => sink.messages.length >= size, 10);
      const [first, last] = [sink.transactions[0], sink.transactions.at(-1)];
      await waitUntilSent(product, id);
      return Math.round((size * 1_000) / ((last?.startedAt ?? 0) - (first?.startedAt ?? 0)));
    } finally {
      await reader.end();
    }
  }

  it('F37 is sent nearly as fast as without the read', async () => {
    const worker = product.addWorker();
    await rateOf('warm', WARM_UP, false);
    const [without, during]: [number[], number[]] = [[], []];
    for (let round = 1; round <= ROUNDS; round += 1) {
      without.push(await rateOf(`without${round}`, RECIPIENTS, false));
      during.push(await rateOf(`during${round}`, RECIPIENTS, true));
    }
    await worker.terminate();
    const share = Math.max(...during) / Math.max(...without);
    note(
      'open read',
      `${RECIPIENTS} recipients: ${without.join(', ')} messages/s without, ${during.join(', ')} with it; ${Math.round(share * 100)} %`,
    );
    expect(share).toBeGreaterThan(LEAST_SHARE);
  });
});
