import { createHmac } from 'node:crypto';
import { getQueueToken } from '@nestjs/bull';
import type { Queue } from 'bull';
import { WebhookDeliveryService } from '../../src/modules/webhooks/dispatcher/webhook-delivery.service.js';
import { QUEUE } from '../../src/platform/queue/queues.js';
import { type ReceivedRequest, WebhookReceiver } from '../support/webhook-receiver.js';
import { waitUntil } from '../support/wait-until.js';
import { World } from '../support/world.js';

const REFUSED: readonly unknown[] = [
  'x'.repeat(257),
  'x'.repeat(300),
  'sixteen characters\r\nX-Injected: 1',
  'sixteen characters\n',
  'sixteen\u0000characters',
  'sixteen characters\u0085',
  'sixteen ſharacters',
  '🔑'.repeat(16),
  5,
  true,
  {},
  ['a secret that is long enough'],
];

describe('webhook secrets and the delivery queue', () => {
  let world: World;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    world = await World.start();
    receiver = await WebhookReceiver.start(world.config.dataDir);
  });
  beforeEach(() => {
    receiver.requests.length = 0;
  });

  const rowsOf = (table: string): Promise<unknown[]> => world.db.query(`SELECT * FROM ${table} ORDER BY id`);
  const hmacOf = (request: ReceivedRequest, secret: string): string =>
    `sha256=${createHmac('sha256', secret).update(request.rawBody).digest('hex')}`;

  it.each(REFUSED.map((secret) => [JSON.stringify(secret), secret]))(
    'T13 the secret %s is refused on create, update and rotation',
    async (_text, secret) => {
      const { id } = await world.given.webhook({ url: receiver.url });
      const before = await rowsOf('webhooks');
      const body = { name: 'Shop', url: receiver.url, events: ['contact.created'], secret };
      for (const [method, path] of [
        ['post', '/webhooks'],
        ['put', `/webhooks/${id}`],
        ['post', `/webhooks/${id}/rotate-secret`],
      ] as const) {
        const response = await world.all.send(method, path).send(body);
        expect({ path, status: response.status, params: response.body.data.params }).toEqual({
          path,
          status: 400,
          params: { secret: expect.any(String) },
        });
      }
      expect(await rowsOf('webhooks')).toEqual(before);
      await world.all.delete(`/webhooks/${id}`).expect(200);
    },
  );

  it('T13 an empty secret is refused on update and rotation, and generated on create', async () => {
    const body = { name: 'Shop', url: receiver.url, events: ['contact.created'], secret: '' };
    const { body: created } = await world.all.post('/webhooks').send(body).expect(200);
    expect(created.webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const path = `/webhooks/${created.webhook.id}`;
    const before = await rowsOf('webhooks');
    await world.all.put(path).send(body).expect(400);
    await world.all.post(`${path}/rotate-secret`).send(body).expect(400);
    expect(await rowsOf('webhooks')).toEqual(before);
    await world.all.delete(path).expect(200);
  });

  it('T13 no empty or predictable key signs anything', async () => {
    const { body: created } = await world.all
      .post('/webhooks')
      .send({ name: 'Shop', url: receiver.url, events: ['contact.*'], secret: null })
      .expect(200);
    const { id, secret } = created.webhook;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await world.given.contact();
    await world.all.post(`/webhooks/${id}/test`).expect(200);
    const rotated = await world.all.post(`/webhooks/${id}/rotate-secret`).send({ secret: null }).expect(200);
    expect(rotated.body.webhook.secret).toMatch(/^whsec_/);
    await world.given.contact();
    await world.settle();
    expect(receiver.requests.length).toBeGreaterThanOrEqual(3);
    const known = [secret, rotated.body.webhook.secret];
    for (const request of receiver.requests) {
      const { 'x-service-signature': current, 'x-service-signature-previous': previous } = request.headers;
      for (const given of [current, ...(previous === undefined ? [] : [previous])]) {
        for (const weak of ['', 'null', 'undefined', 'secret', String(id)])
          expect(given).not.toBe(hmacOf(request, weak));
        expect(known.map((each) => hmacOf(request, each))).toContain(given);
      }
    }
    await world.all.delete(`/webhooks/${id}`).expect(200);
  });

  it('T45 a thousand junk jobs send nothing and break nothing', async () => {
    const { id } = await world.given.webhook({ url: receiver.url });
    const queue = world.worker!.get<Queue>(getQueueToken(QUEUE.webhookDeliveries), { strict: false });
    const kinds: ((index: number) => unknown)[] = [
      (index) => ({ key: 1_000_000 + index }),
      (index) => ({ key: -index }),
      () => ({ key: Number.MAX_SAFE_INTEGER }),
      () => ({ key: 1.5 }),
      () => ({ key: '1; DROP TABLE webhooks' }),
      () => ({ key: { $gt: 0 } }),
      () => ({ key: [id] }),
      () => ({ key: String(id) }),
      () => ({ __proto__: { key: id }, constructor: { prototype: {} } }),
      () => ({ url: 'https://169.254.169.254/', secret: 'x', delivery: { id: 1 } }),
      () => null,
      () => 'text',
      () => [],
      () => 7,
    ];
    const jobs = Array.from({ length: 990 }, (_, index) => ({ data: kinds[index % kinds.length]!(index) }));
    const large = Array.from({ length: 10 }, () => ({ data: { key: 'x', junk: 'y'.repeat(1_000_000) } }));
    await queue.addBulk([...jobs, ...large]);
    // A client with access to Redis can bypass Bull.
    const base = queue.toKey('').replace(/:$/, '');
    await queue.client.lpush(`${base}:wait`, 'a-job-that-has-no-hash', '{"key":1}', '\u0000');
    await queue.client.hset(
      `${base}:broken`,
      'name',
      '__default__',
      'data',
      '{not json',
      'opts',
      '{}',
      'timestamp',
      '1',
    );
    await queue.client.lpush(`${base}:wait`, 'broken');
    await queue.add('another-name', { key: id });

    await world.given.contact();
    await world.settle();
    await waitUntil('no job waits', async () => (await queue.getWaitingCount()) === 0);
    expect(receiver.requests).toHaveLength(1);

    // Notifications still work: a real one is processed without waiting for the sweeper.
    const wake = jest.spyOn(world.worker!.get(WebhookDeliveryService, { strict: false }), 'wake');
    await queue.add({ key: id });
    await waitUntil('the notification is processed', () => wake.mock.calls.some(([key]) => key === id));
    wake.mockRestore();
    await world.given.contact();
    await world.settle();
    expect(receiver.requests).toHaveLength(2);
    expect(({} as Record<string, unknown>)['key']).toBeUndefined();
  });
});
