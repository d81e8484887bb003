import type { INestApplicationContext } from '@nestjs/common';
import { DeliveryClaims } from '../../../src/modules/webhooks/dispatcher/delivery-claims.service.js';
import { WebhookDeliveryService } from '../../../src/modules/webhooks/dispatcher/webhook-delivery.service.js';
import { Outbox } from '../../../src/platform/outbox/outbox.js';
import { anotherWorker } from '../../support/another-worker.js';
import { waitUntil } from '../../support/wait-until.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { World } from '../../support/world.js';

const EVENTS = 24;
const WARM_UP = 200;

describe('a webhook with a dead receiver, called by several workers', () => {
  let world: World;
  let receiver: WebhookReceiver;
  const workers: INestApplicationContext[] = [];

  beforeAll(async () => {
    world = await World.start({ env: { WEBHOOK_RETRY_SCHEDULE: '20ms,20ms,20ms,20ms,20ms' } });
    receiver = await WebhookReceiver.start(world.config.dataDir);
    workers.push(world.worker!, (await anotherWorker(world)).context, (await anotherWorker(world)).context);
  });

  async function createContacts(count: number): Promise<void> {
    const outbox = world.api.get(Outbox, { strict: false });
    const contact = { email: 'ada@example.com', first_name: null, last_name: null, status: 'pending' as const };
    await world.db.transaction((tx) =>
      outbox.appendAll(
        tx,
        Array.from({ length: count }, (_, id) => ({
          type: 'contact.created' as const,
          subjectId: id,
          data: { contact: { ...contact, id, created_at: '2026-01-02T03:04:05.000Z' }, source: 'api' as const },
        })),
      ),
    );
  }

  const lastEvent = async (): Promise<number> =>
    (await world.db.query<{ id: number }>('SELECT MAX(id) AS id FROM domain_events'))[0]!.id;

  /** Uses the database: passport keeps strategies globally, so the API authenticates by a worker that may have stopped. */
  async function deliveriesOf(id: number): Promise<Record<string, number>> {
    const rows = await world.db.query<{ status: string; total: number }>(
      'SELECT status, COUNT(*) AS total FROM webhook_deliveries WHERE webhook_id = :id GROUP BY status',
      { id },
    );
    return Object.fromEntries(rows.map(({ status, total }) => [status, total]));
  }

  /** Wakes all workers, and waits until those that have no call in progress have found nothing to claim. */
  async function nothingToClaim(id: number): Promise<void> {
    const claims = workers.map((worker) => jest.spyOn(worker.get(DeliveryClaims, { strict: false }), 'claim'));
    for (const worker of workers) worker.get(WebhookDeliveryService, { strict: false }).wake(id);
    await waitUntil(
      'the other workers have looked for deliveries',
      () => claims.filter(({ mock }) => mock.results.length > 0).length >= workers.length - 1,
    );
    for (const { mock } of claims)
      for (const { value } of mock.results) expect(await value).toMatchObject({ deliveries: [] });
    jest.restoreAllMocks();
  }

  it('F21 is disabled at exactly the fifth failed delivery; all others are parked and arrive after reactivation', async () => {
    const { id } = await world.given.webhook({ url: receiver.url });
    receiver.behavior = { kind: 'answer', status: 200 };
    // First let every worker reach its full number of lanes.
    await createContacts(WARM_UP);
    await world.settle();
    receiver.requests.length = 0;
    const warmUp = await lastEvent();

    // Slow enough for last attempts of all workers to overlap, if they were allowed to.
    receiver.behavior = { kind: 'late', afterMs: 150, status: 500 };
    await createContacts(EVENTS);
    const statusOf = async (): Promise<string> => (await world.all.get(`/webhooks/${id}`)).body.webhook.status;
    await waitUntil('it is disabled', async () => (await statusOf()) === 'failed');
    await waitUntil('the claims are released', async () => {
      const claimed = await world.db.query('SELECT 1 FROM webhook_deliveries WHERE lease_owner IS NOT NULL');
      return claimed.length === 0;
    });
    expect(await deliveriesOf(id)).toEqual({ success: WARM_UP, failed: 5, pending: EVENTS - 5 });

    receiver.requests.length = 0;
    receiver.plan({ kind: 'answer', status: 500 }, { kind: 'hang' });
    receiver.behavior = { kind: 'answer', status: 200 };
    await world.all.put(`/webhooks/${id}`).send({ status: 'active' }).expect(200);
    await waitUntil('the second probe is in progress', () => receiver.held.size === 1);
    await nothingToClaim(id);
    expect(receiver.requests).toHaveLength(2);
    receiver.answerHeld();
    await waitUntil('nothing is pending', async () => (await deliveriesOf(id))['pending'] === undefined);
    expect(await deliveriesOf(id)).toEqual({ success: WARM_UP + EVENTS - 5, failed: 5 });
    const first = Number(receiver.requests[0]!.headers['x-service-delivery']);
    const [oldest] = await world.db.query<{ id: number }>(
      `SELECT MIN(id) AS id FROM webhook_deliveries WHERE webhook_id = :id AND id NOT IN
        (SELECT id FROM webhook_deliveries WHERE status = 'failed') AND event_id > :warmUp`,
      { id, warmUp },
    );
    expect(first).toBe(oldest!.id);
  });
});
