import { setTimeout as sleep } from 'node:timers/promises';
import { IS_LONG, note, seededRandom } from '../support/chaos-plan.js';
import { PrivateServer } from '../support/private-server.js';
import { type ApiNode, Product } from '../support/product.js';
import { RawSmtpSink } from '../support/raw-smtp-sink.js';
import { StatementProxy } from '../support/statement-proxy.js';
import { waitUntil } from '../support/wait-until.js';
import { createAndSend, waitForProgress, waitUntilSent } from './big-campaign.js';
import { audit, cleanUp, expectedAudit } from './ledger-audit.js';

const CONCURRENCY = 10;
const READERS = IS_LONG ? 2_000 : 400;
const AWAY_MS = IS_LONG ? 20_000 : 2_500;
const REQUEST_EVERY_MS = 50;
/** Longest answer time of a request, also without a database. */
const REFUSED_WITHIN_MS = 2_000;
const REFUSED_AT_LEAST = 6;
const STOPS_WITHIN_MS = 1_000;
const RESUMED_WITHIN_MS = 10_000;
/** InnoDB's error for a full disk; it contains the number of the operating system's error. */
const DISK_FULL = {
  errno: 1030,
  sqlState: 'HY000',
  message: 'Got error 28 "No space left on device" from storage engine InnoDB',
};
const WRITES = /^\s*(INSERT|UPDATE|DELETE|REPLACE)\b/i;

interface Answer {
  readonly kind: 'read' | 'write';
  readonly email: string;
  readonly askedAt: number;
  readonly ms: number;
  /** Null when the connection broke. */
  readonly status: number | null;
  readonly retryAfter: string | null;
  readonly body: string;
}

/** A client that reads and writes in turn, whatever the answers are. */
class Requests {
  readonly answers: Answer[] = [];
  private readonly open = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | null = null;
  private made = 0;

  constructor(
    private readonly name: string,
    private readonly origin: string,
    private readonly authorization: string,
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      this.made += 1;
      const request = this.ask(this.made % 2 === 0 ? 'write' : 'read').finally(() => this.open.delete(request));
      this.open.add(request);
    }, REQUEST_EVERY_MS);
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await Promise.all(this.open);
  }

  during(from: number, until: number, kind?: Answer['kind']): Answer[] {
    return this.answers.filter(
      (answer) => answer.askedAt > from && answer.askedAt < until && (kind === undefined || answer.kind === kind),
    );
  }

  private async ask(kind: Answer['kind']): Promise<void> {
    const email = `${this.name}-${this.made}@example.com`;
    const askedAt = performance.now();
    const record = (status: number | null, retryAfter: string | null, body: string): void => {
      this.answers.push({ kind, email, askedAt, ms: performance.now() - askedAt, status, retryAfter, body });
    };
    try {
      const url = `${this.origin}/api/v2/${kind === 'read' ? 'lists' : 'subscribers'}`;
      const headers = { authorization: this.authorization, 'content-type': 'application/json' };
      const write = { method: 'POST', headers, body: JSON.stringify({ email, status: 'subscribed' }) };
      const response = await fetch(url, {
        ...(kind === 'read' ? { headers } : write),
        signal: AbortSignal.timeout(10_000),
      });
      record(response.status, response.headers.get('retry-after'), await response.text());
    } catch {
      record(null, null, '');
    }
  }
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
    const env = { SMTP_URL: sink.url, SEND_CONCURRENCY: String(CONCURRENCY), SEND_LEASE_SECONDS: '5' };
    product = await Product.start({ name: 'sending-database', env, workers: 0, databaseServer: server.url });
    node = await product.addNode({ DATABASE_URL: proxy.through(product.env['DATABASE_URL'] ?? '') });
    await waitUntil('the second API is ready', async () => (await product.health(node.origin)) !== null);
  });
  beforeEach(() => {
    sink.script = ({ moment }) => (moment === 'dot' ? { afterMs: 40 } : undefined);
  });
  afterEach(async () => {
    proxy.watch = null;
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
    expect(answers.length).toBeGreaterThanOrEqual(REFUSED_AT_LEAST);
    const unexpected = answers.filter(({ status, retryAfter, body }) => {
      const { code, message } = JSON.parse(body || '{}') as { code?: unknown; message?: unknown };
      return status !== 503 || retryAfter === null || typeof code !== 'string' || typeof message !== 'string';
    });
    expect(unexpected).toEqual([]);
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(REFUSED_WITHIN_MS);
  };
  const expectConfirmedStored = async (requests: Requests): Promise<void> => {
    const rows = await product.db.query<{ email: string }>('SELECT email FROM contacts');
    const stored = new Set(rows.map(({ email }) => email));
    const confirmed = requests.answers.filter(({ kind, status }) => kind === 'write' && status === 200);
    expect(confirmed.filter(({ email }) => !stored.has(email))).toEqual([]);
    expect(confirmed.length).toBeGreaterThan(0);
  };

  it('F9 recovers from a database crash: the API answers 503, no write is partial, and sending resumes', async () => {
    const random = seededRandom('killed database');
    const requests = new Requests('killed', product.origin, product.authorization);
    const worker = product.addWorker();
    const { pid } = worker;
    const campaign = await createAndSend(product, 'recipients-of-killed', READERS);
    await waitForProgress(product.db, campaign);
    requests.start();
    await sleep(500 + random(0, 300));
    const killedAt = performance.now();
    await server.kill();
    const goneAt = performance.now();
    await sleep(AWAY_MS);
    // Long enough for a slow machine, too.
    const refused = (): readonly Answer[] => requests.during(goneAt, performance.now() - REFUSED_WITHIN_MS);
    await waitUntil('several requests are refused', () => refused().length >= REFUSED_AT_LEAST);
    const backFrom = performance.now();
    await server.start();
    const before = sink.transactions.length;
    const resumed = await waitUntil('sending resumes', () => sink.transactions.length > before);
    await product.ready();
    await sleep(500);
    await requests.stop();
    await waitUntilSent(product, campaign);

    const result = await audit(product, [campaign], sink);
    note('killed database', `resumed ${Math.round(resumed)} ms after its return, ${result.repeats} repeats`);
    expectRefused(requests.during(goneAt, backFrom - REFUSED_WITHIN_MS));
    expect(
      sink.transactions.filter(({ startedAt }) => startedAt > killedAt + STOPS_WITHIN_MS && startedAt < backFrom),
    ).toEqual([]);
    expect(resumed).toBeLessThan(RESUMED_WITHIN_MS);
    expect(worker.pid).toBe(pid);
    await expectConfirmedStored(requests);
    expect(await inconsistencies('killed')).toEqual(NO_INCONSISTENCIES);
    expect(result).toEqual(expectedAudit(READERS, null));
    expect(result.repeats).toBeLessThanOrEqual(CONCURRENCY);
  });

  const refuseWrites = (): void => {
    proxy.watch = ({ moment, sql }) => (moment === 'asked' && WRITES.test(sql) ? DISK_FULL : undefined);
  };
  const WRITE_FAILURES = [
    {
      ...{ what: 'is read-only', name: 'readonly', through: false },
      begin: () => server.administer('SET GLOBAL read_only = 1'),
      end: () => server.administer('SET GLOBAL read_only = 0'),
    },
    {
      ...{ what: 'has a full disk', name: 'full', through: true },
      begin: () => {
        refuseWrites();
        return Promise.resolve();
      },
      end: () => {
        proxy.watch = null;
        return Promise.resolve();
      },
    },
  ];
  it.each(IS_LONG ? WRITE_FAILURES : WRITE_FAILURES.slice(0, 1))(
    'F11 stops while the database $what; writes are refused and reads succeed',
    async ({ name, through, begin, end }) => {
      const url = product.env['DATABASE_URL'] ?? '';
      const origin = through ? node.origin : product.origin;
      const requests = new Requests(name, origin, product.authorization);
      const worker = product.addWorker(through ? { DATABASE_URL: proxy.through(url) } : {});
      const { pid } = worker;
      const campaign = await createAndSend(product, `recipients-of-${name}`, READERS);
      await waitForProgress(product.db, campaign);
      requests.start();
      await sleep(500);
      await begin();
      const failureAt = performance.now();
      await sleep(AWAY_MS / 2);
      const readiness = await product.health(origin);
      await sleep(AWAY_MS / 2);
      const endedAt = performance.now();
      await end();
      const before = sink.transactions.length;
      const resumed = await waitUntil('sending resumes', () => sink.transactions.length > before);
      await sleep(500);
      await requests.stop();
      await waitUntilSent(product, campaign);

      const result = await audit(product, [campaign], sink);
      const stopped = sink.transactions.filter(
        ({ startedAt }) => startedAt > failureAt + STOPS_WITHIN_MS && startedAt < endedAt,
      );
      note(name, `resumed after ${Math.round(resumed)} ms, ${result.repeats} repeats`);
      expect(stopped).toEqual([]);
      expectRefused(requests.during(failureAt, endedAt - REFUSED_WITHIN_MS / 4, 'write'));
      const reads = requests.during(failureAt, endedAt, 'read');
      expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]));
      expect(worker.pid).toBe(pid);
      await expectConfirmedStored(requests);
      expect(await inconsistencies(name)).toEqual(NO_INCONSISTENCIES);
      expect(result).toEqual(expectedAudit(READERS, null));
      expect(result.repeats).toBeLessThanOrEqual(CONCURRENCY);
      expect(resumed).toBeLessThan(RESUMED_WITHIN_MS);
      expect(readiness).toBeNull();
    },
  );
});
