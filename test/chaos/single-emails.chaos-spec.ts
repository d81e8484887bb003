import { IS_LONG, note } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { RawSmtpSink } from '../support/raw-smtp-sink.js';
import { waitUntil } from '../support/wait-until.js';
import { createAndSend, emailsByState, waitForProgress, waitUntilSent } from './big-campaign.js';

const CONCURRENCY = 10;
const KILLS = IS_LONG ? 20 : 2;
const SINGLES = IS_LONG ? 10_000 : 100;
const RECIPIENTS = IS_LONG ? 100_000 : 600;

describe('single emails during worker failures', () => {
  let product: Product;
  let sink: RawSmtpSink;

  beforeAll(async () => {
    sink = await RawSmtpSink.start();
    const env = { SMTP_URL: sink.url, SEND_CONCURRENCY: String(CONCURRENCY), SEND_LEASE_SECONDS: '10' };
    product = await Product.start({ name: 'single-emails', env, workers: 0 });
  });

  const singlesIn = async (state: string): Promise<string[]> => {
    const rows = await product.db.query<{ email: string }>(
      `SELECT m.email FROM single_email_addresses a JOIN email_messages m ON m.id = a.message_id WHERE m.state = :state`,
      { state },
    );
    return rows.map(({ email }) => email);
  };
  /** Counts the killed ones, too. */
  const workersStarted = async (count: number): Promise<number> =>
    waitUntil(`${count} workers have started`, async () => {
      const rows = await product.db.query("SELECT DISTINCT pid FROM process_beats WHERE kind = 'worker'");
      return rows.length === count;
    });
  const copiesOf = (isCounted: (address: string) => boolean): number[] => {
    const addresses = sink.messages.map(({ envelope }) => envelope.to[0] ?? '').filter(isCounted);
    return [...Map.groupBy(addresses, (address) => address).values()].map(({ length }) => length);
  };

  it('leave beside a campaign; none is lost, and only those under way in a killed worker are repeated', async () => {
    const accepted = new Set<string>();
    const workers = [product.addWorker(), product.addWorker()];
    const campaign = await createAndSend(product, 'beside', RECIPIENTS);
    await waitForProgress(product.db, campaign);
    const underWay = new Set<string>();
    let started = 2;
    for (let number = 1; number <= SINGLES; number += 1) {
      // The domain of the campaign's recipients.
      const email = `single-${number}@example.com`;
      const request = { to: { email }, subject: 'Code', html: '<p>{{ data.number }}</p>', data: { number } };
      await product.client.post('/emails').send(request).expect(202);
      accepted.add(email);
      if (number % Math.floor(SINGLES / KILLS) !== 5) continue;
      await workersStarted(started);
      await workers.shift()?.kill();
      for (const address of await singlesIn('sending')) underWay.add(address);
      workers.push(product.addWorker());
      started += 1;
    }
    await waitUntil('all single emails are sent', async () => (await singlesIn('sent')).length === SINGLES);
    await waitUntilSent(product, campaign);

    const isSingle = (address: string): boolean => accepted.has(address);
    const singles = copiesOf(isSingle);
    const others = copiesOf((address) => !isSingle(address));
    expect([singles.length, others.length]).toEqual([SINGLES, RECIPIENTS]);
    expect(await emailsByState(product.db, campaign)).toEqual({ sent: RECIPIENTS });
    const repeats = [...singles, ...others].reduce((sum, copies) => sum + copies - 1, 0);
    expect(repeats).toBeLessThanOrEqual(KILLS * CONCURRENCY);

    const rows = await product.db.query<{ email: string; ms: number }>(
      `SELECT m.email, TIMESTAMPDIFF(MICROSECOND, s.created_at, m.sending_at) / 1000 AS ms
         FROM single_emails s JOIN email_messages m ON m.id = s.id ORDER BY ms`,
    );
    const sorted = rows.filter(({ email }) => !underWay.has(email)).map(({ ms }) => Math.round(ms));
    const at = (share: number): number | undefined => sorted[Math.ceil(sorted.length * share) - 1];
    note(
      'single emails',
      `${SINGLES} beside ${RECIPIENTS}, ${KILLS} kills: ${repeats} repeats, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
    );
  });
});
