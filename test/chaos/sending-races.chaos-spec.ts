import { setTimeout as sleep } from 'node:timers/promises';
import { insertSubscribers, memberOf } from '../support/builders/audience.js';
import { IS_LONG, note, seededRandom } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { RawSmtpSink, SmtpGate, type SmtpScript } from '../support/raw-smtp-sink.js';
import { StatementProxy } from '../support/statement-proxy.js';
import { waitUntil } from '../support/wait-until.js';
import { createAndSend, emailsByState, waitUntilSent } from './big-campaign.js';
import { audit, cleanUp, expectedAudit, waitUntilReceived } from './ledger-audit.js';

const CONCURRENCY = 10;
/** An email starts within this time after its claim, or is checked again. */
const FRESH_MS = 250;
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

/** Limits the rate to about 200 emails per second, so that some are always under way. */
const slowly: SmtpScript = ({ moment }) => (moment === 'dot' ? { afterMs: 40 } : undefined);

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
  beforeEach(async () => {
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

  it('F32 claims no email after the commit of a pause, and sends all emails after the resume', async () => {
    const random = seededRandom('paused campaign');
    product.addWorker(direct());
    const id = await createAndSend(product, 'paused', PAUSED_RECIPIENTS);
    let most = 0;
    for (let pause = 1; pause <= PAUSES; pause += 1) {
      const before = sink.messages.length;
      // However slow the request is, the campaign does not end.
      const gate = new SmtpGate(({ moment }) => moment === 'dot' && sink.messages.length > before + 40);
      sink.script = (step) => gate.script(step) ?? slowly(step);
      await waitUntilReceived(sink, before + Math.ceil(random(0, 40)));
      await product.client.post(`/campaigns/${id}/pause`).expect(200);
      const startedBefore = sink.transactions.length;
      const [paused] = await product.db.query<{ at: Date }>('SELECT NOW(3) AS at');
      gate.open();
      const noneUnderWay = async (): Promise<boolean> => (await emailsByState(product.db, id))['sending'] === undefined;
      await waitUntil('no email is under way', noneUnderWay);
      const claimedLate = await product.db.query(
        'SELECT id FROM email_messages WHERE source_id = :id AND sending_at > :at',
        { id, at: paused?.at ?? null },
      );
      expect(claimedLate).toEqual([]);
      most = Math.max(most, sink.transactions.length - startedBefore);
      await product.client.post(`/campaigns/${id}/resume`).expect(200);
    }
    sink.script = slowly;
    await waitUntilSent(product, id);

    note('paused campaign', `${PAUSES} pauses, at most ${most} emails started after the response to one`);
    // They were claimed before.
    expect(most).toBeLessThanOrEqual(CONCURRENCY);
    expect(await audit(product, [id], sink)).toEqual(expectedAudit(PAUSED_RECIPIENTS));
  });

  it('F33 sends no email to a contact who left before its claim, or while it waited for the mail server, and stores why', async () => {
    const random = seededRandom('leaving contacts');
    const readers = LEAVERS * 8;
    const id = await createAndSend(product, 'leaving', readers);
    const isOf = `source_type = 'campaign' AND source_id = :id`;
    const exits = [
      { reason: 'contact_unsubscribed', exit: (contact: number) => putStatus(contact, 'unsubscribed') },
      { reason: 'contact_bounced', exit: (contact: number) => putStatus(contact, 'bounced') },
      { reason: 'contact_deleted', exit: (contact: number) => product.client.delete(`/subscribers/${contact}`) },
    ] as const;
    const reasonOf = new Map<number, string>();
    const unclaimed = new Set<number>();
    const leave = async (contact: number): Promise<void> => {
      const { reason, exit } = exits[reasonOf.size % exits.length]!;
      reasonOf.set(contact, reason);
      await exit(contact).expect(200);
      // The lock waits for a claim in progress, which may have read the contact before.
      const [email] = await product.db.transaction((tx) =>
        tx.query<{ state: string }>(
          `SELECT state FROM email_messages WHERE ${isOf} AND recipient_key = :key FOR UPDATE`,
          { id, key: String(contact) },
        ),
      );
      if (email?.state === 'pending') unclaimed.add(contact);
    };

    const greeting = new SmtpGate(({ moment }) => moment === 'connected');
    sink.script = greeting.script;
    product.addWorker(direct());
    await waitUntil('emails wait for the mail server', () => greeting.reached > 0);
    const claimed = await product.db.query<{ contact: number }>(
      `SELECT contact_id AS contact FROM email_messages WHERE ${isOf} AND state = 'sending'`,
      { id },
    );
    for (const { contact } of claimed) await leave(contact);
    await sleep(FRESH_MS);

    const numbers = Array.from({ length: LEAVERS }, (_, index) => 8 * index + 1 + (index % 8));
    const emails = numbers.map((number) => ({ email: memberOf('leaving', number), at: number + random(-30, 50) }));
    emails.sort((one, other) => one.at - other.at);
    const rows = await product.db.query<{ id: number; email: string }>('SELECT id, email FROM contacts');
    const idOf = new Map(rows.map((row) => [row.email, row.id]));
    const queue = emails.flatMap(({ email }) => idOf.get(email) ?? []).filter((contact) => !reasonOf.has(contact));
    const leaves: Promise<void>[] = [];
    sink.script = async ({ moment }) => {
      if (moment !== 'dot') return undefined;
      const contact = sink.messages.length % 7 === 0 ? queue.shift() : undefined;
      if (contact !== undefined) {
        const leaving = leave(contact);
        leaves.push(leaving);
        await leaving.catch(() => undefined);
      }
      return { afterMs: 40 };
    };
    greeting.open();
    await waitUntilSent(product, id);
    await Promise.all(leaves);

    const outcomes = await product.db.query<{ contact: number; state: string; reason: string | null }>(
      `SELECT CAST(recipient_key AS UNSIGNED) AS contact, state, reason FROM email_messages WHERE ${isOf}`,
      { id },
    );
    const mustSkip = new Set([...claimed.map(({ contact }) => contact), ...unclaimed]);
    const unexpected = outcomes.filter(({ contact, state, reason }) =>
      state === 'sent' ? mustSkip.has(contact) : state !== 'skipped' || reason !== reasonOf.get(contact),
    );
    expect(unexpected).toEqual([]);
    expect(claimed.length).toBeGreaterThan(0);
    note('leaving contacts', `${reasonOf.size} of ${readers} left, ${mustSkip.size} of them before their email`);
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
