import { createHmac } from 'node:crypto';
import { WebhookSecrets } from '../../../src/modules/webhooks/webhook-secrets.service.js';
import { removeWebhooks } from '../../support/remove-webhooks.js';
import { type ReceivedRequest, WebhookReceiver } from '../../support/webhook-receiver.js';
import { World } from '../../support/world.js';

const OLD = 'the old secret, long enough';
const NEW = 'the new secret, long enough';

/** Shares no code with the product. */
const headerOf = (request: ReceivedRequest, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(request.rawBody).digest('hex')}`;

function standardOf(request: ReceivedRequest, secret: string): string {
  const signed = `${String(request.headers['webhook-id'])}.${String(request.headers['webhook-timestamp'])}.${request.rawBody}`;
  return `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`;
}

describe('a rotation of the secret', () => {
  let world: World;
  let receiver: WebhookReceiver;
  let id: number;

  beforeAll(async () => {
    world = await World.start();
    receiver = await WebhookReceiver.start(world.config.dataDir);
  });
  beforeEach(async () => {
    await removeWebhooks(world);
    receiver.requests.length = 0;
    id = (await world.given.webhook({ url: receiver.url, secret: OLD })).id;
  });

  const rotate = (body: Record<string, unknown> = {}) => world.all.post(`/webhooks/${id}/rotate-secret`).send(body);

  /** Returns the next delivery of a real event. */
  async function delivered(): Promise<ReceivedRequest> {
    receiver.requests.length = 0;
    await world.given.contact();
    await world.settle();
    expect(receiver.requests).toHaveLength(1);
    return receiver.requests[0]!;
  }

  const sealed = async (): Promise<{ secret: string; previous_secret: string | null }> =>
    (
      await world.db.query<{ secret: string; previous_secret: string | null }>(
        'SELECT secret, previous_secret FROM webhooks WHERE id = :id',
        { id },
      )
    )[0]!;

  /** From the rotation to the end of the previous secret. */
  const graceMinutes = async (): Promise<number> =>
    (
      await world.db.query<{ minutes: number }>(
        'SELECT TIMESTAMPDIFF(MICROSECOND, updated_at, previous_secret_until) / 60000000 AS minutes FROM webhooks WHERE id = :id',
        { id },
      )
    )[0]!.minutes;

  it('signs with the new secret at once and also with the previous one, in deliveries and test calls', async () => {
    const { body } = await rotate({ secret: NEW, grace_minutes: 5 }).expect(200);
    expect(body).toMatchObject({
      message: 'Successfully rotated the secret.',
      webhook: { id, secret: NEW, has_secret: true, previous_secret_until: expect.stringMatching(/Z$/) },
    });
    expect(await graceMinutes()).toBe(5);

    await world.all.post(`/webhooks/${id}/test`).expect(200);
    const test = receiver.requests[0]!;
    for (const request of [test, await delivered()]) {
      expect(request.headers['x-service-signature']).toBe(headerOf(request, NEW));
      expect(request.headers['x-service-signature-previous']).toBe(headerOf(request, OLD));
      expect(request.headers['webhook-signature']).toBe(`${standardOf(request, NEW)} ${standardOf(request, OLD)}`);
      const unsigned = request.rawBody.replace(/,"signature":"sha256=[0-9a-f]{64}"}$/, '}');
      expect(JSON.parse(request.rawBody).signature).toBe(
        `sha256=${createHmac('sha256', NEW).update(unsigned).digest('hex')}`,
      );
    }
  });

  it('adds no second signature without a rotation or after the grace period', async () => {
    const plain = await delivered();
    expect(plain.headers['x-service-signature-previous']).toBeUndefined();
    expect(plain.headers['webhook-signature']).toBe(standardOf(plain, OLD));

    await rotate({ secret: NEW }).expect(200);
    await execute(`UPDATE webhooks SET previous_secret_until = NOW(3) WHERE id = ${id}`);
    const after = await delivered();
    expect(after.headers['x-service-signature']).toBe(headerOf(after, NEW));
    expect(after.headers['x-service-signature-previous']).toBeUndefined();
    expect(after.headers['webhook-signature']).toBe(standardOf(after, NEW));
  });

  it('T14 shows the new secret once, and stores the previous one encrypted and only during the grace period', async () => {
    const before = await sealed();
    const { body } = await rotate().expect(200);
    expect(body.webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const shown = await Promise.all(
      ['/webhooks', `/webhooks/${id}`, `/webhooks/${id}/deliveries`].map((path) => world.all.get(path).expect(200)),
    );
    for (const { text } of shown) {
      expect(text).not.toContain(body.webhook.secret);
      expect(text).not.toContain(OLD);
    }
    const during = await sealed();
    expect(during.previous_secret).toEqual(expect.any(String));
    expect(JSON.stringify(during)).not.toContain(OLD);
    expect(JSON.stringify(during)).not.toContain(Buffer.from(OLD).toString('base64'));
    expect(during.previous_secret).not.toBe(before.secret);

    const secrets = world.worker!.get(WebhookSecrets, { strict: false });
    expect(await secrets.deletePrevious()).toBe(0);
    await execute(`UPDATE webhooks SET previous_secret_until = NOW(3) WHERE id = ${id}`);
    // The worker may delete it first.
    await secrets.deletePrevious();
    expect((await sealed()).previous_secret).toBeNull();
    const { body: one } = await world.all.get(`/webhooks/${id}`).expect(200);
    expect(one.webhook.previous_secret_until).toBeNull();
  });

  it('T43 binds the previous secret to its webhook and its column', async () => {
    await rotate({ secret: NEW }).expect(200);
    await execute(`UPDATE webhooks SET secret = previous_secret WHERE id = ${id}`);
    await world.all.post(`/webhooks/${id}/test`).expect(500);
    expect(receiver.requests).toHaveLength(0);
  });

  it('has a grace period of one day by default, and none with 0', async () => {
    await rotate().expect(200);
    expect(await graceMinutes()).toBe(24 * 60);
    const now = await rotate({ secret: NEW, grace_minutes: 0 }).expect(200);
    expect(now.body.webhook.previous_secret_until).toBeNull();
    const request = await delivered();
    expect(request.headers['x-service-signature']).toBe(headerOf(request, NEW));
    expect(request.headers['x-service-signature-previous']).toBeUndefined();
  });

  it('lets only one of two concurrent requests succeed, so that no secret loses its grace period', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => rotate({ grace_minutes: 60 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const winner = answers.find(({ status }) => status === 200)!;
    const refused = answers.find(({ status }) => status === 400)!;
    expect(refused.body).toMatchObject({
      code: 'rest_invalid_param',
      message: 'The previous rotation is still in its grace period.',
      data: { params: { grace_minutes: expect.stringContaining(winner.body.webhook.previous_secret_until) } },
    });
    const request = await delivered();
    expect(request.headers['x-service-signature']).toBe(headerOf(request, winner.body.webhook.secret));
    expect(request.headers['x-service-signature-previous']).toBe(headerOf(request, OLD));
  });

  it('is ended by a PUT with a secret, which replaces all others at once', async () => {
    await rotate({ grace_minutes: 60 }).expect(200);
    await world.all.put(`/webhooks/${id}`).send({ name: 'Other' }).expect(200);
    expect((await delivered()).headers['x-service-signature-previous']).toBeDefined();
    const { body } = await world.all.put(`/webhooks/${id}`).send({ secret: NEW }).expect(200);
    expect(body.webhook.previous_secret_until).toBeNull();
    const request = await delivered();
    expect(request.headers['x-service-signature']).toBe(headerOf(request, NEW));
    expect(request.headers['x-service-signature-previous']).toBeUndefined();
  });

  it('answers a repeated request with the same secret, which no row stores in plain text', async () => {
    const key = `rotate-${id}`;
    const first = await rotate({ grace_minutes: 60 }).set('Idempotency-Key', key).expect(200);
    const again = await rotate({ grace_minutes: 60 }).set('Idempotency-Key', key).expect(200);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    const [row] = await world.db.query<{ body: string }>(
      'SELECT body FROM idempotency_keys WHERE idempotency_key = :key',
      { key },
    );
    expect(row!.body).not.toContain(first.body.webhook.secret);
    expect(row!.body).not.toContain('webhook');
  });

  it.each([
    [{ grace_minutes: -1 }, 'grace_minutes'],
    [{ grace_minutes: 10_081 }, 'grace_minutes'],
    [{ grace_minutes: 1.5 }, 'grace_minutes'],
    [{ grace_minutes: 'soon' }, 'grace_minutes'],
    [{ secret: '' }, 'secret'],
    [{ secret: 'x'.repeat(257) }, 'secret'],
    [{ secret: 'sixteen characters\r\nand a line' }, 'secret'],
    [{ secret: OLD }, 'secret'],
  ])('T13 refuses %j and changes nothing', async (body, field) => {
    const before = await sealed();
    const refused = await rotate(body).expect(400);
    expect(refused.body).toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { [field]: expect.any(String) } },
    });
    expect(await sealed()).toEqual(before);
  });

  const execute = (sql: string): Promise<unknown> => world.db.transaction((tx) => tx.execute(sql));
});
