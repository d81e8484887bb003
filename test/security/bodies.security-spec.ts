import { readFileSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { ApiClient } from '../support/api-client.js';
import { machineFactor } from '../support/processor-time.js';
import { Product } from '../support/product.js';
import { waitUntil } from '../support/wait-until.js';

const MEGABYTE = 1024 * 1024;
const BASE = '/api/v2';
const JSON_BODY = 'Content-Type: application/json\r\n';

/** Ten kilobytes compressed, ten megabytes of values with escapes when inflated. */
const PACKED = gzipSync(`{"a":"\\u00e9\\ud800","x":[${'[],'.repeat(3_400_000)}[]]}`, { level: 9 });
const EMPTY_ARRAYS = Buffer.from(`{"a":"\\u00e9\\ud800","x":[${'[],'.repeat(3_400_000)}[]]}`);

describe('request bodies', () => {
  let product: Product;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    product = await Product.start({ name: 'bodies', workers: 0, env: { TRUST_PROXY: 'loopback' } });
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  const manager = (): string => `Authorization: ${product.authorization}\r\n`;

  /** Sends the head and a part of the body, and keeps the connection open. @returns the complete response. */
  function begin(path: string, headers: string, body: Buffer | string): { readonly answer: () => string } {
    const { hostname, port } = new URL(product.origin);
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
    socket.write(body);
    return { answer: () => text };
  }

  const statusOf = (text: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);

  /** Returns the response status although most of the body is never sent. */
  async function answeredUnread(path: string, headers: string, start: Buffer | string = '{'): Promise<number> {
    const { answer } = begin(path, headers, start);
    await waitUntil(`${path} is answered`, () => statusOf(answer()) !== 0);
    return statusOf(answer());
  }

  /** Processor time of the API process, in milliseconds of this machine. */
  const usedByApi = (): number => {
    const fields = readFileSync(`/proc/${product.api.pid ?? 0}/stat`, 'utf8')
      .split(') ')[1]!
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  };

  const residentBytes = (): number => {
    const [, kilobytes = ''] =
      /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${product.api.pid ?? 0}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  };

  /** Attacks until the process grows by less than this, at most three times, and prints the growth. */
  async function growsByLessThan(limit: number, name: string, attack: () => Promise<unknown>): Promise<void> {
    let grown = Infinity;
    // The time of garbage collection depends on the machine and its load; memory that is kept shows in every attempt.
    for (let attempt = 1; attempt <= 3 && grown >= limit; attempt += 1) {
      const before = residentBytes();
      let largest = before;
      const timer = setInterval(() => {
        largest = Math.max(largest, residentBytes());
      }, 50);
      await attack();
      clearInterval(timer);
      grown = Math.max(largest, residentBytes()) - before;
    }
    print(`${name}: the process grew by ${(grown / MEGABYTE).toFixed(1)} MB`);
    expect(grown).toBeLessThan(limit);
  }

  async function anotherManager(): Promise<ApiClient> {
    const args = ['manager:create', '--username', 'other', '--permissions', 'manage_contacts', '--json'];
    const { username, application_password: password } = JSON.parse(await product.cli(args)) as Record<string, string>;
    const at = { http: { basePaths: [BASE] } };
    return new ApiClient({ getHttpServer: () => product.origin }, at, { username: username!, password: password! });
  }

  const print = (line: string): void => {
    process.stdout.write(`${line}\n`);
  };

  it('T49 are not read before the route and the credentials are checked', async () => {
    const length = `${JSON_BODY}Content-Length: 9000000\r\n`;
    const wrong = `Authorization: Basic ${Buffer.from('x:y').toString('base64')}\r\n`;
    expect(await answeredUnread(`${BASE}/campaigns`, length)).toBe(401);
    expect(await answeredUnread(`${BASE}/campaigns`, wrong + length)).toBe(401);
    expect(await answeredUnread(`${BASE}/nothing/campaigns`, length)).toBe(404);
    expect(await answeredUnread('/nothing/campaigns', length)).toBe(404);
    const multipart = 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n';
    expect(await answeredUnread(`${BASE}/imports`, multipart)).toBe(401);
    expect(await answeredUnread(`${BASE}/feedback/generic/wrong-secret`, length)).toBe(404);
  });

  it('T49 are not read if they are compressed, too large, or of another type', async () => {
    const held = `${manager()}Content-Length: 9000000\r\n`;
    const encoded = `${held}${JSON_BODY}Content-Encoding: gzip\r\n`;
    for (const path of ['/campaigns', '/tags', '/imports', '/feedback/message'])
      expect([path, await answeredUnread(BASE + path, encoded, PACKED)]).toEqual([path, 415]);
    expect(await answeredUnread(`${BASE}/tags`, held + JSON_BODY)).toBe(413);
    expect(await answeredUnread(`${BASE}/campaigns`, `${held}Content-Type: text/csv\r\n`)).toBe(415);
  });

  it('T49 do not slow down other clients, whatever unauthenticated clients send', async () => {
    const packed = `${JSON_BODY}Content-Encoding: gzip\r\nContent-Length: ${PACKED.length}\r\n`;
    const plain = `${JSON_BODY}Content-Length: ${EMPTY_ARRAYS.length}\r\n`;
    const attacks: readonly (readonly [name: string, path: string, headers: string, body: Buffer, status: number])[] = [
      ['10 KB gzip without credentials', '/campaigns', packed, PACKED, 401],
      ['10 MB of [], without credentials', '/campaigns', plain, EMPTY_ARRAYS, 401],
      ['10 MB of [], to no route', '/nothing/campaigns', plain, EMPTY_ARRAYS, 404],
      ['10 KB gzip of a manager', '/campaigns', manager() + packed, PACKED, 415],
      ['10 MB of [], of a manager', '/campaigns', manager() + plain, EMPTY_ARRAYS, 400],
    ];
    for (const [name, path, headers, body, status] of attacks) {
      const once = (): Promise<number> => answeredUnread(BASE + path, headers, body);
      const before = usedByApi();
      // The bodies of one manager may take a quarter of the memory, which is less than four of these.
      const count = path === '/campaigns' && status === 400 ? 3 : 4;
      const answers = await Promise.all(Array.from({ length: count }, once));
      expect(answers).toEqual(answers.map(() => status));
      const used = (usedByApi() - before) / machineFactor();
      // To inflate or parse them takes several times as long. Only a manager has the right to be parsed.
      expect([name, used < (status === 400 ? 2_000 : 250)]).toEqual([name, true]);
    }
  });

  it('T50 that never end keep no memory and no connection of unauthenticated clients for long', async () => {
    const part = Buffer.alloc(64 * 1024, '[');
    const routes = [`${BASE}/campaigns`, `${BASE}/nothing`, '/t/u/unknown', `${BASE}/feedback/generic/unknown`];
    await growsByLessThan(50 * MEGABYTE, 'T50 400 unfinished bodies', async () => {
      const answers = Array.from({ length: 400 }, (_, index) =>
        answeredUnread(routes[index % 4] ?? '', `${JSON_BODY}Content-Length: 9000000\r\n`, part),
      );
      expect(new Set(await Promise.all(answers))).toEqual(new Set([401, 404]));
      // After the response, the server closes the connections within seconds.
      await waitUntil('all connections are closed', () => sockets.every(({ closed }) => closed));
    });
  });

  it('T50 of managers that never end exhaust a fixed budget, and then get 503 with Retry-After', async () => {
    const large = `${manager()}${JSON_BODY}Content-Length: ${10 * MEGABYTE}\r\n`;
    const start = Buffer.alloc(9 * MEGABYTE, ' ');
    const startedUploads = Array.from({ length: 20 }, () => begin(`${BASE}/campaigns`, large, start));
    const refused = () => startedUploads.filter(({ answer }) => statusOf(answer()) === 503);
    // Three of them fit into the share of a credential.
    await waitUntil('the others are refused', () => refused().length >= 17);
    for (const { answer } of refused()) expect(answer()).toMatch(/^Retry-After: \d+\r$/m);
    const { id } = await product.given.list();
    await (await anotherManager()).put(`/lists/${id}`).send({ title: 'Another manager' }).expect(200);
    for (const socket of sockets.splice(0)) socket.destroy();
    // The budget is free again.
    const body = Buffer.from(JSON.stringify({ title: 'after', email_body: 'x'.repeat(9 * MEGABYTE) }));
    await waitUntil('the budget is free again', async () => {
      const headers = `${manager()}${JSON_BODY}Content-Length: ${body.length}\r\n`;
      return (await answeredUnread(`${BASE}/campaigns`, headers, body)) !== 503;
    });
  });

  it('T50 of one network take a quarter of the anonymous budget, and stop no other', async () => {
    const { body } = await product.client.get('/feedback/providers').expect(200);
    const { url } = body.providers.find(({ provider }: { provider: string }) => provider === 'generic');
    const { pathname } = new URL(url);
    const from = (address: string): string => `X-Forwarded-For: ${address}\r\n`;
    const unfinished = Buffer.alloc(MEGABYTE - 1, ' ');
    const attack = Array.from({ length: 8 }, (_, index) =>
      begin(pathname, `${from(`2001:db8::${index}`)}${JSON_BODY}Content-Length: ${MEGABYTE}\r\n`, unfinished),
    );
    const refused = () => attack.filter(({ answer }) => statusOf(answer()) === 503);
    await waitUntil('half of them are refused', () => refused().length >= 4);
    const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 21\r\n';
    const others = ['198.51.100.7', '2001:db8:0:1::1'].map((address) =>
      answeredUnread('/t/p', from(address) + form, 'email=a%40example.com'),
    );
    expect(await Promise.all(others)).toEqual([200, 200]);
    expect(refused()).toHaveLength(4);
  });

  it('T50 of public forms are not read before the token is checked', async () => {
    const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000000\r\n';
    for (const path of ['/t/p/unknown', '/t/u/unknown', '/t/d/unknown', `${BASE}/feedback/generic/unknown`])
      expect([path, await answeredUnread(path, form, 'a')]).toEqual([path, 404]);
  });

  it('T50 T20 of managers that come slower than 16 KB per second are cut off', async () => {
    const large = `${manager()}${JSON_BODY}Content-Length: ${10 * MEGABYTE}\r\n`;
    const stalled = begin(`${BASE}/campaigns`, large, Buffer.alloc(MEGABYTE, ' '));
    const [socket] = sockets.slice(-1);
    const steady = begin(
      `${BASE}/campaigns`,
      `${manager()}${JSON_BODY}Content-Length: ${2 * MEGABYTE}\r\n`,
      '{"title":"Steady"',
    );
    const [feed] = sockets.slice(-1);
    const drip = setInterval(() => feed?.write(' '.repeat(8_192)), 250);
    try {
      await waitUntil('the stalled one is closed', () => socket?.closed === true);
    } finally {
      clearInterval(drip);
    }
    expect(feed?.closed).toBe(false);
    expect([stalled.answer(), steady.answer()]).toEqual(['', '']);
  });

  it('T53 of many large form fields are refused while they are being received', async () => {
    const field = (size: number): string =>
      `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'%'.repeat(size)}\r\n`;
    const head = `${manager()}Content-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n`;
    const chunked = (text: string, times: number): Buffer => {
      const chunk = Buffer.from(`${text.length.toString(16)}\r\n${text}\r\n`);
      return Buffer.concat(Array.from({ length: times }, () => chunk));
    };
    for (const [name, size, times, status] of [
      ['1,000 fields of 1 MB', MEGABYTE, 1_000, 400],
      ['400 fields of 60 KB', 60_000, 400, 413],
    ] as const) {
      // Half a gigabyte exceeds the memory of a process that keeps any of it.
      const body = chunked(field(size), Math.min(times, 500));
      await growsByLessThan(50 * MEGABYTE, `T53 ${name}`, async () => {
        expect(await answeredUnread(`${BASE}/imports`, head, body)).toBe(status);
      });
    }
  });
});
