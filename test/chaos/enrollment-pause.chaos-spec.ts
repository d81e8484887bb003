import { IS_LONG, note } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { RawSmtpSink } from '../support/raw-smtp-sink.js';
import { waitUntil } from '../support/wait-until.js';
import { createAndSend, createDraft, waitUntilSent } from './big-campaign.js';

const WORKERS = IS_LONG ? 6 : 3;
const RECIPIENTS = IS_LONG ? 1_000_000 : 20_000;
const PAUSES = IS_LONG ? 20 : 2;
/** Recipients of another campaign. */
const OTHERS = 5;
/** Recipients that a worker enrolls at once. */
const CHUNK = 2_000;

describe('a campaign whose recipients are enrolled by several workers', () => {
  let sink: RawSmtpSink;
  let product: Product;

  beforeAll(async () => {
    sink = await RawSmtpSink.start();
    // Slow sending leaves the processor to the enrollment.
    sink.script = ({ moment }) => (moment === 'dot' ? { afterMs: 500 } : undefined);
    product = await Product.start({
      name: 'enrollment-pause',
      env: { SMTP_URL: sink.url, SEND_CONCURRENCY: '2' },
      workers: 0,
    });
  });

  it('F40 pauses; then no recipient is enrolled and no email starts', async () => {
    for (let worker = 1; worker <= WORKERS; worker += 1) product.addWorker();
    const id = await createDraft(product, 'enrolled', RECIPIENTS);
    const figure = async (sql: string): Promise<number> =>
      (await product.db.query<{ figure: number }>(sql, { id }))[0]?.figure ?? 0;
    const enrolled = (): Promise<number> => figure('SELECT recipients_count AS figure FROM campaigns WHERE id = :id');
    const emails = (condition: string): Promise<number> =>
      figure(
        `SELECT COUNT(*) AS figure FROM email_messages
          WHERE source_type = 'campaign' AND source_id = :id AND ${condition}`,
      );
    const hasHeartbeats = async (): Promise<boolean> =>
      (await figure('SELECT number AS figure FROM sending_beats')) >= WORKERS;
    await waitUntil('all workers run', hasHeartbeats);

    const totals: number[] = [];
    for (let pause = 1; pause <= PAUSES; pause += 1) {
      const enough = Math.min((await enrolled()) + 2 * CHUNK, RECIPIENTS);
      await product.client.post(`/campaigns/${id}/${pause === 1 ? 'send' : 'resume'}`).expect(200);
      await waitUntil('enrollment continues', async () => (await enrolled()) >= enough, 5);
      await product.client.post(`/campaigns/${id}/pause`).expect(200);
      const then = await enrolled();
      totals.push(then);
      const attempts = await emails('attempts > 0');
      await waitUntil('the emails that had started are sent', async () => (await emails("state = 'sending'")) === 0);
      const received = sink.transactions.length;

      // Another campaign shows that the workers continue.
      await waitUntilSent(product, await createAndSend(product, `other${pause}`, OTHERS));
      expect(await enrolled()).toBe(then);
      expect(await emails('attempts > 0')).toBeLessThanOrEqual(attempts);
      expect(sink.transactions).toHaveLength(received + OTHERS);
      if (then === RECIPIENTS) break;
    }
    note('enrollment', `${WORKERS} workers, ${RECIPIENTS} recipients: enrolled ${totals.join(', ')}`);

    await product.client.post(`/campaigns/${id}/resume`).expect(200);
    await waitUntil('all recipients are enrolled', async () => (await enrolled()) === RECIPIENTS);
    expect(await emails('TRUE')).toBe(RECIPIENTS);
  });
});
