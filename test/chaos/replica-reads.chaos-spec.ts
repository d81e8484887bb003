import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../support/api-client.js';
import { insertSubscribers } from '../support/builders/audience.js';
import { IS_LONG, note } from '../support/chaos-plan.js';
import { ReplicationGroup } from '../support/database-group.js';
import { Product } from '../support/product.js';
import { responseMs } from '../support/response-time.js';
import { StatementProxy } from '../support/statement-proxy.js';
import { waitUntil } from '../support/wait-until.js';

const CONTACTS = 50;
const DELAY_SECONDS = 2;
const TOO_LATE_SECONDS = IS_LONG ? 60 : 20;
const PAUSE_MS = 50;
const READS_PER_ROUND = 3;
/** Statements of every process, with or without requests. */
const ABOUT_THE_REPLICA = /health_checks|@@|^SET /;

/** Paths of reads; no report of a round is cached. */
const paths = (round: number): readonly string[] => {
  const day = new Date(Date.UTC(2020, 0, 1 + (round % 2_000))).toISOString().slice(0, 10);
  const period = `date_range=custom&start_date=${day}&end_date=2026-01-01`;
  return [
    `/reports/overview?${period}`,
    `/reports/subscriber-growth?${period}`,
    '/reports/subscribers/export?format=csv',
  ];
};

/** Reads all the time, and keeps what was not answered as it should be. */
class Reader {
  readonly failures: string[] = [];
  answers = 0;
  slowestMs = 0;
  private isStopping = false;
  private readonly ended: Promise<void>;

  constructor(private readonly client: ApiClient) {
    this.ended = this.run();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.ended;
  }

  private async run(): Promise<void> {
    for (let round = 0; !this.isStopping; round += 1) {
      for (const path of paths(round)) {
        const took = await responseMs(async () => {
          const { status, text } = await this.client.get(path);
          if (status !== 200) this.failures.push(`${path}: ${status} ${text.slice(0, 200)}`);
        });
        this.slowestMs = Math.max(this.slowestMs, took);
        this.answers += 1;
      }
      await sleep(PAUSE_MS);
    }
  }
}

describe('reads from a replica', () => {
  let group: ReplicationGroup;
  let proxy: StatementProxy;
  let product: Product;
  /** A manager that writes nothing. */
  let other: ApiClient;
  let segment: number;
  /** Statements of requests that the replica got. */
  let reads = 0;
  let contacts = 0;

  const count = async (client = product.client): Promise<number> => {
    const { body } = await client.get(`/segments/${segment}/count`).expect(200);
    return (body as { count: number }).count;
  };

  const untilUsed = (): Promise<number> =>
    waitUntil('the replica is used', async () => {
      const before = reads;
      return (await count(other)) === contacts && reads > before;
    });

  /** Waits until a whole round of reads does not use the replica. @returns how long, in milliseconds. */
  const untilLeftOut = async (reader: Reader): Promise<number> => {
    let [readsBefore, answersBefore] = [reads, reader.answers];
    return Math.round(
      await waitUntil('the replica is left out', () => {
        if (reads > readsBefore) [readsBefore, answersBefore] = [reads, reader.answers];
        return reader.answers > answersBefore + 2 * READS_PER_ROUND;
      }),
    );
  };

  beforeAll(async () => {
    group = await ReplicationGroup.start();
    proxy = await StatementProxy.before(group.replica.url);
    proxy.watch = ({ moment, sql }) => {
      if (moment === 'asked' && !ABOUT_THE_REPLICA.test(sql)) reads += 1;
      return undefined;
    };
    product = await Product.start({
      name: 'replica-reads',
      databaseServer: group.primary.url,
      env: { RATE_LIMIT_EXPORTS_PER_MINUTE: '0' },
      envOf: (url) => ({ DATABASE_REPLICA_URL: proxy.through(url) }),
    });
    const list = await product.given.list({ title: 'Readers' });
    await insertSubscribers(product.db, list.id, 'reader', CONTACTS);
    contacts = CONTACTS;
    segment = (await product.given.segment()).id;
    other = await product.clientOf('other');
  });

  beforeEach(async () => {
    await group.follow({ delaySeconds: 0 });
    await untilUsed();
  });

  it('are counts, reports, and exports, and nothing else', async () => {
    for (const path of paths(0)) {
      const before = reads;
      // A replica that a slow machine keeps from answering in time is left out for a moment.
      await waitUntil(`${path} is read from the replica`, async () => {
        await other.get(path).expect(200);
        return reads > before;
      });
    }
    const before = reads;
    for (const path of ['/subscribers?per_page=10', '/lists', '/segments']) await other.get(path).expect(200);
    expect(reads).toBe(before);
  });

  it('include the own writes of a manager, also in another process', async () => {
    const node = await product.addNode();
    const elsewhere = product.clientAt(node.origin);
    await waitUntil('the node is ready', async () => (await product.health(node.origin)) !== null);
    await group.follow({ delaySeconds: DELAY_SECONDS });
    for (let round = 0; round < 3; round += 1) {
      await product.given.contact({ email: `own${round}@example.com`, status: 'subscribed' });
      contacts += 1;
      expect([await count(), await count(elsewhere)]).toEqual([contacts, contacts]);
    }
    // Another manager may see them later.
    await untilUsed();
    await node.process.terminate();
  });

  it('are explained by the doctor', async () => {
    const { port } = new URL(proxy.through(group.replica.url));
    const replica = async (): Promise<unknown> =>
      (await product.findings()).find(({ check }) => check === `replica 127.0.0.1:${port}`);
    expect(await replica()).toMatchObject({ verdict: 'ok', found: expect.stringMatching(/^\d+ ms behind/) });
    proxy.isSilent = true;
    expect(await replica()).toMatchObject({ verdict: 'warning', found: 'does not answer' });
    proxy.isSilent = false;
  });

  it('leave out a replica that is late', async () => {
    const reader = new Reader(other);
    await group.follow({ delaySeconds: TOO_LATE_SECONDS });
    note('replica-reads', `late: left out after ${await untilLeftOut(reader)} ms; 5,000 are permitted`);
    await group.follow({ delaySeconds: 0 });
    await untilUsed();
    await reader.stop();
    expect(reader.failures).toEqual([]);
  });

  it('go on without a replica that is killed, or whose network loses every packet', async () => {
    const reader = new Reader(other);
    await waitUntil('reports are read', () => reader.answers > 0);
    await group.replica.kill();
    note('replica-reads', `killed: left out after ${await untilLeftOut(reader)} ms`);
    await group.replica.start();
    await untilUsed();
    proxy.isSilent = true;
    note('replica-reads', `silent: left out after ${await untilLeftOut(reader)} ms`);
    proxy.isSilent = false;
    await untilUsed();
    await reader.stop();
    note('replica-reads', `${reader.answers} reports and exports, the slowest in ${Math.round(reader.slowestMs)} ms`);
    expect(reader.failures).toEqual([]);
  });
});
