import { setTimeout as sleep } from 'node:timers/promises';
import type Redis from 'ioredis';
import { publicPaths, type SentEmails, insertSentEmails } from '../support/builders/sent-mails.js';
import { IS_LONG, note, seededRandom } from '../support/chaos-plan.js';
import { PrivateServer } from '../support/private-server.js';
import { Product } from '../support/product.js';
import { redisClient } from '../support/redis-client.js';
import { stopAtEnd } from '../support/stop-at-end.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { waitUntil } from '../support/wait-until.js';

const KILLS = IS_LONG ? 20 : 2;
const EMAILS = IS_LONG ? 2_000 : 300;
const CLIENTS = 8;
const LINKS = ['https://shop.example/one', 'https://shop.example/two'];
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Clients that open emails and click links, until `stop`. */
class Clients {
  /** Number of answers per status; 0 is no answer. */
  readonly answers = new Map<number, number>();
  private stopped = false;
  private turn = 0;
  private readonly running: Promise<unknown>;

  private constructor(
    private readonly origin: string,
    private readonly path: (turn: number) => string,
  ) {
    this.running = Promise.all(Array.from({ length: CLIENTS }, () => this.read()));
  }

  static of({ origin }: Product, path: (turn: number) => string): Clients {
    return stopAtEnd(new Clients(origin, path));
  }

  get asked(): number {
    return [...this.answers.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Waits until more requests are answered. */
  async more(): Promise<void> {
    const enough = this.asked + 100;
    await waitUntil('more requests are answered', () => this.asked >= enough);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  private async read(): Promise<void> {
    while (!this.stopped) {
      const path = this.path((this.turn += 1));
      const status = await fetch(this.origin + path, { redirect: 'manual', headers: { 'User-Agent': AGENT } }).then(
        (response) => response.status,
        () => 0,
      );
      this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    }
  }
}

describe('opens and clicks under faults', () => {
  let redis: PrivateServer;
  let client: Redis;
  let proxy: TcpProxy;
  let product: Product;
  let emails: SentEmails;

  beforeAll(async () => {
    redis = await PrivateServer.start('redis');
    client = redisClient(redis.url);
    // A killed Redis loses up to two seconds otherwise, if the disk is busy; this is about what the product loses.
    await client.config('SET', 'appendfsync', 'always');
    proxy = await TcpProxy.before(process.env['TEST_DATABASE_URL'] ?? '');
    product = await Product.start({
      name: 'tracking',
      databaseThrough: (url) => proxy.through(url),
      env: { REDIS_URL: redis.url, HIT_HOLD: '300ms' },
    });
    const list = await product.given.list();
    const campaign = await product.given.campaign({ email_subject: 'Hello', lists: [list.id] });
    emails = await insertSentEmails(product.db, {
      campaignId: campaign.id,
      listId: list.id,
      emailCount: EMAILS,
      links: LINKS,
    });
  });

  /** Alternates opens and clicks over all emails, so that no client looks like a machine. */
  function path(turn: number): string {
    const paths = publicPaths(product.env);
    const messageId = emails.messageIds[turn % EMAILS]!;
    return turn % 2 === 0 ? paths.open(messageId) : paths.click(messageId, emails.linkIds[turn % LINKS.length]!);
  }

  async function backlog(): Promise<number> {
    const stream = await client.xlen(`{${product.env['REDIS_PREFIX'] ?? ''}:hits}:stream`);
    const [inbox] = await product.db.query<{ due: number }>('SELECT COUNT(*) AS due FROM email_hit_inbox');
    return stream + (inbox?.due ?? 0);
  }

  interface Counted {
    readonly rows: number;
    readonly different: number;
    readonly counts: number;
    readonly clicks: number;
    readonly announced: number;
  }

  async function ledger(): Promise<Counted> {
    const [row] = await product.db.query<Counted>(
      `SELECT (SELECT COUNT(*) FROM email_hits) AS \`rows\`,
              (SELECT COUNT(DISTINCT uid) FROM email_hits) AS different,
              (SELECT SUM(human_opens + human_clicks + machine_opens + machine_clicks) FROM email_messages) AS counts,
              (SELECT COUNT(*) FROM email_hits WHERE kind = 'click' AND is_machine = 0) AS clicks,
              (SELECT COUNT(*) FROM domain_events WHERE type = 'email.clicked') AS announced`,
    );
    return row!;
  }

  async function storedLedger(): Promise<Counted> {
    await waitUntil('stream and inbox are empty', async () => (await backlog()) === 0, 200);
    return ledger();
  }

  async function checkLedger(counted: number): Promise<void> {
    await waitUntil('all events are stored', async () => (await ledger()).rows >= counted, 200);
    const found = await storedLedger();
    expect(found).toMatchObject({ rows: counted, different: counted, counts: counted, announced: found.clicks });
  }

  it('are counted once when the worker is killed repeatedly', async () => {
    const random = seededRandom('tracking');
    const clients = Clients.of(product, path);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await clients.more();
      await sleep(random(0, 1_000));
      await product.workers[0]!.kill();
      await sleep(random(0, 500));
      product.workers[0]!.start();
    }
    await clients.more();
    await clients.stop();
    expect([...clients.answers.keys()].sort()).toEqual([200, 302]);
    note('tracking', `${clients.asked} opens and clicks over ${KILLS} kills of the worker`);
    await checkLedger(clients.asked);
  });

  it('are counted once, and every request is answered, while Redis and then the database are away', async () => {
    const { rows: before } = await storedLedger();
    const clients = Clients.of(product, path);
    await clients.more();
    await redis.kill();
    await clients.more();
    await proxy.cut();
    await clients.more();
    await proxy.restore();
    await clients.more();
    await redis.start();
    await clients.more();
    await clients.stop();
    expect([...clients.answers.keys()].sort()).toEqual([200, 302]);
    note('tracking', `${clients.asked} opens and clicks, some without Redis, and some also without the database`);
    await checkLedger(before + clients.asked);
  });
});
