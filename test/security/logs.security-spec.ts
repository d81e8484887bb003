import { connect } from 'node:net';
import { recordOutput } from '../support/recorded-output.js';
import { World } from '../support/world.js';

const CANARY = 'log-canary@private.example';
const HOSTILE = [
  'x\u001b[2J\u001b[31mroot@server\u001b[0m',
  '{"level":60,"msg":"the server is on fire"}',
  '","level":60,"msg":"injected',
  'a\u2028b\u2029c\u0085d',
  'a\u0000b\u0007c\u009bd',
  '%0d%0a{"level":60}',
  '${jndi:ldap://127.0.0.1/a}',
  'x'.repeat(6_000),
];

describe('the log', () => {
  let world: World;
  let written: string[];

  beforeAll(async () => {
    written = recordOutput();
    world = await World.start({ worker: false, env: { LOG_LEVEL: 'info' } });
  });

  it('T42 has one line of JSON per request, whatever the request contains, without personal data and passwords', async () => {
    const { username, password } = world.all.credentials ?? { username: '', password: '' };
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    written.length = 0;
    let answered = 0;
    for (const text of HOSTILE) {
      const name = encodeURIComponent(text);
      answered += await raw(world, 'GET', `/subscribers?search=${encodeURIComponent(CANARY)}`, authorization, {
        'User-Agent': text,
      });
      answered += await raw(world, 'GET', `/lists/${name.slice(0, 3_000)}`, authorization, { 'X-Request-Id': text });
      answered += await raw(
        world,
        'POST',
        '/subscribers',
        authorization,
        {},
        { email: CANARY, first_name: text, status: text },
      );
      answered += await raw(world, 'GET', '/tags', `Basic ${Buffer.from(`${text}:${CANARY}`).toString('base64')}`, {});
    }
    expect(answered).toBeGreaterThan(HOSTILE.length * 3);
    const log = written.join('');
    const lines = log.split('\n').filter((line) => line !== '');
    const parsed = lines.map((line) => JSON.parse(line) as { level: number; msg?: string; req?: { path?: string } });
    expect(parsed.filter(({ req }) => req !== undefined)).toHaveLength(answered);
    const warnings = parsed.filter(({ level }) => level >= 40);
    expect(new Set(warnings.map(({ msg }) => msg))).toEqual(new Set(['Authentication failed']));
    // Terminals and line readers interpret these characters.
    // oxlint-disable-next-line no-control-regex
    expect(log).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/);
    for (const secret of [CANARY, encodeURIComponent(CANARY), password, password.replaceAll(' ', ''), authorization])
      expect(log).not.toContain(secret);
  });
});

/**
 * Sends a request with headers that no client library would send.
 * @returns 0 if Node refuses it before it becomes a request, else 1.
 */
async function raw(
  world: World,
  method: string,
  path: string,
  authorization: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<number> {
  const { hostname, port } = new URL(world.origin);
  const text = body === undefined ? '' : JSON.stringify(body);
  const socket = connect(Number(port), hostname);
  const head = [
    `${method} ${world.config.http.basePaths[0] ?? ''}${path} HTTP/1.1`,
    'Host: carillon.test',
    'Connection: close',
    `Authorization: ${authorization}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value.replace(/[\0\r\n]/g, '')}`),
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return /^x-request-id: /im.test(answer) ? 1 : 0;
}
