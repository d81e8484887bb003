import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { freePort } from '../../support/free-port.js';
import { RawServer } from '../../support/raw-server.js';
import { removeWebhooks } from '../../support/remove-webhooks.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { waitUntil } from '../../support/wait-until.js';
import { type Behavior, WebhookReceiver } from '../../support/webhook-receiver.js';
import { World } from '../../support/world.js';
import type { OutboundLimits } from '../../../src/platform/outbound-http/outbound-http.js';

const HOUR_MS = 3_600_000;
/** For receivers that never finish their response. */
const SHORT_MS = 500;
const MEBIBYTE = 1024 * 1024;
const TEN_GIGABYTES = 10 * 1024 * MEBIBYTE;
/** A gibibyte of zeros. Inflating it would take seconds and keep all of it in memory. */
const BOMB = gzipSync(Buffer.alloc(1024 * MEBIBYTE), { level: 1 });

interface Attempt {
  readonly outcome: string;
  readonly response_code: number;
  readonly response_time: number;
  readonly response_body: string | null;
}

let world: World;

async function startWorld(limits: OutboundLimits): Promise<void> {
  world = await World.start({ env: { WEBHOOK_RETRY_SCHEDULE: '1h' }, outbound: { limits } });
}

async function behaving(behavior: Behavior): Promise<WebhookReceiver> {
  const receiver = await WebhookReceiver.start(world.config.dataDir);
  receiver.behavior = behavior;
  return receiver;
}

/** Returns the only attempt of the only delivery of the webhook. */
async function attemptOf(webhookId: number): Promise<Attempt & { readonly status: string }> {
  const { body } = await world.all.get(`/webhooks/${webhookId}/deliveries`).expect(200);
  expect(body.deliveries).toHaveLength(1);
  const [{ id, status }] = body.deliveries;
  const { body: detail } = await world.all.get(`/webhooks/${webhookId}/deliveries/${id}`).expect(200);
  expect(detail.delivery.attempt_log).toHaveLength(1);
  return { ...detail.delivery.attempt_log[0], status };
}

/** Points one webhook at each receiver, causes one event, and returns the log of each, in order. */
async function callAll(urls: readonly string[]): Promise<(Attempt & { readonly status: string })[]> {
  const webhooks = [];
  for (const url of urls) webhooks.push((await world.given.webhook({ url })).id);
  await world.given.contact();
  await world.settle();
  const attempts = [];
  for (const id of webhooks) attempts.push(await attemptOf(id));
  return attempts;
}

const allSocketsClosed = (receivers: readonly { readonly connections: number }[]): Promise<unknown> =>
  waitUntil('all sockets are closed', () => receivers.every(({ connections }) => connections === 0));

describe('hostile receivers', () => {
  /** Of the world; a test may change them. */
  let limits: { budgetMs: number; drainMs: number };

  beforeAll(async () => {
    limits = { budgetMs: HOUR_MS, drainMs: HOUR_MS };
    await startWorld(limits);
  });
  beforeEach(async () => {
    limits.drainMs = HOUR_MS;
    await removeWebhooks(world);
  });

  it('T10 F20 that send anything but one small response are ignored', async () => {
    const noise = randomBytes(8_192);
    const servers = {
      reset: await behaving({ kind: 'reset' }),
      garbage: await behaving({ kind: 'garbage' }),
      'line too long': await behaving({ kind: 'answer', status: 200, headers: { 'X-Large': 'x'.repeat(64 * 1024) } }),
      'many headers': await behaving({
        kind: 'answer',
        status: 200,
        headers: Object.fromEntries(Array.from({ length: 5_000 }, (_, number) => [`x-${number}`, 'x'])),
      }),
      'reset before TLS': await RawServer.start((socket) => socket.resetAndDestroy()),
      noise: await RawServer.start((socket) => socket.end(noise)),
      'no TLS': await RawServer.start((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')),
    };
    const attempts = await callAll([
      ...Object.values(servers).map(({ url }) => url),
      `https://127.0.0.1:${await freePort()}/`,
    ]);
    const [reset, garbage, line, many, early, noisy, plain, unreachable] = attempts;
    for (const attempt of attempts) expect(attempt).toMatchObject({ status: 'pending', response_code: 0 });
    expect([reset!.outcome, garbage!.outcome, line!.outcome, many!.outcome, unreachable!.outcome]).toEqual([
      'connection_lost',
      'bad_response',
      'bad_response',
      'bad_response',
      'connect_failed',
    ]);
    expect(['connection_lost', 'tls_failed']).toContain(early!.outcome);
    expect([noisy!.outcome, plain!.outcome]).toEqual(['tls_failed', 'tls_failed']);
    await allSocketsClosed(Object.values(servers));
  });

  it.each([300, 301, 302, 303, 304, 305, 306, 307, 308])('T6 F20 that answer %d are not followed', async (status) => {
    const elsewhere = await behaving({ kind: 'answer', status: 200 });
    const headers = { Location: elsewhere.url, Refresh: `0; url=${elsewhere.url}` };
    const receiver = await behaving({ kind: 'answer', status, headers });
    const itself = await behaving({ kind: 'answer', status, headers: { Location: '/hook' } });
    const attempts = await callAll([receiver.url, itself.url]);
    for (const attempt of attempts)
      expect(attempt).toMatchObject({ status: 'pending', outcome: 'http_status', response_code: status });
    expect(elsewhere.connections).toBe(0);
    expect([receiver.requests.length, itself.requests.length]).toEqual([1, 1]);
  });

  it('F20 that answer with an error fail with that status', async () => {
    const codes = [400, 401, 404, 410, 429, 500, 502, 503, 599, 999];
    const receivers = [];
    for (const status of codes) receivers.push(await behaving({ kind: 'answer', status, body: 'no' }));
    const attempts = await callAll(receivers.map(({ url }) => url));
    for (const [index, attempt] of attempts.entries())
      expect(attempt).toMatchObject({ status: 'pending', outcome: 'http_status', response_code: codes[index] });
  });

  it('T10 F20 that send an endless body or a bomb count as answered and are cut off by their size', async () => {
    const headers = { 'Content-Encoding': 'gzip', 'Content-Length': String(BOMB.length) };
    const receivers = {
      endless: await behaving({ kind: 'endless' }),
      huge: await behaving({ kind: 'endless', length: TEN_GIGABYTES }),
      bomb: await behaving({ kind: 'answer', status: 200, headers, body: BOMB }),
      binary: await behaving({ kind: 'answer', status: 200, body: randomBytes(6_000) }),
    };
    const attempts = await callAll(Object.values(receivers).map(({ url }) => url));
    for (const attempt of attempts) {
      expect(attempt).toMatchObject({ status: 'success', outcome: 'success', response_code: 200 });
      expect(attempt.response_body!.length).toBeLessThanOrEqual(4_096);
    }
    expect(attempts[0]!.response_body).toBe('x'.repeat(4_096));
    // Not inflated.
    expect(attempts[2]!.response_body).toContain('\x1f');
    await allSocketsClosed([receivers.endless, receivers.huge, receivers.bomb]);
    // This includes what the buffers of two sockets hold.
    expect(receivers.endless.poured + receivers.huge.poured).toBeLessThan(40 * MEBIBYTE);
  });

  it('T9 F20 that never finish their response count as answered, and their socket is destroyed', async () => {
    limits.drainMs = SHORT_MS;
    const receiver = await behaving({ kind: 'drip-body', everyMs: 20 });
    expect(await callAll([receiver.url])).toMatchObject([
      { status: 'success', outcome: 'success', response_code: 200 },
    ]);
    await allSocketsClosed([receiver]);
  });

  it('F20 with an expired, wrong, or self-signed certificate are sent nothing', async () => {
    const receivers = [
      await WebhookReceiver.start(world.config.dataDir, { notAfter: new Date(Date.now() - 1_000) }),
      await WebhookReceiver.start(world.config.dataDir, { hosts: ['elsewhere.example.com'] }),
      await WebhookReceiver.start(temporaryFolder('strangers')),
    ];
    const attempts = await callAll(receivers.map(({ url }) => url));
    for (const attempt of attempts)
      expect(attempt).toMatchObject({ status: 'pending', outcome: 'tls_failed', response_code: 0 });
    expect(receivers.map(({ requests }) => requests.length)).toEqual([0, 0, 0]);
  });

  it('T46 get at most 64 requests at a time for a hundred webhooks of one host, and there is no 101st webhook', async () => {
    const victim = await behaving({ kind: 'hang' });
    for (let number = 1; number <= 100; number += 1) await world.given.webhook({ url: `${victim.url}/${number}` });
    await world.all
      .post('/webhooks')
      .send({ name: 'One too many', url: victim.url, events: ['contact.created'] })
      .expect(400);
    for (let number = 0; number < 5; number += 1) await world.given.contact();
    await waitUntil('64 requests are in progress', () => victim.held.size === 64);
    victim.behavior = { kind: 'answer', status: 200 };
    victim.answerHeld();
    await world.settle();
    expect(victim.requests).toHaveLength(500);
    expect(victim.mostAtOnce).toBe(64);
  });
});

describe('hostile receivers that never answer', () => {
  it('T9 F20 that respond too slowly cost one timeout, and their socket is destroyed', async () => {
    await startWorld({ budgetMs: SHORT_MS, drainMs: SHORT_MS });
    const silent = await RawServer.start(() => undefined);
    const slowest = [
      await behaving({ kind: 'hang' }),
      await behaving({ kind: 'drip', everyMs: 20 }),
      await behaving({ kind: 'hints', everyMs: 50 }),
      silent,
      // One byte of a TLS record at a time.
      await RawServer.start((socket) => {
        const timer = setInterval(() => socket.write('\x16'), 50);
        socket.once('close', () => {
          clearInterval(timer);
        });
      }),
    ];
    const attempts = await callAll(slowest.map(({ url }) => url));
    for (const attempt of attempts.slice(0, 4)) {
      expect(attempt).toMatchObject({ status: 'pending', outcome: 'timeout', response_code: 0 });
      expect(attempt.response_time).toBeGreaterThanOrEqual(SHORT_MS - 25);
    }
    expect(attempts[4]).toMatchObject({ status: 'pending', response_code: 0 });
    await allSocketsClosed(slowest);
  });

  it('T9 F20 do not delay a healthy one, whether fifty of them hang, drip, or never finish their response', async () => {
    const limits = { budgetMs: HOUR_MS, drainMs: HOUR_MS };
    await startWorld(limits);
    const healthy = await behaving({ kind: 'answer', status: 200 });
    await world.given.webhook({ url: healthy.url, events: ['contact.updated'] });
    const { id } = await world.given.contact();
    async function healthyOneIsServed(): Promise<void> {
      const calls = healthy.requests.length;
      await world.all
        .put(`/subscribers/${id}`)
        .send({ first_name: `Ada ${calls}` })
        .expect(200);
      await waitUntil('the healthy one is called', () => healthy.requests.length > calls);
    }
    // Also fixes the timeout of connections.
    await healthyOneIsServed();

    Object.assign(limits, { budgetMs: SHORT_MS, drainMs: SHORT_MS });
    const bad: WebhookReceiver[] = [];
    const kinds: Behavior[] = [{ kind: 'hang' }, { kind: 'drip', everyMs: 100 }, { kind: 'drip-body', everyMs: 100 }];
    for (const behavior of kinds) {
      const receiver = await behaving(behavior);
      bad.push(receiver);
      for (let number = 0; number < (behavior.kind === 'drip-body' ? 30 : 10); number += 1)
        await world.given.webhook({ url: `${receiver.url}/${number}`, events: ['contact.created'] });
    }
    for (let number = 0; number < 60; number += 1) await world.given.contact();
    await waitUntil('each has had the three calls that classify it', async () => {
      const classified = await world.db.query(
        `SELECT d.webhook_id FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id
          WHERE d.event = 'contact.created' AND a.outcome IS NOT NULL GROUP BY d.webhook_id HAVING COUNT(*) >= 3`,
      );
      return classified.length === 50;
    });
    // From now on their calls last until the end of the test.
    Object.assign(limits, { budgetMs: HOUR_MS, drainMs: HOUR_MS });
    const callsOfBadOnes = (): number => bad.reduce((sum, { underWay }) => sum + underWay, 0);
    for (let round = 0; round < 30; round += 1) await healthyOneIsServed();
    await waitUntil('the bad ones have all slots of slow receivers', () => callsOfBadOnes() === 32);
    await healthyOneIsServed();
    expect(callsOfBadOnes()).toBe(32);
  });
});
