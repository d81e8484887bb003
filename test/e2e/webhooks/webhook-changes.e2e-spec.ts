import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Outbox } from '../../../src/platform/outbox/outbox.js';
import { waitUntil } from '../../support/wait-until.js';
import { type ReceivedRequest, WebhookReceiver } from '../../support/webhook-receiver.js';
import { World } from '../../support/world.js';

const FACTS = 150;
/** Duration of each call, so that some are always in progress. */
const ANSWERS_AFTER_MS = 30;
/** How long a claim is used without rechecking the webhook. */
const BELIEVED_MS = 250;

const hex = (text: string, secret: string): string => createHmac('sha256', secret).update(text).digest('hex');

/** Returns the secret that made all three signatures of a call, or undefined. */
function signerOf({ headers, rawBody }: ReceivedRequest, secrets: readonly string[]): string | undefined {
  const [, inBody = ''] = /,"signature":"sha256=([0-9a-f]{64})"}$/.exec(rawBody) ?? [];
  const unsigned = rawBody.replace(/,"signature":"sha256=[0-9a-f]{64}"}$/, '}');
  return secrets.find((secret) => {
    const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${rawBody}`;
    const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret;
    return (
      headers['x-service-signature'] === `sha256=${hex(rawBody, secret)}` &&
      inBody === hex(unsigned, secret) &&
      headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(content).digest('base64')}`
    );
  });
}

describe('a webhook that is changed during calls', () => {
  let world: World;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    world = await World.start({ env: { WEBHOOK_RETRY_SCHEDULE: '100ms,100ms,100ms,100ms,100ms' } });
  });
  beforeEach(async () => {
    receiver = await WebhookReceiver.start(world.config.dataDir);
    receiver.behavior = { kind: 'late', afterMs: ANSWERS_AFTER_MS };
  });
  afterEach(async () => {
    const { body } = await world.all.get('/webhooks');
    for (const { id } of body.webhooks) await world.all.delete(`/webhooks/${id}`).expect(200);
  });

  async function createContacts(): Promise<void> {
    const outbox = world.api.get(Outbox, { strict: false });
    await world.db.transaction((tx) =>
      outbox.appendAll(
        tx,
        Array.from({ length: FACTS }, (_, index) => ({
          type: 'contact.created' as const,
          subjectId: index + 1,
          data: {
            contact: {
              ...{ id: index + 1, email: `person-${index}@example.com`, first_name: null, last_name: null },
              ...{ status: 'subscribed', created_at: '2026-01-02T03:04:05.000Z' },
            },
            source: 'api' as const,
          },
        })),
      ),
    );
  }

  const someCalls = (count: number): Promise<number> =>
    waitUntil(`${count} calls were made`, () => receiver.requests.length >= count, 2);

  it('F34 is called with one complete secret per request, however the secret changes meanwhile', async () => {
    const secrets = Array.from({ length: 6 }, (_, number) => `secret number ${number} of this webhook`);
    const { id } = await world.given.webhook({ url: receiver.url, secret: secrets[0]! });
    await createContacts();
    for (const [index, secret] of secrets.slice(1).entries()) {
      await someCalls((index + 1) * 15);
      await world.all.put(`/webhooks/${id}`).send({ secret }).expect(200);
    }
    await world.settle();
    const signers = receiver.requests.map((request) => signerOf(request, secrets));
    expect(signers).toHaveLength(FACTS);
    expect(signers.filter((signer) => signer === undefined)).toEqual([]);
    expect(new Set(signers).size).toBeGreaterThan(1);
    expect(signers.at(-1)).toBe(secrets.at(-1));
  });

  it('F34 is called at its new URL at once, and each delivery arrives once', async () => {
    const other = await WebhookReceiver.start(world.config.dataDir);
    other.behavior = receiver.behavior;
    const { id } = await world.given.webhook({ url: receiver.url });
    await createContacts();
    await someCalls(20);
    await world.all.put(`/webhooks/${id}`).send({ url: other.url }).expect(200);
    const changedAt = Date.now();
    await world.settle();
    const late = receiver.requests.filter(({ at }) => at > changedAt + BELIEVED_MS + ANSWERS_AFTER_MS);
    expect(late).toEqual([]);
    const ids = [...receiver.requests, ...other.requests].map(({ headers }) => headers['x-service-delivery']);
    expect(ids).toHaveLength(FACTS);
    expect(new Set(ids).size).toBe(FACTS);
    await other.stop();
  });

  it.each([
    ['deleted', (id: number) => world.all.delete(`/webhooks/${id}`)],
    ['deactivated', (id: number) => world.all.put(`/webhooks/${id}`).send({ status: 'inactive' })],
  ])('F34 is not called again once it is %s, and running calls finish', async (_what, end) => {
    const { id } = await world.given.webhook({ url: receiver.url });
    await createContacts();
    await someCalls(20);
    await end(id).expect(200);
    const endedAt = Date.now();
    await sleep(BELIEVED_MS + 500);
    const late = receiver.requests.filter(({ at }) => at > endedAt + BELIEVED_MS + ANSWERS_AFTER_MS);
    expect(late).toEqual([]);
    expect(receiver.requests.length).toBeLessThan(FACTS);
    const [open] = await world.db.query<{ claimed: number }>(
      'SELECT COUNT(*) AS claimed FROM webhook_deliveries WHERE webhook_id = :id AND lease_owner IS NOT NULL',
      { id },
    );
    expect(open!.claimed).toBe(0);
  });
});
