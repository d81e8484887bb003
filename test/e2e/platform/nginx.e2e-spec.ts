import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DocumentPage } from '../../support/documents.js';
import { freePort } from '../../support/free-port.js';
import { stopAtEnd } from '../../support/stop-at-end.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

const PROGRAM = ['nginx', '/usr/sbin/nginx'].find((program) => spawnSync(program, ['-v']).status === 0);
const PROTECTED = [
  '/metrics',
  '/admin/queues',
  '/console',
  '/console/campaigns',
  '/docs',
  '/docs/openapi.json',
  '/llms.txt',
];

const encoded = (character: string): string => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;

/** Spellings of a path that nginx, Express, or a URL parser may read as this path. */
function spellingsOf(path: string): string[] {
  const name = path.slice(1);
  const anywhere = Array.from(path).flatMap((character, index) => [
    `${path.slice(0, index)}${character.toUpperCase()}${path.slice(index + 1)}`,
    `${path.slice(0, index)}${encoded(character)}${path.slice(index + 1)}`,
    `${path.slice(0, index)}${encoded('%')}${encoded(character).slice(1)}${path.slice(index + 1)}`,
    ...(character === '/' ? [`${path.slice(0, index)}//${path.slice(index + 1)}`] : []),
  ]);
  const around = [
    `/./${name}`,
    `/x/../${name}`,
    `/x/%2e%2e/${name}`,
    `/x/..%2f${name}`,
    `/x/..\\${name}`,
    `/\\${name}`,
  ];
  const after = ['/', '//', '/.', '/x/..', '%2f', '%00', '%20', '%09', ';', ';x=1', '?x', '%3fx', '#x', '\\'];
  const spellings = [path, path.toUpperCase(), ...anywhere, ...around, ...after.map((end) => path + end)];
  return spellings.flatMap((each) => [each, `http://carillon.test${each}`, `HTTP://carillon.test:80/${each}`]);
}

describe('the nginx configuration of the documentation', () => {
  const itRuns = PROGRAM === undefined ? it.skip : it;
  let world: World;
  beforeAll(async () => {
    world = await World.start({ worker: false, env: { QUEUE_DASHBOARD_PASSWORD: 'a password of the dashboard' } });
  });

  /** Starts nginx with the server of the page, without TLS. @returns its port. */
  async function serve(change: (configuration: string) => string = (text) => text): Promise<number> {
    const [folder, port] = [temporaryFolder('nginx'), await freePort()];
    const server = (DocumentPage.of('docs/operations/README.md').blocksIn('nginx')[0] ?? '')
      .replace('127.0.0.1:3000', new URL(world.origin).host)
      .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
      .replaceAll(/^ *ssl_.*$/gm, '');
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const paths = temporary.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n');
    const main = `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'log')};`;
    const configuration = join(folder, 'nginx.conf');
    writeFileSync(configuration, `${main}\nevents {}\nhttp {\naccess_log off;\n${paths}\n${change(server)}\n}\n`);
    const child = spawn(PROGRAM ?? '', ['-p', folder, '-c', configuration], { stdio: 'inherit' });
    stopAtEnd({
      stop: async () => {
        const ended = once(child, 'exit');
        if (child.kill('SIGTERM')) await ended;
      },
    });
    await waitUntil('nginx listens', () => existsSync(join(folder, 'pid')));
    return port;
  }

  /** Sends a target as it is. @returns the status. */
  async function statusOf(port: number, target: string): Promise<number> {
    const socket = connect(port, '127.0.0.1');
    // Not ended: nginx gives up a request whose client has left.
    socket.write(`GET ${target} HTTP/1.1\r\nHost: carillon.test\r\nConnection: close\r\n\r\n`);
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
    await once(socket, 'close');
    return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
  }

  /** Targets that reach a protected page of the product: it answers, asks for a login, or redirects. */
  async function passing(port: number, targets: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (const target of targets) if (![400, 403, 404].includes(await statusOf(port, target))) found.push(target);
    return found;
  }

  itRuns('passes requests to the product, and protects its pages in every spelling', async () => {
    const port = await serve();
    expect(await statusOf(port, '/health/live')).toBe(200);
    expect(await statusOf(port, '/api/v2/lists')).toBe(401);
    expect(await passing(port, PROTECTED.flatMap(spellingsOf))).toEqual([]);
  });

  itRuns('lets the own network pass', async () => {
    const port = await serve((text) => text.replace('10.0.0.0/8', '127.0.0.0/8'));
    expect(await passing(port, PROTECTED)).toEqual(PROTECTED);
  });

  itRuns('would be bypassed without its regular expression', async () => {
    const port = await serve((text) => text.replace(/location ~\* \S+/, 'location = /docs'));
    const targets = ['/metrics', '/DOCS', '/docs/', '/console'];
    expect(await passing(port, ['/docs', ...targets])).toEqual(targets);
  });
});
