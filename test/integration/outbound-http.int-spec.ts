import type { LookupAddress } from 'node:dns';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { parseConfig } from '../../src/platform/config/config.js';
import type { Resolve } from '../../src/platform/outbound-http/guarded-connector.js';
import { OutboundHttp, type OutboundResult } from '../../src/platform/outbound-http/outbound-http.js';
import { RawServer } from '../support/raw-server.js';
import { recordConnects } from '../support/recorded-connects.js';
import { stopAtEnd } from '../support/stop-at-end.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { waitUntil } from '../support/wait-until.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

const HOUR_MS = 3_600_000;
/** For receivers that never answer. */
const SHORT_MS = 300;
const LOOPBACK: LookupAddress = { address: '127.0.0.1', family: 4 };
const METADATA: LookupAddress = { address: '169.254.169.254', family: 4 };

describe('outbound HTTP', () => {
  let dataDir: string;
  let receiver: WebhookReceiver;
  /** Of all clients; a test may change them. */
  let limits: { budgetMs: number; drainMs: number };

  beforeAll(() => {
    dataDir = temporaryFolder('outbound');
  });
  beforeEach(async () => {
    limits = { budgetMs: HOUR_MS, drainMs: HOUR_MS };
    receiver = await WebhookReceiver.start(dataDir, { hosts: ['localhost', '127.0.0.1', 'hooks.example.com'] });
  });

  function client(options: { resolve?: Resolve; allowPrivate?: boolean; production?: boolean } = {}): OutboundHttp {
    const production = options.production ?? false;
    const config = parseConfig({
      NODE_ENV: production ? 'production' : 'test',
      ...(production ? { PUBLIC_URL: 'https://carillon.example.com' } : {}),
      DATABASE_URL: 'mysql://nowhere',
      REDIS_URL: 'redis://nowhere',
      APP_SECRET: 'a secret for tests only, 32 characters and more',
      DATA_DIR: dataDir,
      WEBHOOK_ALLOW_PRIVATE_NETWORKS: String(options.allowPrivate ?? !production),
    });
    const made = new OutboundHttp(config, {
      limits,
      ...(options.resolve === undefined ? {} : { resolve: options.resolve }),
    });
    stopAtEnd({ stop: () => made.onApplicationShutdown() });
    return made;
  }

  const post = (http: OutboundHttp, url = receiver.url): Promise<OutboundResult> =>
    http.post({ url, headers: { 'content-type': 'application/json' }, body: '{"a":1}' });

  it('posts the body unchanged and returns the remote address and the duration', async () => {
    receiver.plan({ kind: 'late', afterMs: 100 });
    const http = client();
    const late = await post(http);
    expect(receiver.requests).toMatchObject([{ rawBody: '{"a":1}', path: '/hook' }]);
    expect(late).toMatchObject({ failure: null, status: 200, remoteAddress: '127.0.0.1' });
    // Timers may fire a little early.
    expect(late.ms).toBeGreaterThanOrEqual(90);
    const result = await post(http);
    expect(result.failure === null && result.excerpt.toString()).toBe('thank you');
  });

  it('gets a short document, with the same address rules as for a POST', async () => {
    receiver.behavior = { kind: 'answer', status: 200, body: 'x'.repeat(10_000) };
    const result = await client().get({ url: receiver.url, headers: {} });
    expect(receiver.requests).toMatchObject([{ rawBody: '', path: '/hook' }]);
    expect(result).toMatchObject({ failure: null, status: 200, unended: false });
    expect(result.failure === null && result.excerpt.length).toBe(10_000);
    const refused = client({ allowPrivate: false, resolve: () => Promise.resolve([LOOPBACK]) });
    expect(await refused.get({ url: `https://hooks.example.com:${receiver.port}/`, headers: {} })).toMatchObject({
      failure: 'blocked_address',
    });
    expect(await refused.get({ url: 'http://hooks.example.com/', headers: {} })).toMatchObject({
      failure: 'refused_url',
    });
  });

  it('sends no other headers than the necessary ones', async () => {
    await post(client());
    expect(Object.keys(receiver.requests[0]!.headers).sort()).toEqual([
      'connection',
      'content-length',
      'content-type',
      'host',
    ]);
  });

  it('reuses connections', async () => {
    const http = client();
    for (let call = 0; call < 20; call += 1) expect((await post(http)).failure).toBeNull();
    expect(receiver.connections).toBeLessThanOrEqual(2);
  });

  it('uses the host name for the certificate check and the Host header', async () => {
    const http = client({ resolve: () => Promise.resolve([LOOPBACK]) });
    const named = await post(http, `https://hooks.example.com:${receiver.port}/`);
    expect(named).toMatchObject({ failure: null, status: 200 });
    expect(receiver.requests[0]!.headers.host).toBe(`hooks.example.com:${receiver.port}`);
    const misnamed = await post(http, `https://other.example.com:${receiver.port}/`);
    expect(misnamed).toMatchObject({ failure: 'tls_failed' });
  });

  it('does not trust the development authority in production', async () => {
    const resolve: Resolve = () => Promise.resolve([LOOPBACK]);
    // Production also blocks loopback addresses, and does so first.
    expect(await post(client({ production: true, resolve }), `https://localhost:${receiver.port}/`)).toMatchObject({
      failure: 'blocked_address',
    });
    const other = await WebhookReceiver.start(temporaryFolder('other'));
    expect(await post(client(), other.url)).toMatchObject({ failure: 'tls_failed' });
  });

  describe('addresses', () => {
    it('T4 refuses a name with a private address among public ones, without connecting to any', async () => {
      for (const addresses of [[LOOPBACK, METADATA], [METADATA, LOOPBACK], [METADATA]]) {
        const http = client({ resolve: () => Promise.resolve(addresses) });
        expect(await post(http, `https://hooks.example.com:${receiver.port}/`)).toMatchObject({
          failure: 'blocked_address',
          remoteAddress: null,
        });
      }
      expect(receiver.connections).toBe(0);
    });

    it('T5 never connects to an address other than the checked one, in many calls', async () => {
      const calls = process.env['TEST_DEPTH'] === 'full' ? 1_000 : 300;
      let lookups = 0;
      const http = client({
        resolve: () => {
          lookups += 1;
          return Promise.resolve([lookups % 2 === 0 ? METADATA : LOOPBACK]);
        },
      });
      // Closed connections force every call to resolve and connect again.
      receiver.behavior = { kind: 'answer', status: 200, headers: { Connection: 'close' } };
      const connects = recordConnects();
      const outcomes = [];
      for (let call = 1; call <= calls; call += 1)
        outcomes.push((await post(http, `https://hooks.example.com:${receiver.port}/`)).failure);
      connects.stop();
      expect(lookups).toBe(calls);
      expect(outcomes).toEqual(outcomes.map((_, index) => (index % 2 === 0 ? null : 'blocked_address')));
      expect(connects.targets).toEqual(Array<string>(calls / 2).fill(`127.0.0.1:${receiver.port}`));
    });

    it('tries the addresses of one DNS answer in order, and no others', async () => {
      const unreachable = { address: '127.0.0.2', family: 4 };
      const http = client({ resolve: () => Promise.resolve([unreachable, LOOPBACK]) });
      const connects = recordConnects();
      const result = await post(http, `https://hooks.example.com:${receiver.port}/`);
      connects.stop();
      expect(result).toMatchObject({ failure: null, remoteAddress: '127.0.0.1' });
      expect(connects.targets).toEqual([`127.0.0.2:${receiver.port}`, `127.0.0.1:${receiver.port}`]);
    });

    it('uses no proxy from the environment', async () => {
      const proxy = await RawServer.start((socket) => socket.end());
      const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [name, name.toLowerCase()]);
      const before = { ...process.env };
      for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`;
      process.env['NODE_USE_ENV_PROXY'] = '1';
      try {
        expect(await post(client())).toMatchObject({ failure: null, status: 200 });
      } finally {
        process.env = before;
      }
      expect(proxy.accepted).toBe(0);
    });

    it('T1 T2 refuses private addresses in the URL, in any notation', async () => {
      const http = client({ allowPrivate: false });
      for (const host of ['127.0.0.1', '[::1]', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]', '127。0。0。1'])
        expect(await post(http, `https://${host}:${receiver.port}/`)).toMatchObject({ failure: 'refused_url' });
      expect(await post(http, `https://localhost:${receiver.port}/`)).toMatchObject({ failure: 'blocked_address' });
      expect(receiver.connections).toBe(0);
    });

    it('fails with dns_failed if a name does not exist or has no addresses', async () => {
      const missing = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
      expect(await post(client({ resolve: () => Promise.reject(missing) }), 'https://nowhere.example/')).toMatchObject({
        failure: 'dns_failed',
      });
      expect(await post(client({ resolve: () => Promise.resolve([]) }), 'https://nowhere.example/')).toMatchObject({
        failure: 'dns_failed',
      });
    });
  });

  describe('the time budget', () => {
    it.each([
      ['sends nothing', { kind: 'hang' }],
      ['sends its headers byte by byte', { kind: 'drip', everyMs: 20 }],
    ] as const)('ends a call to a receiver that %s', async (_what, behavior) => {
      const http = client();
      // Connects.
      await post(http);
      receiver.behavior = behavior;
      limits.budgetMs = SHORT_MS;
      const result = await post(http);
      expect(result).toMatchObject({ failure: 'timeout', remoteAddress: '127.0.0.1' });
      // Timers start at the last clock update of the event loop, so they may fire early.
      expect(result.ms).toBeGreaterThanOrEqual(0.8 * SHORT_MS);
    });

    it('T9 covers a name server that does not answer', async () => {
      limits.budgetMs = SHORT_MS;
      const http = client({ resolve: () => new Promise(() => undefined) });
      const result = await post(http, 'https://hooks.example.com/');
      expect(result).toMatchObject({ failure: 'timeout', remoteAddress: null });
      expect(result.ms).toBeGreaterThanOrEqual(0.8 * SHORT_MS);
    });

    it('T9 covers a server that accepts the connection and never starts TLS, without delay for the next call', async () => {
      let hanging = true;
      // Ignores the first connections and forwards later ones to the receiver, on the same port.
      const server = await RawServer.start((socket) => {
        if (hanging) return;
        const upstream = connect(receiver.port, '127.0.0.1');
        upstream.on('error', () => undefined);
        socket.once('close', () => upstream.destroy());
        socket.pipe(upstream).pipe(socket);
      });
      // Its connections may take an hour: the first one is still open at the next call.
      const http = client();
      limits.budgetMs = SHORT_MS;
      expect(await post(http, server.url)).toMatchObject({ failure: 'timeout', remoteAddress: null });
      await waitUntil('the server has accepted a connection', () => server.connections === 1);
      hanging = false;
      limits.budgetMs = HOUR_MS;
      expect(await post(http, server.url)).toMatchObject({ failure: null, status: 200 });
      expect(server.connections).toBe(2);
    });

    it('is not affected by other calls that hang', async () => {
      receiver.plan({ kind: 'hang' }, { kind: 'hang' }, { kind: 'hang' });
      const http = client();
      const hanging = [post(http), post(http), post(http)];
      await waitUntil('three calls hang', () => receiver.requests.length === 3);
      expect(await post(http)).toMatchObject({ failure: null });
      expect(receiver.held.size).toBe(3);
      receiver.answerHeld();
      for (const result of await Promise.all(hanging)) expect(result).toMatchObject({ failure: null });
    });
  });

  describe('the response', () => {
    it.each([300, 301, 302, 303, 304, 305, 306, 307, 308])('T6 is a %d that is not followed', async (status) => {
      const elsewhere = await WebhookReceiver.start(dataDir);
      receiver.behavior = { kind: 'answer', status, headers: { Location: elsewhere.url } };
      expect(await post(client())).toMatchObject({ failure: null, status });
      expect(elsewhere.connections).toBe(0);
    });

    it('T10 may have an endless body, which is truncated', async () => {
      receiver.behavior = { kind: 'endless' };
      const result = await post(client());
      expect(result).toMatchObject({ failure: null, status: 200 });
      expect(result.failure === null && result.excerpt.length).toBe(4_096);
      await waitUntil('the connection is closed', () => receiver.connections === 0);
      // This includes what the buffers of the socket hold.
      expect(receiver.poured).toBeLessThan(20 * 1024 * 1024);
    });

    it('T9 may have an incomplete body: the connection is closed soon', async () => {
      receiver.behavior = { kind: 'answer', status: 200, headers: { 'Content-Length': '1000' }, body: 'x' };
      limits.drainMs = SHORT_MS;
      expect(await post(client())).toMatchObject({ failure: null, status: 200, unended: true });
      await waitUntil('the connection is closed', () => receiver.connections === 0);
    });

    it('T10 is never decompressed', async () => {
      const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024)).toString('latin1');
      receiver.behavior = { kind: 'answer', status: 200, headers: { 'Content-Encoding': 'gzip' }, body: bomb };
      const result = await post(client());
      expect(result.failure === null && result.excerpt.subarray(0, 1)[0]).toBe(0x1f);
      expect(result.failure === null && result.excerpt.length).toBeLessThanOrEqual(4_096);
    });

    it('T10 fails with headers that are too large', async () => {
      receiver.behavior = { kind: 'answer', status: 200, headers: { 'X-Large': 'x'.repeat(64 * 1024) } };
      expect(await post(client())).toMatchObject({ failure: 'bad_response' });
    });

    it.each([
      [{ kind: 'reset' }, 'connection_lost'],
      [{ kind: 'garbage' }, 'bad_response'],
    ] as const)('fails with %j', async (behaviour, failure) => {
      receiver.behavior = behaviour;
      expect(await post(client())).toMatchObject({ failure });
    });

    it('fails if no server listens', async () => {
      const stopped = await WebhookReceiver.start(dataDir);
      const { url } = stopped;
      await stopped.stop();
      expect(await post(client(), url)).toMatchObject({ failure: 'connect_failed', remoteAddress: null });
    });
  });
});
