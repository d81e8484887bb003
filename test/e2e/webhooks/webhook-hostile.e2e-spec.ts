import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { freePort } from '../../support/free-port.js';
import { RawServer } from '../../support/raw-server.js';
import { waitUntil } from '../../support/wait-until.js';
import { type Behavior, WebhookReceiver } from '../../support/webhook-receiver.js';
import { World } from '../../support/world.js';

/** A twentieth of the real values. */
const LIMITS = { budgetMs: 1_500, drainMs: 100 };
const SLACK_MS = 1_000;
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

/** A receiver that a webhook can be pointed at. */
interface Place {
  readonly url: string;
  readonly connections: number;
  stop(): Promise<void>;
}

describe('hostile receivers', () => {
  let world: World;
  const places: Place[] = [];

  beforeAll(async () => {
    world = await World.start({ env: { WEBHOOK_RETRY_SCHEDULE: '1h' }, outbound: { limits: LIMITS } });
  });
  afterEach(async () => {
    const { body } = await world.all.get('/webhooks');
    for (const { id } of body.webhooks) await world.all.delete(`/webhooks/${id}`).expect(200);
    await Promise.all(places.splice(0).map((place) => place.stop()));
  });

  async function behaving(behavior: Behavior): Promise<WebhookReceiver> {
    const receiver = await WebhookReceiver.start(world.config.dataDir);
    receiver.behavior = behavior;
    places.push(receiver);
    return receiver;
  }

  async function raw(...treatment: Parameters<typeof RawServer.start>): Promise<RawServer> {
    const server = await RawServer.start(...treatment);
    places.push(server);
    return server;
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

  const allSocketsClosed = (): Promise<number> =>
    waitUntil('all sockets are closed', () => places.every(({ connections }) => connections === 0));

  it('T9 F20 that respond too slowly cost one timeout, and their socket is destroyed', async () => {
    const silent = await raw(() => undefined);
    const slowest = [
      await behaving({ kind: 'hang' }),
      await behaving({ kind: 'drip', everyMs: 20 }),
      await behaving({ kind: 'hints', everyMs: 50 }),
      silent,
      // One byte of a TLS record at a time.
      await raw((socket) => {
        const timer = setInterval(() => socket.write('\x16'), 50);
        socket.once('close', () => {
          clearInterval(timer);
        });
      }),
    ];
    const attempts = await callAll(slowest.map(({ url }) => url));
    for (const attempt of attempts.slice(0, 4)) {
      expect(attempt).toMatchObject({ status: 'pending', outcome: 'timeout', response_code: 0 });
      expect(attempt.response_time).toBeGreaterThanOrEqual(LIMITS.budgetMs - 25);
      expect(attempt.response_time).toBeLessThan(LIMITS.budgetMs + SLACK_MS);
    }
    expect(attempts[4]).toMatchObject({ status: 'pending', response_code: 0 });
    expect(attempts[4]!.response_time).toBeLessThan(LIMITS.budgetMs + SLACK_MS);
    await allSocketsClosed();
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
      'reset before TLS': await raw((socket) => socket.resetAndDestroy()),
      noise: await raw((socket) => socket.end(noise)),
      'no TLS': await raw((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')),
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
    await allSocketsClosed();
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

  it('T9 T10 F20 that send an endless body, a bomb, or a trickle count as answered, with bounded time and memory', async () => {
    const before = process.memoryUsage().rss;
    const headers = { 'Content-Encoding': 'gzip', 'Content-Length': String(BOMB.length) };
    const receivers = {
      endless: await behaving({ kind: 'endless' }),
      huge: await behaving({ kind: 'endless', length: TEN_GIGABYTES }),
      bomb: await behaving({ kind: 'answer', status: 200, headers, body: BOMB }),
      trickle: await behaving({ kind: 'drip-body', everyMs: 20 }),
      binary: await behaving({ kind: 'answer', status: 200, body: randomBytes(6_000) }),
    };
    const startedAt = performance.now();
    const attempts = await callAll(Object.values(receivers).map(({ url }) => url));
    for (const attempt of attempts) {
      expect(attempt).toMatchObject({ status: 'success', outcome: 'success', response_code: 200 });
      expect(attempt.response_body!.length).toBeLessThanOrEqual(4_096);
    }
    expect(attempts[0]!.response_body).toBe('x'.repeat(4_096));
    expect(performance.now() - startedAt).toBeLessThan(LIMITS.budgetMs + SLACK_MS);
    await waitUntil('all sockets to them are closed', () =>
      [receivers.endless, receivers.huge, receivers.trickle].every(({ connections }) => connections === 0),
    );
    // This includes what the buffers of two sockets hold.
    expect(receivers.endless.poured + receivers.huge.poured).toBeLessThan(40 * MEBIBYTE);
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * MEBIBYTE);
  });

  it('F20 with an expired, wrong, or self-signed certificate are sent nothing', async () => {
    const certificateFolder = mkdtempSync(join(tmpdir(), 'carillon-strangers-'));
    const receivers = [
      await WebhookReceiver.start(world.config.dataDir, { notAfter: new Date(Date.now() - 1_000) }),
      await WebhookReceiver.start(world.config.dataDir, { hosts: ['elsewhere.example.com'] }),
      await WebhookReceiver.start(certificateFolder),
    ];
    places.push(...receivers);
    const attempts = await callAll(receivers.map(({ url }) => url));
    for (const attempt of attempts)
      expect(attempt).toMatchObject({ status: 'pending', outcome: 'tls_failed', response_code: 0 });
    expect(receivers.map(({ requests }) => requests.length)).toEqual([0, 0, 0]);
    rmSync(certificateFolder, { recursive: true });
  });

  it('T46 get at most 64 requests at a time for a hundred webhooks of one host, and there is no 101st webhook', async () => {
    const victim = await behaving({ kind: 'late', afterMs: 150 });
    for (let number = 1; number <= 100; number += 1) await world.given.webhook({ url: `${victim.url}/${number}` });
    await world.all
      .post('/webhooks')
      .send({ name: 'One too many', url: victim.url, events: ['contact.created'] })
      .expect(400);
    for (let number = 0; number < 5; number += 1) await world.given.contact();
    await world.settle();
    expect(victim.requests).toHaveLength(500);
    expect(victim.mostAtOnce).toBeGreaterThan(32);
    expect(victim.mostAtOnce).toBeLessThanOrEqual(64);
  });
});

describe('a healthy receiver beside fifty hostile ones', () => {
  /** Long enough to show in the latencies of the other receivers. */
  const limits = { budgetMs: 3_000, drainMs: 1_000 };
  const ROUNDS = 30;

  it('T9 F20 is served as before, whether they hang, drip, or never finish their response', async () => {
    const world = await World.start({ env: { WEBHOOK_RETRY_SCHEDULE: '1h' }, outbound: { limits } });
    const healthy = await WebhookReceiver.start(world.config.dataDir);
    await world.given.webhook({ url: healthy.url, events: ['contact.updated'] });
    const { id } = await world.given.contact();
    const latencies = async (): Promise<{ median: number; worst: number }> => {
      const taken: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const seen = healthy.requests.length;
        await world.all
          .put(`/subscribers/${id}`)
          .send({ first_name: `Ada ${performance.now()}` })
          .expect(200);
        const start = performance.now();
        await waitUntil('the healthy one was called', () => healthy.requests.length > seen, 1);
        taken.push(performance.now() - start);
      }
      taken.sort((a, b) => a - b);
      return { median: taken[ROUNDS / 2]!, worst: taken.at(-1)! };
    };
    await latencies();
    const alone = await latencies();

    const kinds: Behavior[] = [{ kind: 'hang' }, { kind: 'drip', everyMs: 100 }, { kind: 'drip-body', everyMs: 100 }];
    const bad = [];
    for (const behavior of kinds) {
      const receiver = await WebhookReceiver.start(world.config.dataDir);
      receiver.behavior = behavior;
      bad.push(receiver);
      for (let number = 0; number < (behavior.kind === 'drip-body' ? 30 : 10); number += 1)
        await world.given.webhook({ url: `${receiver.url}/${number}` });
    }
    for (let number = 0; number < 60; number += 1) await world.given.contact();
    // By now each has had the three calls that classify it.
    await sleep(3 * limits.budgetMs);
    const beside = await latencies();
    const [left] = await world.db.query<{ total: number }>(
      "SELECT COUNT(*) AS total FROM webhook_deliveries WHERE status = 'pending' AND failures = 0",
    );
    process.stderr.write(
      `healthy neighbour: median ${alone.median.toFixed(0)} ms and worst ${alone.worst.toFixed(0)} ms alone, ` +
        `${beside.median.toFixed(0)} ms and ${beside.worst.toFixed(0)} ms beside fifty bad ones\n`,
    );
    // Their deliveries are not finished.
    expect(left!.total).toBeGreaterThan(50);
    expect(beside.median).toBeLessThan(Math.max(alone.median * 2, 200));
    expect(beside.worst).toBeLessThan(limits.drainMs);
    await world.stop();
    await Promise.all([healthy, ...bad].map((receiver) => receiver.stop()));
  });
});
