import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Product } from '../support/product.js';
import { redisClient } from '../support/redis-client.js';
import { waitUntil } from '../support/wait-until.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

const NAME = 'secret-canary';
const LOGS = resolve(__dirname, '../../.artifacts/chaos');
const FIRST = 'CanaryOfTheFirstSecret7f3a9';
const SECOND = 'CanaryOfTheSecondSecret41bd2';
/** The secrets in the encodings in which they could appear. */
const ENCODINGS = [FIRST, SECOND].flatMap((canary) => [
  canary,
  Buffer.from(canary).toString('base64').slice(0, -4),
  Buffer.from(canary).toString('hex'),
]);

const secretsIn = (text: string | Buffer): string[] => ENCODINGS.filter((encoding) => text.includes(encoding));

/** Uses real processes, because the heap of the test process contains the secret. */
describe('T14 the secret of a webhook', () => {
  let product: Product;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    product = await Product.start({
      name: NAME,
      env: {
        NODE_ENV: 'test',
        WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
        WEBHOOK_RETRY_SCHEDULE: '100ms,1h,1h,1h,1h',
        LOG_LEVEL: 'trace',
        NODE_OPTIONS: '--heapsnapshot-signal=SIGUSR2',
      },
    });
    receiver = await WebhookReceiver.start(product.env['DATA_DIR'] ?? '');
  });

  it('T43 is not in plain text in answers, errors, tables, Redis keys, logs, and the heap of the API', async () => {
    const { client } = product;
    const answers: string[] = [];
    const created = await client
      .post('/webhooks')
      .set('Idempotency-Key', 'canary')
      .send({ name: 'Canary', url: receiver.url, events: ['contact.*'], secret: FIRST })
      .expect(200);
    const path = `/webhooks/${created.body.webhook.id}`;
    receiver.plan({ kind: 'answer', status: 500 });
    await product.given.contact();
    await waitUntil('the deliveries have arrived', () => receiver.requests.length >= 2);
    await client.post(`${path}/rotate-secret`).set('Idempotency-Key', 'canary-2').send({ secret: SECOND }).expect(200);
    answers.push((await client.post(`${path}/test`).expect(200)).text);
    for (const body of [
      { secret: `${FIRST}\n` },
      { secret: SECOND, url: 'https://10.0.0.1:22/' },
      { secret: FIRST, events: ['no.such'] },
      { secret: FIRST, status: 'off' },
    ])
      answers.push((await client.put(path).send(body).expect(400)).text);
    answers.push((await client.put('/webhooks/999').send({ secret: FIRST }).expect(404)).text);
    answers.push((await client.post(`${path}/rotate-secret`).send({ secret: SECOND }).expect(400)).text);
    answers.push((await client.put(path).send(`{"secret": "${FIRST}"`).type('json').expect(400)).text);

    // The process that received the secret may hold it; a new process must not read it back.
    await product.api.kill();
    product.api.start();
    await product.ready();
    answers.push((await client.put(path).send({ name: 'Renamed' }).expect(200)).text);
    const deliveries = await client.get(`${path}/deliveries`).expect(200);
    expect(deliveries.body.deliveries.length).toBeGreaterThanOrEqual(2);
    for (const target of [
      '/webhooks',
      path,
      ...deliveries.body.deliveries.map(({ id }: { id: number }) => `${path}/deliveries/${id}`),
    ])
      answers.push((await client.get(target).expect(200)).text);
    expect(answers.flatMap(secretsIn)).toEqual([]);

    expect(await databaseDump()).toEqual([]);
    expect(await redisDump()).toEqual([]);
    for (const file of readdirSync(LOGS).filter((name) => name.startsWith(NAME)))
      expect([file, secretsIn(readFileSync(join(LOGS, file)))]).toEqual([file, []]);
    expect(await heapOfTheApi()).toEqual([]);
  });

  async function databaseDump(): Promise<string[]> {
    const tables = await product.db.query<{ name: string }>(
      'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
    );
    expect(tables.length).toBeGreaterThan(20);
    const found: string[] = [];
    for (const { name } of tables)
      found.push(...secretsIn(JSON.stringify(await product.db.query(`SELECT * FROM ${name}`))));
    const [stored] = await product.db.query('SELECT COUNT(*) AS answers FROM idempotency_keys WHERE body IS NOT NULL');
    expect(stored).toEqual({ answers: 2 });
    return found;
  }

  async function redisDump(): Promise<string[]> {
    const redis = redisClient(product.env['REDIS_URL'] ?? '');
    const keys = (await redis.keys(`*${product.env['REDIS_PREFIX'] ?? ''}*`)).filter((key) => key !== '');
    // A key may have been removed meanwhile.
    const dumps: (Buffer | null)[] = await Promise.all(keys.map((key) => redis.dumpBuffer(key)));
    return [...keys, ...dumps.map((dump) => dump?.toString('latin1') ?? '')].flatMap(secretsIn);
  }

  async function heapOfTheApi(): Promise<string[]> {
    const folder = product.env['DATA_DIR'] ?? '';
    process.kill(product.api.pid ?? 0, 'SIGUSR2');
    const snapshots = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.heapsnapshot'));
    const isComplete = (): boolean =>
      snapshots().some((name) => readFileSync(join(folder, name), 'latin1').trimEnd().endsWith(']}'));
    await waitUntil('the heap is written', isComplete, 200);
    const heap = readFileSync(join(folder, snapshots()[0] ?? ''), 'latin1');
    // Checks that the dump is complete: it contains a value that the API holds.
    expect(heap).toContain('http://carillon.test');
    return secretsIn(heap);
  }
});
