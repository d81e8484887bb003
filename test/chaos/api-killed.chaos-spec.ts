import { setTimeout as sleep } from 'node:timers/promises';
import { IS_LONG, note, seededRandom } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';

const KILLS = IS_LONG ? 100 : 2;
const WRITES_PER_SECOND = 50;
/** The short form shares the processor with other checks. */
const SERVING_AGAIN_WITHIN_MS = IS_LONG ? 5_000 : 15_000;
/** Bounds of the wait between the restart and the next kill. */
const [SOONEST_KILL_MS, LATEST_KILL_MS] = IS_LONG ? [500, 3_500] : [300, 2_000];

/** Result of one write as its client sees it: an HTTP status, or no complete answer. */
type Outcome = 'unanswered' | number;

/** Creates contacts at a steady rate until `stop`, whether or not the API answers. */
class Writer {
  readonly outcomes = new Map<string, Outcome>();
  private readonly open = new Set<Promise<void>>();
  private running = true;
  private onSuccess: (() => void) | null = null;

  constructor(private readonly product: Product) {}

  async run(): Promise<void> {
    for (let number = 1; this.running; number += 1) {
      const request = this.write(`writer-${number}@example.com`).finally(() => this.open.delete(request));
      this.open.add(request);
      await sleep(1_000 / WRITES_PER_SECOND);
    }
    await Promise.all(this.open);
  }

  stop(): void {
    this.running = false;
  }

  /** Resolves with the next write that succeeds. */
  async nextSuccess(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.onSuccess = resolve;
    });
  }

  private async write(email: string): Promise<void> {
    this.outcomes.set(email, 'unanswered');
    try {
      const response = await fetch(`${this.product.apiUrl}/subscribers`, {
        method: 'POST',
        headers: { authorization: this.product.authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ email, status: 'subscribed' }),
        signal: AbortSignal.timeout(10_000),
      });
      // An incomplete body does not count as an answer.
      await response.arrayBuffer();
      this.outcomes.set(email, response.status);
      if (response.ok) this.onSuccess?.();
    } catch {
      // The outcome stays `unanswered`.
    }
  }
}

describe('an API that is killed under load', () => {
  let product: Product;
  beforeAll(async () => {
    product = await Product.start({ name: 'api-killed', workers: 0 });
  });

  it('F1 stores row and event of every answered write, and both or neither of an unanswered write', async () => {
    const random = seededRandom('killed API');
    const writer = new Writer(product);
    const running = writer.run();
    try {
      for (let kill = 1; kill <= KILLS; kill += 1) {
        await sleep(random(SOONEST_KILL_MS, LATEST_KILL_MS));
        await product.api.kill();
        const start = performance.now();
        product.api.start();
        await writer.nextSuccess();
        expect(performance.now() - start).toBeLessThan(SERVING_AGAIN_WITHIN_MS);
      }
      await sleep(500);
    } finally {
      writer.stop();
      await running;
    }

    const rows = await product.db.query<{ id: number; email: string }>('SELECT id, email FROM contacts');
    const events = await product.db.query<{ subject_id: number; data: string }>(
      "SELECT subject_id, data FROM domain_events WHERE type = 'contact.created'",
    );
    const stored = rows.map(({ id, email }) => `${id} ${email}`).sort();
    const announced = events.map(({ subject_id, data }) => {
      const { contact } = JSON.parse(data) as { contact: { email: string } };
      return `${subject_id} ${contact.email}`;
    });
    // Each contact has exactly one row and one event.
    expect(announced.sort()).toEqual(stored);

    const emails = new Set(rows.map(({ email }) => email));
    const outcomes = [...writer.outcomes];
    const answered = outcomes.filter(([, outcome]) => outcome === 200).map(([email]) => email);
    expect(answered.filter((email) => !emails.has(email))).toEqual([]);
    expect([...new Set(outcomes.map(([, outcome]) => outcome))].filter((outcome) => outcome !== 200)).toEqual([
      'unanswered',
    ]);
    note('killed API', `${outcomes.length} writes, ${answered.length} answered, ${rows.length} stored`);
    expect(answered.length).toBeGreaterThan(KILLS * WRITES_PER_SECOND * (SOONEST_KILL_MS / 1_000));
    const [counted] = await product.db.query<{ total: number }>('SELECT SUM(total) AS total FROM contact_counters');
    expect(counted?.total).toBe(rows.length);
  });
});
