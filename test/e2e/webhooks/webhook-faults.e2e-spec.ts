import { Outbox } from '../../../src/platform/outbox/outbox.js';
import { anotherWorker } from '../../support/another-worker.js';
import { waitUntil } from '../../support/wait-until.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { World } from '../../support/world.js';

async function createContacts(world: World, count: number): Promise<void> {
  const outbox = world.api.get(Outbox, { strict: false });
  await world.db.transaction((tx) =>
    outbox.appendAll(
      tx,
      Array.from({ length: count }, (_, index) => ({
        type: 'contact.created' as const,
        subjectId: index,
        data: {
          source: 'api' as const,
          contact: {
            id: index,
            email: `ada${index}@example.com`,
            first_name: null,
            last_name: null,
            status: 'pending',
            created_at: '2026-01-02T03:04:05.000Z',
          },
        },
      })),
    ),
  );
}

const deliveryIds = (receiver: WebhookReceiver): string[] =>
  receiver.requests.map(({ headers }) => String(headers['x-service-delivery']));

describe('webhook deliveries under faults', () => {
  it('are drained by a stopping worker: none is repeated, none is left claimed', async () => {
    const world = await World.start({ worker: false });
    const receiver = await WebhookReceiver.start(world.config.dataDir);
    const { id } = await world.given.webhook({ url: receiver.url });
    const answer = receiver.behavior;
    for (let round = 0; round < 3; round += 1) {
      receiver.plan(...Array.from({ length: 5 }, () => answer));
      receiver.behavior = { kind: 'hang' };
      await createContacts(world, 20);
      const worker = await anotherWorker(world);
      await waitUntil('a call is in progress', () => receiver.held.size > 0);
      const stopped = worker.stop();
      receiver.behavior = answer;
      receiver.answerHeld();
      await stopped;
      const [left] = await world.db.query<{ claimed: number; open: number }>(
        `SELECT (SELECT COUNT(*) FROM webhook_deliveries WHERE lease_owner IS NOT NULL) AS claimed,
                (SELECT COUNT(*) FROM webhook_attempts WHERE outcome IS NULL) AS open`,
      );
      expect(left).toEqual({ claimed: 0, open: 0 });
    }
    const last = await anotherWorker(world);
    await waitUntil('all are sent', () => receiver.requests.length >= 60);
    await world.settle();
    await last.stop();

    expect(new Set(deliveryIds(receiver)).size).toBe(60);
    expect(receiver.requests).toHaveLength(60);
    // Requested through the database: passport keeps strategies globally, so the API now authenticates by a stopped worker.
    const rows = await world.db.query(
      'SELECT DISTINCT status, attempts FROM webhook_deliveries WHERE webhook_id = :id',
      {
        id,
      },
    );
    expect(rows).toEqual([{ status: 'success', attempts: 1 }]);
  });

  it('are shared by several workers, each sent once', async () => {
    const world = await World.start();
    for (let worker = 2; worker <= 3; worker += 1) await anotherWorker(world);
    const receiver = await WebhookReceiver.start(world.config.dataDir);
    for (let number = 0; number < 3; number += 1) await world.given.webhook({ url: receiver.url });
    await createContacts(world, 200);
    await world.settle();
    expect(receiver.requests).toHaveLength(600);
    expect(new Set(deliveryIds(receiver)).size).toBe(600);
  });

  it('F7 continue without Redis', async () => {
    const world = await World.start({ env: { REDIS_URL: 'redis://127.0.0.1:1' } });
    const receiver = await WebhookReceiver.start(world.config.dataDir);
    await world.given.webhook({ url: receiver.url });
    await createContacts(world, 100);
    await world.settle();
    expect(new Set(deliveryIds(receiver)).size).toBe(100);
    expect(receiver.requests).toHaveLength(100);
  });

  it('T9 F20 do not wait for endpoints that never answer', async () => {
    const limits = { budgetMs: 3_600_000, drainMs: 3_600_000 };
    const world = await World.start({ outbound: { limits } });
    const dead = await WebhookReceiver.start(world.config.dataDir);
    dead.behavior = { kind: 'hang' };
    for (let number = 0; number < 40; number += 1) await world.given.webhook({ url: `${dead.url}/${number}` });
    await createContacts(world, 10);
    await waitUntil('each is called', () => dead.requests.length === 40);

    const healthy = await WebhookReceiver.start(world.config.dataDir);
    await world.given.webhook({ url: healthy.url });
    await createContacts(world, 50);
    await waitUntil('the healthy one has all', () => healthy.requests.length === 50);
    expect(dead.requests).toHaveLength(40);
  });

  it('disable their webhook after five failed attempts if the configuration counts attempts', async () => {
    const env = { WEBHOOK_FAILURE_UNIT: 'attempt', WEBHOOK_RETRY_SCHEDULE: '20ms,20ms,20ms,20ms,20ms' };
    const world = await World.start({ env });
    const receiver = await WebhookReceiver.start(world.config.dataDir);
    receiver.behavior = { kind: 'answer', status: 500 };
    const { id } = await world.given.webhook({ url: receiver.url });
    await createContacts(world, 1);
    await waitUntil(
      'it is disabled',
      async () => (await world.all.get(`/webhooks/${id}`)).body.webhook.status === 'failed',
    );
    expect(receiver.requests).toHaveLength(5);
    const { body } = await world.all.get(`/webhooks/${id}/deliveries`).expect(200);
    expect(body.deliveries).toMatchObject([{ status: 'pending', attempts: 5 }]);
  });
});
