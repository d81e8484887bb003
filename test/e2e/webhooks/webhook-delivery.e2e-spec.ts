import { createHmac } from 'node:crypto';
import { getQueueToken } from '@nestjs/bull';
import type { Queue } from 'bull';
import type { ContactSnapshot } from '../../../src/events/contact.events.js';
import { DeliveryMaintenance } from '../../../src/modules/webhooks/dispatcher/delivery-maintenance.service.js';
import { DeliverySettlements } from '../../../src/modules/webhooks/dispatcher/delivery-settlements.service.js';
import { WebhookSweeper } from '../../../src/modules/webhooks/dispatcher/webhook-sweeper.scheduler.js';
import { WebhookCaller } from '../../../src/modules/webhooks/webhook-caller.js';
import { Outbox } from '../../../src/platform/outbox/outbox.js';
import { QUEUE } from '../../../src/platform/queue/queues.js';
import { removeWebhooks } from '../../support/remove-webhooks.js';
import { waitUntil } from '../../support/wait-until.js';
import { type ReceivedRequest, WebhookReceiver } from '../../support/webhook-receiver.js';
import { World } from '../../support/world.js';

/** The verification of the receiver guide; shares no code with the product. */
function isGenuine(request: ReceivedRequest, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(request.rawBody).digest('hex');
  return request.headers['x-service-signature'] === `sha256=${expected}`;
}

const ada = (id: number): ContactSnapshot => ({
  id,
  email: `ada${id}@example.com`,
  first_name: 'Ada',
  last_name: "O'Neill-Ångström",
  status: 'subscribed',
  created_at: '2026-01-02T03:04:05.000Z',
});

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

describe('webhook deliveries', () => {
  let world: World;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    world = await World.start({ env: { WEBHOOK_RETRY_SCHEDULE: '100ms,200ms,300ms,400ms,500ms' } });
  });
  beforeEach(async () => {
    await removeWebhooks(world);
    receiver = await WebhookReceiver.start(world.config.dataDir);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  async function createContacts(...ids: number[]): Promise<void> {
    const outbox = world.api.get(Outbox, { strict: false });
    await world.db.transaction((tx) =>
      outbox.appendAll(
        tx,
        ids.map((id) => ({ type: 'contact.created', subjectId: id, data: { contact: ada(id), source: 'api' } })),
      ),
    );
  }

  const webhook = async (id: number): Promise<{ status: string }> =>
    (await world.all.get(`/webhooks/${id}`).expect(200)).body.webhook;

  /** Sends what is due, also without a notification. */
  async function sweep(): Promise<void> {
    await world.worker!.get(WebhookSweeper, { strict: false }).sweep();
    await world.settle();
  }

  /** Unlike `settle`, also waits for attempts of a webhook that is not active. */
  const attemptsEnded = (): Promise<unknown> =>
    waitUntil('no attempt is in progress', async () => {
      const claimed = await world.db.query('SELECT 1 FROM webhook_deliveries WHERE lease_owner IS NOT NULL');
      return claimed.length === 0;
    });

  const log = async (id: number, query = ''): Promise<({ id: number } & Record<string, unknown>)[]> =>
    (await world.all.get(`/webhooks/${id}/deliveries${query}`).expect(200)).body.deliveries;

  it('sends a subscribed webhook a new contact with a valid signature', async () => {
    const { id, secret } = await world.given.webhook({ url: receiver.url });
    await createContacts(1);
    await world.settle();

    expect(receiver.requests).toHaveLength(1);
    const request = receiver.requests[0]!;
    expect(isGenuine(request, secret)).toBe(true);
    expect(isGenuine({ ...request, rawBody: request.rawBody.replace('Ada', 'Eve') }, secret)).toBe(false);
    const [entry] = await log(id);
    // Lets a receiver that catches up detect known events.
    const { body: feed } = await world.all
      .get('/events?types[]=contact.created&after=oldest&per_page=1000')
      .expect(200);
    expect(request.headers).toMatchObject({
      'x-service-event-id': feed.events.at(-1).uid,
      'content-type': 'application/json',
      'user-agent': 'Service-Webhook/1.0',
      'x-service-event': 'contact.created',
      'x-service-webhook-id': String(id),
      'x-service-delivery': String(entry!.id),
      'x-service-attempt': '1',
    });
    expect(JSON.parse(request.rawBody)).toEqual({
      event: 'contact.created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      webhook_id: id,
      data: { contact: ada(1), source: 'api' },
      signature: expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
    });
  });

  it('delivers only subscribed events, and nothing to an inactive webhook', async () => {
    const other = await world.given.webhook({ url: receiver.url, events: ['campaign.*'] });
    const off = await world.given.webhook({ url: receiver.url, status: 'inactive' });
    await createContacts(1);
    await world.settle();
    expect(receiver.requests).toHaveLength(0);
    expect(await log(other.id)).toHaveLength(0);
    expect(await log(off.id)).toHaveLength(0);
  });

  it('starts first attempts in event order, with at most four requests in progress', async () => {
    const call = jest.spyOn(world.worker!.get(WebhookCaller, { strict: false }), 'call');
    const { id } = await world.given.webhook({ url: receiver.url });
    const ids = Array.from({ length: 60 }, (_, index) => index + 1);
    receiver.plan(...Array.from({ length: 20 }, () => receiver.behavior));
    receiver.behavior = { kind: 'hang' };
    await createContacts(...ids);
    await waitUntil('four requests are in progress', () => receiver.held.size === 4);
    await world.worker!.get(WebhookSweeper, { strict: false }).sweep();
    receiver.behavior = { kind: 'answer', status: 200 };
    receiver.answerHeld();
    await world.settle();
    expect(receiver.mostAtOnce).toBe(4);
    expect(receiver.requests).toHaveLength(ids.length);
    const started = call.mock.calls.filter(([{ webhookId }]) => webhookId === id);
    expect(started.map(([{ unsigned }]) => JSON.parse(unsigned).data.contact.id)).toEqual(ids);
  });

  it('retries five times, never early, with the same bytes and delivery id', async () => {
    const settle = jest.spyOn(world.worker!.get(DeliverySettlements, { strict: false }), 'settle');
    receiver.behavior = { kind: 'answer', status: 500, body: 'out of order', headers: { 'X-Reason': 'test' } };
    const { id } = await world.given.webhook({ url: receiver.url });
    await createContacts(1);
    await waitUntil('six requests were made', () => receiver.requests.length === 6);
    await world.settle();

    const { requests } = receiver;
    expect(new Set(requests.map(({ rawBody }) => rawBody)).size).toBe(1);
    expect(new Set(requests.map(({ headers }) => headers['x-service-delivery'])).size).toBe(1);
    expect(requests.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2', '3', '4', '5', '6']);
    const delays = [100, 200, 300, 400, 500];
    for (const [index, delay] of delays.entries())
      expect(requests[index + 1]!.at - requests[index]!.at).toBeGreaterThanOrEqual(delay);
    const results = settle.mock.results.filter((_result, index) => settle.mock.calls[index]![0].webhookId === id);
    const settled = await Promise.all(results.map(({ value }) => value));
    expect(settled.map(({ retryInMs }) => retryInMs)).toEqual([...delays, null]);
    expect(await log(id)).toEqual([
      {
        id: expect.any(Number),
        event: 'contact.created',
        status: 'failed',
        response_code: 500,
        response_time: expect.any(Number),
        attempted_at: expect.stringMatching(/Z$/),
        attempts: 6,
        next_attempt_at: null,
        error: 'http_status',
      },
    ]);
    await sweep();
    expect(requests).toHaveLength(6);
    expect(await webhook(id)).toMatchObject({ status: 'active' });
  });

  it('keeps a record of each attempt', async () => {
    receiver.plan(
      { kind: 'reset' },
      { kind: 'answer', status: 503, body: 'later', headers: { 'Retry-After': '1', 'Set-Cookie': 'session=not-ours' } },
    );
    const { id, secret } = await world.given.webhook({ url: receiver.url });
    await createContacts(7);
    await waitUntil('it got through', async () => (await log(id, '?status=success')).length === 1);
    const [entry] = await log(id);
    const response = await world.all.get(`/webhooks/${id}/deliveries/${entry!.id}`).expect(200);
    const { attempt_log: attempts, request, ...rest } = response.body.delivery;
    expect(rest).toMatchObject({ status: 'success', attempts: 3, response_code: 200, error: null });
    expect(attempts).toMatchObject([
      { number: 1, outcome: 'connection_lost', response_code: 0, remote_ip: '127.0.0.1', response_headers: null },
      { number: 2, outcome: 'http_status', response_code: 503, response_body: 'later' },
      { number: 3, outcome: 'success', response_code: 200, response_body: 'thank you' },
    ]);
    expect(attempts[1].response_headers['retry-after']).toBe('1');
    expect(attempts.map((attempt: { request: unknown }) => attempt.request)).toEqual(
      [1, 2, 3].map((number) => ({
        url: receiver.url,
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'Service-Webhook/1.0',
          'X-Service-Event': 'contact.created',
          'X-Service-Webhook-ID': String(id),
          'X-Service-Delivery': String(entry!.id),
          'X-Service-Event-Id': expect.stringMatching(ULID),
          'X-Service-Attempt': String(number),
        },
      })),
    );
    expect(response.text).not.toMatch(/sha256=|v1,|authorization|not-ours/i);
    expect(request.payload.data.contact.id).toBe(7);
    expect(response.text).not.toContain(secret);
  });

  it.each([
    ['closes the connection', { kind: 'reset' }, 'connection_lost', 0],
    ['does not speak HTTP', { kind: 'garbage' }, 'bad_response', 0],
    ['refuses the connection', { kind: 'answer', status: 404 }, 'http_status', 404],
  ] as const)('counts a receiver that %s as one failed attempt', async (_what, behavior, error, code) => {
    receiver.plan(behavior);
    const { id } = await world.given.webhook({ url: receiver.url });
    await createContacts(1);
    await waitUntil('it got through', async () => (await log(id, '?status=success')).length === 1);
    const [entry] = await log(id);
    const { body } = await world.all.get(`/webhooks/${id}/deliveries/${entry!.id}`).expect(200);
    expect(body.delivery.attempt_log[0]).toMatchObject({ outcome: error, response_code: code });
    expect(body.delivery.attempts).toBe(2);
  });

  it('T6 follows no redirect', async () => {
    const elsewhere = await WebhookReceiver.start(world.config.dataDir);
    for (const status of [301, 302, 303, 307, 308])
      receiver.plan({ kind: 'answer', status, headers: { Location: elsewhere.url } });
    const { id } = await world.given.webhook({ url: receiver.url });
    await createContacts(1);
    await waitUntil('it got through', async () => (await log(id, '?status=success')).length === 1);
    expect(elsewhere.requests).toHaveLength(0);
    expect(receiver.requests).toHaveLength(6);
  });

  it('does not trust a certificate for another name, or one that has expired', async () => {
    const wrongName = await WebhookReceiver.start(world.config.dataDir, { hosts: ['elsewhere.example.com'] });
    const expired = await WebhookReceiver.start(world.config.dataDir, { notAfter: new Date(Date.now() - 1_000) });
    for (const bad of [wrongName, expired]) {
      const { id } = await world.given.webhook({ url: bad.url });
      const { body } = await world.all.post(`/webhooks/${id}/test`).expect(200);
      expect(body).toMatchObject({ success: false, delivery: { error: 'tls_failed', response_code: 0 } });
      expect(bad.requests).toHaveLength(0);
    }
  });

  it('disables a webhook at exactly the fifth consecutive failed delivery', async () => {
    receiver.behavior = { kind: 'answer', status: 500 };
    const { id } = await world.given.webhook({ url: receiver.url });
    for (const contact of [1, 2, 3, 4]) await createContacts(contact);
    await waitUntil('four have failed', async () => (await log(id, '?status=failed')).length === 4);
    expect(await webhook(id)).toMatchObject({ status: 'active' });
    await createContacts(5);
    await waitUntil('five have failed', async () => (await log(id, '?status=failed')).length === 5);
    expect(await webhook(id)).toMatchObject({ status: 'failed' });
  });

  it('F22 never disables a webhook that succeeds sometimes', async () => {
    const { id } = await world.given.webhook({ url: receiver.url });
    for (const round of [0, 1]) {
      receiver.behavior = { kind: 'answer', status: 500 };
      await createContacts(1, 2, 3, 4);
      await waitUntil('they have failed', async () => (await log(id, '?status=failed')).length === (round + 1) * 4);
      receiver.behavior = { kind: 'answer', status: 200 };
      await createContacts(5);
      await world.settle();
    }
    expect(await webhook(id)).toMatchObject({ status: 'active' });
  });

  it('F21 parks the deliveries of a disabled webhook and delivers them oldest first after reactivation', async () => {
    receiver.behavior = { kind: 'answer', status: 500 };
    const { id } = await world.given.webhook({ url: receiver.url });
    await createContacts(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    await waitUntil('it is disabled', async () => (await webhook(id)).status === 'failed');
    await createContacts(11);
    await world.settle();
    await attemptsEnded();
    expect(await log(id, '?status=failed')).toHaveLength(5);
    const parked = await log(id, '?status=pending');
    expect(parked).toHaveLength(6);
    const callsBefore = receiver.requests.length;
    await sweep();
    expect(receiver.requests).toHaveLength(callsBefore);

    receiver.requests.length = 0;
    receiver.mostAtOnce = 0;
    // The first probe fails; it must not lift the limit.
    receiver.behavior = { kind: 'answer', status: 200 };
    receiver.plan({ kind: 'answer', status: 500 });
    await world.all.put(`/webhooks/${id}`).send({ status: 'active' }).expect(200);
    await waitUntil('all have arrived', async () => (await log(id, '?status=pending')).length === 0);
    const arrived = receiver.requests.map(({ headers }) => Number(headers['x-service-delivery']));
    const oldestFirst = parked.map((entry) => entry.id).reverse();
    expect(arrived.slice(0, 2)).toEqual(oldestFirst.slice(0, 2));
    expect(new Set(arrived)).toEqual(new Set(oldestFirst));
    expect(await webhook(id)).toMatchObject({ status: 'active' });
    expect(await log(id, '?status=failed')).toHaveLength(5);
  });

  it('ends deliveries that were parked for 72 hours or whose webhook was deleted', async () => {
    receiver.behavior = { kind: 'hang' };
    const { id } = await world.given.webhook({ url: receiver.url });
    await createContacts(1);
    await waitUntil('it is attempted', () => receiver.held.size === 1);
    await world.all.put(`/webhooks/${id}`).send({ status: 'inactive' }).expect(200);
    receiver.answerHeld(500);
    await attemptsEnded();
    await upkeep().endUndeliverable();
    expect(await log(id, '?status=pending')).toHaveLength(1);
    await execute(`UPDATE webhooks SET status_changed_at = NOW(3) - INTERVAL 73 HOUR WHERE id = ${id}`);
    await upkeep().endUndeliverable();
    expect(await log(id, '?status=pending')).toHaveLength(1);
    await execute(`UPDATE webhook_deliveries SET next_attempt_at = NOW(3) - INTERVAL 73 HOUR WHERE webhook_id = ${id}`);
    await upkeep().endUndeliverable();
    expect(await log(id)).toMatchObject([{ status: 'failed', error: 'expired' }]);

    const gone = await world.given.webhook({ url: receiver.url });
    await createContacts(2);
    await waitUntil('it is attempted', () => receiver.held.size === 1);
    await world.all.delete(`/webhooks/${gone.id}`).expect(200);
    receiver.answerHeld(500);
    await attemptsEnded();
    await upkeep().endUndeliverable();
    const [row] = await world.db.query<{ status: string; fail_reason: string }>(
      'SELECT status, fail_reason FROM webhook_deliveries WHERE webhook_id = :id',
      { id: gone.id },
    );
    expect(row).toEqual({ status: 'failed', fail_reason: 'webhook_deleted' });
  });

  it('records an attempt whose process crashed and repeats it with the same delivery id', async () => {
    const { id } = await world.given.webhook({ url: receiver.url, status: 'inactive' });
    const delivery = await insertCrashed(id, 1);
    await world.all.put(`/webhooks/${id}`).send({ status: 'active' }).expect(200);
    await world.settle();
    expect(receiver.requests.map(({ headers }) => headers['x-service-delivery'])).toEqual([String(delivery)]);
    const { body } = await world.all.get(`/webhooks/${id}/deliveries/${delivery}`).expect(200);
    expect(body.delivery.attempt_log).toMatchObject([
      { number: 1, outcome: 'interrupted' },
      { number: 2, outcome: 'success' },
    ]);
  });

  it('F28 ends a delivery after three interruptions without counting it against the webhook', async () => {
    const { id } = await world.given.webhook({ url: receiver.url, status: 'inactive' });
    const delivery = await insertCrashed(id, 3);
    await world.all.put(`/webhooks/${id}`).send({ status: 'active' }).expect(200);
    await world.settle();
    expect(receiver.requests).toHaveLength(0);
    expect(await log(id)).toMatchObject([{ id: delivery, status: 'failed', error: 'poison' }]);
    expect(await webhook(id)).toMatchObject({ status: 'active' });
  });

  it('T45 ignores junk in the queue', async () => {
    const { id } = await world.given.webhook({ url: receiver.url });
    const queue = world.worker!.get<Queue>(getQueueToken(QUEUE.webhookDeliveries), { strict: false });
    const junk = [
      { key: 999_999 },
      { key: 'x' },
      { key: -1 },
      { key: { $gt: 0 } },
      {},
      null,
      'text',
      { key: '1;DROP' },
    ];
    await queue.addBulk(junk.map((data) => ({ data })));
    await createContacts(1);
    await world.settle();
    expect(receiver.requests).toHaveLength(1);
    expect(await log(id)).toHaveLength(1);
    await waitUntil('the queue is empty', async () => (await queue.count()) === 0);
  });

  it('F6 recovers from a lost notification', async () => {
    const { id } = await world.given.webhook({ url: receiver.url, status: 'inactive' });
    await insertCrashed(id, 0);
    await execute(`UPDATE webhooks SET status = 'active' WHERE id = ${id}`);
    await waitUntil('the sweeper has found it', () => receiver.requests.length === 1);
  });

  describe('a test call', () => {
    it('is signed, logged, and answered at once', async () => {
      const { id, secret } = await world.given.webhook({ url: receiver.url });
      const { body } = await world.all.post(`/webhooks/${id}/test`).expect(200);
      expect(body).toMatchObject({
        message: 'The test call was delivered.',
        success: true,
        delivery: { event: 'webhook.test', status: 'success', response_code: 200, attempts: 1, next_attempt_at: null },
      });
      expect(receiver.requests).toHaveLength(1);
      expect(isGenuine(receiver.requests[0]!, secret)).toBe(true);
      expect(JSON.parse(receiver.requests[0]!.rawBody)).toMatchObject({ event: 'webhook.test', webhook_id: id });
      expect(await log(id)).toMatchObject([{ id: body.delivery.id, event: 'webhook.test' }]);
    });

    it('is never retried and never counted', async () => {
      receiver.behavior = { kind: 'answer', status: 500 };
      const { id } = await world.given.webhook({ url: receiver.url });
      for (let call = 0; call < 6; call += 1) {
        const { body } = await world.all.post(`/webhooks/${id}/test`).expect(200);
        expect(body).toMatchObject({
          success: false,
          message: 'The test call failed.',
          delivery: { status: 'failed' },
        });
      }
      await sweep();
      expect(receiver.requests).toHaveLength(6);
      expect(await webhook(id)).toMatchObject({ status: 'active' });
      const refused = await world.all.post(`/webhooks/${id}/deliveries/${(await log(id))[0]!.id}/redeliver`);
      expect(refused.status).toBe(400);
    });
  });

  it('redelivers on request with the same id and the same bytes', async () => {
    const { id } = await world.given.webhook({ url: receiver.url });
    await createContacts(1);
    await world.settle();
    const [entry] = await log(id);
    const { body } = await world.all.post(`/webhooks/${id}/deliveries/${entry!.id}/redeliver`).expect(200);
    expect(body).toMatchObject({ message: 'The delivery will be sent again.', delivery: { id: entry!.id } });
    await world.settle();
    const [first, second] = receiver.requests;
    expect(second!.rawBody).toBe(first!.rawBody);
    expect(second!.headers['x-service-delivery']).toBe(first!.headers['x-service-delivery']);
    expect(second!.headers['x-service-attempt']).toBe('2');
  });

  it('signs with the current secret and calls the current URL, also on a retry', async () => {
    const other = await WebhookReceiver.start(world.config.dataDir);
    receiver.behavior = { kind: 'hang' };
    const { id } = await world.given.webhook({ url: receiver.url });
    await createContacts(1);
    await waitUntil('the first attempt is in progress', () => receiver.requests.length > 0);
    const secret = 'another secret that is long enough';
    await world.all.put(`/webhooks/${id}`).send({ url: other.url, secret }).expect(200);
    receiver.answerHeld(500);
    await waitUntil('it got through', async () => (await log(id, '?status=success')).length === 1);
    expect(isGenuine(other.requests[0]!, secret)).toBe(true);
  });

  const upkeep = (): DeliveryMaintenance => world.worker!.get(DeliveryMaintenance, { strict: false });
  const execute = (sql: string): Promise<unknown> => world.db.transaction((tx) => tx.execute(sql));

  /** Inserts a delivery whose process crashed `interruptions` times during an attempt; the last time just now. */
  async function insertCrashed(webhookId: number, interruptions: number): Promise<number> {
    await createContacts(1);
    await world.settle();
    return world.db.transaction(async (tx) => {
      const [event] = await tx.query<{ id: number }>('SELECT MAX(id) AS id FROM domain_events');
      const { insertId } = await tx.execute(
        `INSERT INTO webhook_deliveries
                (webhook_id, event_id, event, attempts, interrupted, fence, lease_owner, lease_until, next_attempt_at)
         VALUES (:webhookId, :eventId, 'contact.created', :attempts, :before, :attempts, :owner, NOW(3), NOW(3))`,
        {
          webhookId,
          eventId: event!.id,
          attempts: interruptions,
          before: Math.max(0, interruptions - 1),
          owner: interruptions === 0 ? null : 'a-process-that-is-no-more',
        },
      );
      for (let number = 1; number <= interruptions; number += 1)
        await tx.execute(
          'INSERT INTO webhook_attempts (delivery_id, attempt_no, fence, outcome) VALUES (:insertId, :number, :number, :outcome)',
          { insertId, number, outcome: number < interruptions ? 'interrupted' : null },
        );
      return insertId;
    });
  }
});
