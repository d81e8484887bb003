import { setTimeout as sleep } from 'node:timers/promises';
import { insertSubscribers, memberOf } from '../support/builders/audience.js';
import { IS_LONG, note, seededRandom } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { RawSmtpSink } from '../support/raw-smtp-sink.js';
import { type Statement, StatementProxy } from '../support/statement-proxy.js';
import { waitUntil } from '../support/wait-until.js';
import { createAndSend, waitForProgress, waitUntilSent } from './big-campaign.js';
import { audit, cleanUp, expectedAudit, waitUntilReceived } from './ledger-audit.js';

const CONCURRENCY = 10;
/** No email may start later than this after the commit of a pause or an opt-out. */
const STARTED_AFTER_COMMIT_MS = 250;
const PAUSE_ANSWERED_WITHIN_MS = 1_000;
const PAUSES = IS_LONG ? 200 : 4;
const PAUSED_RECIPIENTS = PAUSES * 60;
const LEAVERS = IS_LONG ? 500 : 40;
const KILLS = IS_LONG ? 50 : 2;
const SNAPSHOT_MEMBERS = IS_LONG ? 120_000 : 6_000;
/** Events of the proxy for the statements of one chunk; a kill at any of them interrupts the snapshot. */
const STATEMENTS_OF_A_CHUNK = 12;
/** Each kill comes within this number of chunks, so that some chunks remain for the last worker. */
const CHUNKS_PER_KILL = IS_LONG ? 2.2 : 1.4;

const WRITES_RECIPIENTS = /^\s*INSERT\s+INTO email_messages\b/;
const HOLDS_SENDING = /^\s*UPDATE sendings\b[^]*'held'/;

describe('a campaign that changes while it is sent', () => {
  let sink: RawSmtpSink;
  let proxy: StatementProxy;
  let product: Product;

  beforeAll(async () => {
    sink = await RawSmtpSink.start();
    proxy = await StatementProxy.before(process.env['TEST_DATABASE_URL'] ?? '');
    const env = { SMTP_URL: sink.url, SEND_CONCURRENCY: String(CONCURRENCY), BODY_LIMIT: '2mb' };
    product = await Product.start({
      ...{ name: 'sending-races', env, workers: 0 },
      databaseThrough: (url) => proxy.through(url),
    });
  });
  beforeEach(() => {
    // Limits the rate to about 200 emails per second, so that some are always under way.
    sink.script = ({ moment }) => (moment === 'dot' ? { afterMs: 40 } : undefined);
  });
  afterEach(async () => {
    proxy.watch = null;
    await cleanUp(product);
    sink.reset();
  });

  /** Environment of workers that bypass the proxy, because their statements need no watch. */
  const direct = (): { DATABASE_URL: string } => {
    const url = new URL(product.env['DATABASE_URL'] ?? '');
    const server = new URL(process.env['TEST_DATABASE_URL'] ?? '');
    url.host = server.host;
    return { DATABASE_URL: url.href };
  };

  it('F32 starts no email later than 250 ms after the commit of a pause, and sends all emails after the resume', async () => {
    const random = seededRandom('paused campaign');
    let heldAt = Infinity;
    proxy.watch = ({ moment, sql, before }: Statement) => {
      if (moment === 'answered' && sql === 'COMMIT' && before.some((one) => HOLDS_SENDING.test(one)))
        heldAt = performance.now();
      return undefined;
    };
    product.addWorker(direct());
    const id = await createAndSend(product, 'paused', PAUSED_RECIPIENTS);
    let [latest, most, slowest] = [0, 0, 0];
    for (let pause = 1; pause <= PAUSES; pause += 1) {
      const soFar = sink.messages.length;
      await waitUntilReceived(sink, soFar + 1);
      await sleep(random(0, 150));
      heldAt = Infinity;
      const askedAt = performance.now();
      await product.client.post(`/campaigns/${id}/pause`).expect(200);
      slowest = Math.max(slowest, performance.now() - askedAt);
      await sleep(STARTED_AFTER_COMMIT_MS + 200);
      const late = sink.transactions
        .filter(({ startedAt }) => startedAt > heldAt)
        .map(({ startedAt }) => startedAt - heldAt);
      most = Math.max(most, late.length);
      latest = Math.max(latest, ...late);
      await product.client.post(`/campaigns/${id}/resume`).expect(200);
    }
    await waitUntilSent(product, id);

    note(
      'paused campaign',
      `${PAUSES} pauses, answered within ${Math.round(slowest)} ms; at most ${most} emails started after a commit, the latest ${Math.round(latest)} ms after it`,
    );
    expect(slowest).toBeLessThan(PAUSE_ANSWERED_WITHIN_MS);
    expect(most).toBeLessThanOrEqual(CONCURRENCY);
    expect(latest).toBeLessThanOrEqual(STARTED_AFTER_COMMIT_MS);
    expect(await audit(product, [id], sink)).toEqual(expectedAudit(PAUSED_RECIPIENTS));
  });

  it('F33 sends no email to a contact who left 250 ms before, and stores why the email was skipped', async () => {
    const random = seededRandom('leaving contacts');
    product.addWorker(direct());
    const readers = LEAVERS * 8;
    const id = await createAndSend(product, 'leaving', readers);
    await waitForProgress(product.db, id);
    const rows = await product.db.query<{ id: number; email: string }>('SELECT id, email FROM contacts');
    const idOf = new Map(rows.map((row) => [row.email, row.id]));
    const leaving = Array.from({ length: LEAVERS }, (_, index) => memberOf('leaving', 8 * index + 1 + (index % 8)));
    const exits = [
      { reason: 'contact_unsubscribed', leave: (contact: number) => putStatus(contact, 'unsubscribed') },
      { reason: 'contact_bounced', leave: (contact: number) => putStatus(contact, 'bounced') },
      { reason: 'contact_deleted', leave: (contact: number) => product.client.delete(`/subscribers/${contact}`) },
    ] as const;
    const reasonOf = new Map<number, string>();
    const leftAt = new Map<string, number>();
    const queue = [...leaving.entries()];
    const lane = async (): Promise<void> => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [index, email] = next;
        const { reason, leave } = exits[index % exits.length]!;
        const contact = idOf.get(email) ?? 0;
        reasonOf.set(contact, reason);
        await sleep(random(0, 300));
        await leave(contact).expect(200);
        leftAt.set(email, performance.now());
      }
    };
    await Promise.all([lane(), lane(), lane(), lane()]);
    await waitUntilSent(product, id);

    const late = sink.transactions.filter(
      ({ recipient, startedAt }) => startedAt > (leftAt.get(recipient ?? '') ?? Infinity) + STARTED_AFTER_COMMIT_MS,
    );
    expect(late).toEqual([]);
    const outcomes = await product.db.query<{ recipient_key: string; state: string; reason: string | null }>(
      `SELECT recipient_key, state, reason FROM email_messages WHERE source_type = 'campaign' AND source_id = :id`,
      { id },
    );
    const unexpected = outcomes.filter(({ recipient_key, state, reason }) =>
      state === 'sent' ? false : state !== 'skipped' || reason !== reasonOf.get(Number(recipient_key)),
    );
    expect(unexpected).toEqual([]);
    const skipped = outcomes.filter(({ state }) => state === 'skipped').length;
    note('leaving contacts', `${LEAVERS} of ${readers} left, ${skipped} of them before their email`);
    expect(skipped).toBeGreaterThan(0);
    expect(await audit(product, [id], sink)).toEqual(expectedAudit(readers));
  });

  const putStatus = (contact: number, status: string): ReturnType<Product['client']['put']> =>
    product.client.put(`/subscribers/${contact}`).send({ status });

  it('F5 has exactly the recipients of its start when the worker is killed repeatedly during enrollment', async () => {
    const random = seededRandom('killed snapshot');
    const { given, db } = product;
    const [first, second, excluded] = [await given.list(), await given.list(), await given.list()];
    await insertSubscribers(db, first.id, 'snap', SNAPSHOT_MEMBERS);
    await db.transaction(async (tx) => {
      const also = (listId: number, every: number): Promise<unknown> =>
        tx.execute(
          `INSERT INTO contact_lists (contact_id, list_id)
           SELECT contact_id, :listId FROM contact_lists WHERE list_id = :from AND contact_id % :every = 0`,
          { listId, every, from: first.id },
        );
      await also(second.id, 3);
      await also(excluded.id, 7);
      await tx.execute(`UPDATE contacts SET status = 'pending' WHERE email LIKE 'snap-%' AND id % 11 = 0`);
    });
    const wanted = await db.query<{ id: number }>(
      `SELECT DISTINCT c.id FROM contacts c JOIN contact_lists l ON l.contact_id = c.id AND l.list_id IN (:lists)
        WHERE c.status = 'subscribed' AND NOT EXISTS (
          SELECT 1 FROM contact_lists x WHERE x.contact_id = c.id AND x.list_id = :excluded) ORDER BY c.id`,
      { lists: [first.id, second.id], excluded: excluded.id },
    );
    const { id } = await given.campaign({
      email_subject: 'Spring',
      email_body: '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
      settings: {
        subscribers: [first, second].map((list) => ({ list: list.id, tag: 'all' })),
        excludedSubscribers: [{ list: excluded.id, tag: 'all' }],
      },
    });
    await product.client.post(`/campaigns/${id}/send`).expect(200);
    // Delays sending, which this test does not need.
    sink.script = ({ moment }) => (moment === 'mail' ? { afterMs: 1_000 } : undefined);

    const progress = async (): Promise<{ snapshot_done: number; recipients_count: number }> => {
      const [row] = await db.query<{ snapshot_done: number; recipients_count: number }>(
        'SELECT snapshot_done, recipients_count FROM campaigns WHERE id = :id',
        { id },
      );
      if (!row) throw new Error('The campaign does not exist');
      return row;
    };
    const killedAfter: number[] = [];
    for (let kill = 1; kill <= KILLS; kill += 1) {
      let left = Math.floor(random(1, STATEMENTS_OF_A_CHUNK * CHUNKS_PER_KILL + 1));
      const worker = product.addWorker();
      proxy.watch = async ({ sql, before }) => {
        if (![sql, ...before].some((one) => WRITES_RECIPIENTS.test(one))) return undefined;
        left -= 1;
        if (left > 0) return undefined;
        proxy.watch = () => 'drop';
        await worker.kill();
        return 'drop';
      };
      await waitUntil('the worker is killed during the snapshot', () => worker.pid === undefined);
      proxy.watch = null;
      const { snapshot_done, recipients_count } = await progress();
      expect(snapshot_done).toBe(0);
      killedAfter.push(recipients_count);
    }
    product.addWorker(direct());
    await waitUntil('all recipients are enrolled', async () => (await progress()).snapshot_done === 1);

    const enrolled = await db.query<{ contact_id: number }>(
      `SELECT contact_id FROM email_messages WHERE source_type = 'campaign' AND source_id = :id ORDER BY contact_id`,
      { id },
    );
    expect(enrolled.map(({ contact_id }) => contact_id)).toEqual(wanted.map((row) => row.id));
    expect((await progress()).recipients_count).toBe(wanted.length);
    note('killed snapshot', `${KILLS} kills, after ${killedAfter.join(', ')} of ${wanted.length} recipients`);
    await product.client.post(`/campaigns/${id}/cancel`).expect(200);
  });
});
