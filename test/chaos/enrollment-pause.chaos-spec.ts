import { setTimeout as sleep } from 'node:timers/promises';
import { IS_LONG, note } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { RawSmtpSink } from '../support/raw-smtp-sink.js';
import { waitUntil } from '../support/wait-until.js';
import { createDraft } from './big-campaign.js';

const WORKERS = IS_LONG ? 6 : 3;
const RECIPIENTS = IS_LONG ? 1_000_000 : 20_000;
const PAUSES = IS_LONG ? 20 : 2;
const ANSWERED_WITHIN_MS = 1_000;
/** Emails that were claimed before the commit may still start for this long. */
const STARTED_AFTER_COMMIT_MS = 250;

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

  it('F40 pauses within a second; then no recipient is enrolled and no email starts', async () => {
    for (let worker = 1; worker <= WORKERS; worker += 1) product.addWorker();
    const id = await createDraft(product, 'enrolled', RECIPIENTS);
    const enrolled = async (): Promise<number> => {
      const [row] = await product.db.query<{ total: number }>(
        'SELECT recipients_count AS total FROM campaigns WHERE id = :id',
        { id },
      );
      return row!.total;
    };
    const hasHeartbeats = async (): Promise<boolean> => {
      const [row] = await product.db.query<{ number: number }>('SELECT number FROM sending_beats');
      return (row?.number ?? 0) >= WORKERS;
    };
    await waitUntil('all workers run', hasHeartbeats);

    // Measures another write with as many statements, because the workers may overload the machine.
    const { id: other } = await product.given.list();
    const timed = async (call: PromiseLike<unknown>): Promise<number> => {
      const startedAt = performance.now();
      await call;
      return Math.round(performance.now() - startedAt);
    };
    const answeredIn: number[] = [];
    const otherWritesIn: number[] = [];
    const totals: number[] = [];
    for (let pause = 1; pause <= PAUSES; pause += 1) {
      const before = await enrolled();
      await product.client.post(`/campaigns/${id}/${pause === 1 ? 'send' : 'resume'}`).expect(200);
      await waitUntil('enrollment continues', async () => (await enrolled()) > before, 20);
      // Gives every worker the time to see the campaign.
      await sleep(1_100);
      otherWritesIn.push(
        await timed(
          product.client
            .put(`/lists/${other}`)
            .send({ title: `List ${pause}` })
            .expect(200),
        ),
      );
      answeredIn.push(await timed(product.client.post(`/campaigns/${id}/pause`).expect(200)));
      const answeredAt = performance.now();
      const then = await enrolled();
      totals.push(then);
      await sleep(STARTED_AFTER_COMMIT_MS + 500);
      expect(await enrolled()).toBe(then);
      expect(sink.transactions.filter(({ startedAt }) => startedAt > answeredAt + STARTED_AFTER_COMMIT_MS)).toEqual([]);
      if (then === RECIPIENTS) break;
    }
    note(
      'enrollment',
      `${WORKERS} workers, ${RECIPIENTS} recipients: paused in ${answeredIn.join(', ')} ms, another write took ${otherWritesIn.join(', ')} ms; enrolled ${totals.join(', ')}`,
    );
    expect(Math.max(...answeredIn) - Math.max(...otherWritesIn)).toBeLessThan(ANSWERED_WITHIN_MS);

    await product.client.post(`/campaigns/${id}/resume`).expect(200);
    await waitUntil('all recipients are enrolled', async () => (await enrolled()) === RECIPIENTS);
    const [row] = await product.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM email_messages WHERE source_type = 'campaign' AND source_id = :id`,
      { id },
    );
    expect(row!.total).toBe(RECIPIENTS);
  });
});
