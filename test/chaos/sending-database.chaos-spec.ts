import { setTimeout as sleep } from 'node:timers/promises';
import { CEILING_MS } from '../support/ceiling.js';
import { IS_LONG, note, seededRandom } from '../support/chaos-plan.js';
import { PrivateServer } from '../support/private-server.js';
import { type ApiNode, Product } from '../support/product.js';
import { RawSmtpSink, SmtpGate } from '../support/raw-smtp-sink.js';
import { StatementProxy } from '../support/statement-proxy.js';
import { stopAtEnd } from '../support/stop-at-end.js';
import { waitUntil } from '../support/wait-until.js';
import { createAndSend, waitUntilSent } from './big-campaign.js';
import { audit, cleanUp, expectedAudit } from './ledger-audit.js';

const CONCURRENCY = 10;
const READERS = IS_LONG ? 2_000 : 400;
/** How often the worker fails to claim emails before the database is back; it tries every two seconds. */
const FAILED_CLAIMS = IS_LONG ? 10 : 2;
const LEASE_SECONDS = 5;
/** Emails under way to a domain that has not accepted any yet. */
const DOMAIN_START = 3;
const ANSWERS = 6;
const PAUSE_MS = 50;
/** InnoDB's error for a full disk; it contains the number of the operating system's error. */
const DISK_FULL = {
  errno: 1030,
  sqlState: 'HY000',
  message: 'Got error 28 "No space left on device" from storage engine InnoDB',
};
const WRITES = /^\s*(INSERT|UPDATE|DELETE|REPLACE)\b/i;

type Kind = 'read' | 'write';

interface Answer {
  readonly email: string;
  /** Null when the connection broke. */
  readonly status: number | null;
  readonly retryAfter: string | null;
  readonly body: string;
}

/** A client that sends one request after the other, whatever the answers are. */
class Requests {
  readonly answers: Answer[] = [];
  private isStopping = false;
  private readonly ended: Promise<void>;

  constructor(
    private readonly kind: Kind,
    private readonly name: string,
    private readonly origin: string,
    private readonly authorization: string,
  ) {
    this.ended = this.run();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.ended;
  }

  /** Returns the answers to at least `count` requests that start from now on. */
  async next(count: number): Promise<readonly Answer[]> {
    // The first answer may be that to an earlier request.
    const first = this.answers.length + 1;
    await waitUntil(`${count} requests to ${this.kind} are answered`, () => this.answers.length >= first + count);
    return this.answers.slice(first);
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      this.answers.push(await this.ask(`${this.name}-${this.answers.length}@example.com`));
      await sleep(PAUSE_MS);
    }
  }

  private async ask(email: string): Promise<Answer> {
    const headers = { authorization: this.authorization, 'content-type': 'application/json' };
    const write = { method: 'POST', headers, body: JSON.stringify({ email, status: 'subscribed' }) };
    try {
      const response = await fetch(`${this.origin}/api/v2/${this.kind === 'read' ? 'lists' : 'subscribers'}`, {
        ...(this.kind === 'read' ? { headers } : write),
        signal: AbortSignal.timeout(CEILING_MS),
      });
      const retryAfter = response.headers.get('retry-after');
      return { email, status: response.status, retryAfter, body: await response.text() };
    } catch {
      return { email, status: null, retryAfter: null, body: '' };
    }
  }
}

interface Failure {
  readonly name: string;
  /** Whether it is simulated by the proxy. */
  readonly through?: boolean;
  readonly begin: () => unknown;
  readonly end: () => Promise<void>;
}

describe('sending during database failures', () => {
  let server: PrivateServer;
  let proxy: StatementProxy;
  let sink: RawSmtpSink;
  let product: Product;
  /** An API process that uses the database through the proxy. */
  let node: ApiNode;

  beforeAll(async () => {
    server = await PrivateServer.start('database');
    proxy = await StatementProxy.before(server.url);
    sink = await RawSmtpSink.start();
    const env = { SMTP_URL: sink.url, SEND_CONCURRENCY: String(CONCURRENCY) };
    product = await Product.start({ name: 'sending-database', env, workers: 0, databaseServer: server.url });
    node = await product.addNode({ DATABASE_URL: proxy.through(product.env['DATABASE_URL'] ?? '') });
    await waitUntil('the second API is ready', async () => (await product.health(node.origin)) !== null);
  });
  beforeEach(async () => {
    await cleanUp(product);
    sink.reset();
  });

  /** Counts rows whose related row is missing. */
  const inconsistencies = async (name: string): Promise<unknown> => {
    const [row] = await product.db.query(
      `SELECT
         (SELECT COUNT(*) FROM contacts WHERE email LIKE :pattern) -
         (SELECT COUNT(*) FROM domain_events WHERE type = 'contact.created' AND data LIKE :inside) AS unannounced,
         (SELECT COUNT(*) FROM contacts) - (SELECT SUM(total) FROM contact_counters) AS uncounted,
         (SELECT COUNT(*) FROM contact_lists l LEFT JOIN contacts c ON c.id = l.contact_id WHERE c.id IS NULL) AS members,
         (SELECT COUNT(*) FROM email_messages m LEFT JOIN contacts c ON c.id = m.contact_id
           WHERE m.contact_id IS NOT NULL AND c.id IS NULL) AS recipients`,
      { pattern: `${name}-%`, inside: `%"${name}-%` },
    );
    return row;
  };
  const NO_INCONSISTENCIES = { unannounced: 0, uncounted: 0, members: 0, recipients: 0 };

  const expectRefused = (answers: readonly Answer[]): void => {
    const unexpected = answers.filter(({ status, retryAfter, body }) => {
      const { code, message } = JSON.parse(body || '{}') as { code?: unknown; message?: unknown };
      return status !== 503 || retryAfter === null || typeof code !== 'string' || typeof message !== 'string';
    });
    expect(unexpected).toEqual([]);
  };
  const expectConfirmedStored = async ({ answers }: Requests): Promise<void> => {
    const rows = await product.db.query<{ email: string }>('SELECT email FROM contacts');
    const stored = new Set(rows.map(({ email }) => email));
    expect(answers.filter(({ email, status }) => status === 200 && !stored.has(email))).toEqual([]);
  };

  /** Sends a campaign during which the database fails. @returns the answers to requests during the failure. */
  async function sendDuring({ name, through = false, begin, end }: Failure): Promise<Record<Kind, readonly Answer[]>> {
    const random = seededRandom(name);
    const origin = through ? node.origin : product.origin;
    const campaign = await createAndSend(product, `recipients-of-${name}`, READERS);
    const reads = stopAtEnd(new Requests('read', name, origin, product.authorization));
    const writes = stopAtEnd(new Requests('write', name, origin, product.authorization));
    await writes.next(ANSWERS);
    let startedBefore = -1;
    const recovery = stopAtEnd({ stop: end });
    const failsAt = Math.floor(random(50, READERS / 2));
    sink.script = async ({ moment }) => {
      if (moment !== 'dot') return undefined;
      if (sink.messages.length === failsAt) {
        await begin();
        startedBefore = sink.transactions.length;
      }
      return { afterMs: 40 };
    };
    const url = product.env['DATABASE_URL'] ?? '';
    const worker = product.addWorker(through ? { DATABASE_URL: proxy.through(url) } : {});
    const { pid } = worker;
    await waitUntil('the database fails', () => startedBefore >= 0);
    const failedClaims = (): number => worker.said.match(/"Sending (sweep is )?waiting for the database/g)?.length ?? 0;
    await waitUntil('the worker has failed to claim emails', () => failedClaims() >= FAILED_CLAIMS);
    const [read, write] = await Promise.all([reads.next(ANSWERS), writes.next(ANSWERS)]);
    await waitUntil('the API is not ready', async () => (await product.health(origin)) === null);
    // They were claimed before.
    expect(sink.transactions.length - startedBefore).toBeLessThanOrEqual(CONCURRENCY);

    await recovery.stop();
    const isConfirmed = async (): Promise<boolean> => (await writes.next(1)).some(({ status }) => status === 200);
    await waitUntil('a write succeeds again', isConfirmed);
    await product.ready();
    await waitUntilSent(product, campaign);
    await Promise.all([reads.stop(), writes.stop()]);
    expect(worker.pid).toBe(pid);
    await expectConfirmedStored(writes);
    expect(await inconsistencies(name)).toEqual(NO_INCONSISTENCIES);
    const result = await audit(product, [campaign], sink);
    note(name, `${result.repeats} repeats`);
    expect(result).toEqual(expectedAudit(READERS, null));
    expect(result.repeats).toBeLessThanOrEqual(CONCURRENCY);
    return { read, write };
  }

  it('F9 recovers from a database crash: the API answers 503, no write is partial, and sending resumes', async () => {
    const { read, write } = await sendDuring({
      name: 'killed',
      begin: () => server.kill(),
      end: () => server.start(),
    });
    expectRefused([...read, ...write]);
  });

  it('F9 sends nothing twice if the database is away for longer than leases last, while the mail server answers', async () => {
    const gate = new SmtpGate(({ moment }) => moment === 'dot');
    sink.script = gate.script;
    product.addWorker({ SEND_LEASE_SECONDS: String(LEASE_SECONDS) });
    const campaign = await createAndSend(product, 'outage', CONCURRENCY * 3);
    await waitUntil('emails wait for the final answer', () => gate.reached >= DOMAIN_START);
    await server.kill();
    gate.open();
    await sleep(2 * LEASE_SECONDS * 1_000);
    await server.start();
    await product.ready();
    await waitUntilSent(product, campaign);
    expect(await audit(product, [campaign], sink)).toEqual(expectedAudit(CONCURRENCY * 3));
  });

  const WRITE_FAILURES = [
    {
      ...{ what: 'is read-only', name: 'readonly' },
      begin: () => server.administer('SET GLOBAL read_only = 1'),
      end: () => server.administer('SET GLOBAL read_only = 0'),
    },
    {
      ...{ what: 'has a full disk', name: 'full', through: true },
      begin: () => {
        proxy.watch = ({ moment, sql }) => (moment === 'asked' && WRITES.test(sql) ? DISK_FULL : undefined);
      },
      end: () => {
        proxy.watch = null;
        return Promise.resolve();
      },
    },
  ];
  it.each(IS_LONG ? WRITE_FAILURES : WRITE_FAILURES.slice(0, 1))(
    'F11 stops while the database $what; writes are refused and reads succeed',
    async (failure) => {
      const { read, write } = await sendDuring(failure);
      expectRefused(write);
      expect(new Set(read.map(({ status }) => status))).toEqual(new Set([200]));
    },
  );
});
