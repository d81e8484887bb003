import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Outbox } from '../../../src/platform/outbox/outbox.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { World } from '../../support/world.js';
import { WorkerModule } from '../../../src/worker.module.js';

const EVENTS = 24;
const WARM_UP = 200;

describe('a webhook with a dead receiver, called by several workers', () => {
  let world: World;
  let receiver: WebhookReceiver;
  const others: INestApplicationContext[] = [];

  beforeAll(async () => {
    world = await World.start({ env: { WEBHOOK_RETRY_SCHEDULE: '20ms,20ms,20ms,20ms,20ms' } });
    receiver = await WebhookReceiver.start(world.config.dataDir);
    for (let worker = 0; worker < 2; worker += 1)
      others.push(
        await NestFactory.createApplicationContext(WorkerModule.with(world.config), {
          bufferLogs: true,
          abortOnError: false,
        }),
      );
  });
  afterAll(async () => {
    await Promise.all(others.map((worker) => worker.close()));
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
    while ((await statusOf()) !== 'failed') await sleep(20);
    await sleep(1_000);
    expect(await deliveriesOf(id)).toEqual({ success: WARM_UP, failed: 5, pending: EVENTS - 5 });
    const [left] = await world.db.query(
      'SELECT COUNT(*) AS claimed FROM webhook_deliveries WHERE lease_owner IS NOT NULL',
    );
    expect(left).toEqual({ claimed: 0 });

    receiver.requests.length = 0;
    receiver.plan({ kind: 'answer', status: 500 }, { kind: 'late', afterMs: 500 });
    receiver.behavior = { kind: 'answer', status: 200 };
    await world.all.put(`/webhooks/${id}`).send({ status: 'active' }).expect(200);
    while (receiver.requests.length < 2) await sleep(5);
    await sleep(400);
    // The second probe has no response yet, so no worker sends anything else.
    expect(receiver.requests).toHaveLength(2);
    while ((await deliveriesOf(id))['pending'] !== undefined) await sleep(20);
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
