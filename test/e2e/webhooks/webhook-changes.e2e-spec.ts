import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Outbox } from '../../../src/platform/outbox/outbox.js';
import { removeWebhooks } from '../../support/remove-webhooks.js';
import { waitUntil } from '../../support/wait-until.js';
import { type ReceivedRequest, WebhookReceiver } from '../../support/webhook-receiver.js';
import { World } from '../../support/world.js';

const FACTS = 150;
/** The most concurrent calls of a webhook. */
const LANES = 4;
/** Longer than a claim is used without rechecking the webhook. */
const CLAIM_IS_DOUBTFUL_AFTER_MS = 300;

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
    await removeWebhooks(world);
    receiver = await WebhookReceiver.start(world.config.dataDir);
    receiver.behavior = { kind: 'hang' };
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

  /** Answers some calls and returns while further ones are in progress. */
  async function someCalls(): Promise<void> {
    for (let round = 0; round < 3; round += 1) {
      await waitUntil('a call is in progress', () => receiver.held.size > 0, 2);
      receiver.answerHeld();
    }
    await waitUntil('a call is in progress', () => receiver.held.size > 0, 2);
  }

  /** Returns while all lanes wait for an answer. @returns the number of calls until then. */
  async function allLanesCall(): Promise<number> {
    receiver.plan(...Array.from({ length: 20 }, () => ({ kind: 'answer', status: 200 }) as const));
    await createContacts();
    await waitUntil('all lanes call', () => receiver.held.size === LANES);
    return receiver.requests.length;
  }

  /** The calls in progress end when a new one must recheck the webhook. */
  async function callsEnd(): Promise<void> {
    await sleep(CLAIM_IS_DOUBTFUL_AFTER_MS);
    receiver.answerHeld();
  }

  it('F34 is called with one complete secret per request, however the secret changes meanwhile', async () => {
    const secrets = Array.from({ length: 6 }, (_, number) => `secret number ${number} of this webhook`);
    const { id } = await world.given.webhook({ url: receiver.url, secret: secrets[0]! });
    await createContacts();
    for (const secret of secrets.slice(1)) {
      await someCalls();
      await world.all.put(`/webhooks/${id}`).send({ secret }).expect(200);
    }
    receiver.behavior = { kind: 'answer', status: 200 };
    await callsEnd();
    await world.settle();
    const signers = receiver.requests.map((request) => signerOf(request, secrets));
    expect(signers).toHaveLength(FACTS);
    expect(signers.filter((signer) => signer === undefined)).toEqual([]);
    expect(new Set(signers).size).toBeGreaterThan(1);
    expect(signers.at(-1)).toBe(secrets.at(-1));
  });

  it('F34 is called at its new URL at once, and each delivery arrives once', async () => {
    const other = await WebhookReceiver.start(world.config.dataDir);
    const { id } = await world.given.webhook({ url: receiver.url });
    const calls = await allLanesCall();
    await world.all.put(`/webhooks/${id}`).send({ url: other.url }).expect(200);
    await callsEnd();
    await world.settle();
    expect(receiver.requests).toHaveLength(calls);
    const ids = [...receiver.requests, ...other.requests].map(({ headers }) => headers['x-service-delivery']);
    expect(ids).toHaveLength(FACTS);
    expect(new Set(ids).size).toBe(FACTS);
  });

  it.each([
    ['deleted', (id: number) => world.all.delete(`/webhooks/${id}`)],
    ['deactivated', (id: number) => world.all.put(`/webhooks/${id}`).send({ status: 'inactive' })],
  ])('F34 is not called again once it is %s, and running calls finish', async (_what, end) => {
    const { id } = await world.given.webhook({ url: receiver.url });
    const calls = await allLanesCall();
    await end(id).expect(200);
    await callsEnd();
    await waitUntil('the calls are stored and the claims released', async () => {
      const claimed = await world.db.query(
        'SELECT 1 FROM webhook_deliveries WHERE webhook_id = :id AND lease_owner IS NOT NULL',
        { id },
      );
      return claimed.length === 0;
    });
    expect(receiver.requests).toHaveLength(calls);
    const [sent] = await world.db.query(
      `SELECT COUNT(*) AS calls FROM webhook_deliveries WHERE webhook_id = :id AND status = 'success'`,
      { id },
    );
    expect(sent).toEqual({ calls });
  });
});
