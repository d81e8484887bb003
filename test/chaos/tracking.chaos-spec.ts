import { setTimeout as sleep } from 'node:timers/promises';
import Redis from 'ioredis';
import { publicPaths, type SentEmails, insertSentEmails } from '../support/builders/sent-mails.js';
import { IS_LONG, note, seededRandom } from '../support/chaos-plan.js';
import { PrivateServer } from '../support/private-server.js';
import { Product } from '../support/product.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { waitUntil } from '../support/wait-until.js';

const KILLS = IS_LONG ? 20 : 2;
const MAILS = IS_LONG ? 2_000 : 300;
const READERS = 8;
const LINKS = ['https://shop.example/one', 'https://shop.example/two'];
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const FOLDED_WITHIN_MS = 60_000;

jest.setTimeout(IS_LONG ? 400_000 : 120_000);

/** People who open mails and click in them, one after the other, until they are told to stop. */
class Readers {
  /** How often each answer was given; 0 stands for none at all. */
  readonly answers = new Map<number, number>();
  private stopped = false;
  private turn = 0;
  private readonly running: Promise<unknown>;

  constructor(
    private readonly origin: string,
    private readonly path: (turn: number) => string,
  ) {
    this.running = Promise.all(Array.from({ length: READERS }, () => this.read()));
  }

  get asked(): number {
    return [...this.answers.values()].reduce((sum, count) => sum + count, 0);
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
  let proxy: TcpProxy;
  let product: Product;
  let mails: SentEmails;
  let counted = 0;

  beforeAll(async () => {
    redis = await PrivateServer.start('redis');
    proxy = await TcpProxy.before(process.env['TEST_DATABASE_URL'] ?? '');
    product = await Product.start({
      name: 'tracking',
      databaseThrough: (url) => proxy.through(url),
      env: { REDIS_URL: redis.url, HIT_HOLD: '300ms' },
    });
    const list = await product.given.list();
    const campaign = await product.given.campaign({ email_subject: 'Hello', lists: [list.id] });
    mails = await insertSentEmails(product.db, {
      campaignId: campaign.id,
      listId: list.id,
      emailCount: MAILS,
      links: LINKS,
    });
  });
  afterAll(async () => {
    await product.stop();
    await proxy.cut();
    await redis.stop();
  });

  /** Opens and clicks in turn, mail by mail, so that nobody looks like a machine. */
  function path(turn: number): string {
    const paths = publicPaths(product.env);
    const messageId = mails.messageIds[turn % MAILS]!;
    return turn % 2 === 0 ? paths.open(messageId) : paths.click(messageId, mails.linkIds[turn % LINKS.length]!);
  }

  async function waiting(): Promise<number> {
    const look = new Redis(redis.url);
    const stream = await look.xlen(`{${product.env['REDIS_PREFIX'] ?? ''}:hits}:stream`);
    await look.quit();
    const [inbox] = await product.db.query<{ due: number }>('SELECT COUNT(*) AS due FROM email_hit_inbox');
    return stream + (inbox?.due ?? 0);
  }

  interface Counted {
    readonly rows: number;
    readonly different: number;
    readonly counts: number;
    readonly clicks: number;
    readonly told: number;
  }

  async function ledger(): Promise<Counted> {
    const [row] = await product.db.query<Counted>(
      `SELECT (SELECT COUNT(*) FROM email_hits) AS \`rows\`,
              (SELECT COUNT(DISTINCT uid) FROM email_hits) AS different,
              (SELECT SUM(human_opens + human_clicks + machine_opens + machine_clicks) FROM email_messages) AS counts,
              (SELECT COUNT(*) FROM email_hits WHERE kind = 'click' AND is_machine = 0) AS clicks,
              (SELECT COUNT(*) FROM domain_events WHERE type = 'email.clicked') AS told`,
    );
    return row!;
  }

  async function checkLedger(): Promise<void> {
    await waitUntil('everything is folded', async () => (await ledger()).rows >= counted, FOLDED_WITHIN_MS, 200);
    await waitUntil('nothing waits', async () => (await waiting()) === 0, FOLDED_WITHIN_MS, 200);
    const found = await ledger();
    expect(found).toMatchObject({ rows: counted, different: counted, counts: counted, told: found.clicks });
  }

  it('counts each one once, however often the worker dies over them', async () => {
    const random = seededRandom('tracking');
    const readers = new Readers(product.origin, path);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(random(300, 1_500));
      await product.workers[0]!.kill();
      await sleep(random(0, 500));
      product.workers[0]!.start();
    }
    await sleep(500);
    await readers.stop();
    expect([...readers.answers.keys()].sort()).toEqual([200, 302]);
    counted += readers.asked;
    note('tracking', `${readers.asked} opens and clicks over ${KILLS} kills of the worker`);
    await checkLedger();
  });

  it('counts each one once while Redis, and then the database too, is away, and no reader is turned away', async () => {
    const readers = new Readers(product.origin, path);
    const more = async (): Promise<void> => {
      const before = readers.asked;
      await waitUntil('readers go on', () => Promise.resolve(readers.asked > before + 100), 20_000);
    };
    await more();
    await redis.kill();
    await more();
    await proxy.cut();
    await more();
    await proxy.restore();
    await more();
    await redis.start();
    await more();
    await readers.stop();
    expect([...readers.answers.keys()].sort()).toEqual([200, 302]);
    counted += readers.asked;
    note('tracking', `${readers.asked} opens and clicks, some of them without Redis, some without the database too`);
    await checkLedger();
  });
});
