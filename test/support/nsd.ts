import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Resolver } from 'node:dns/promises';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './free-port.js';
import type { NameServer } from './name-server.js';
import { stopAtEnd } from './stop-at-end.js';
import { temporaryFolder } from './temporary-folder.js';
import { waitUntil } from './wait-until.js';

type Records = Pick<NameServer, 'txt' | 'mx' | 'addresses'>;

/** Whether NSD (Debian package `nsd`) is installed. */
export const hasNsd = (): boolean => spawnSync('nsd', ['-v']).status === 0;

/**
 * Starts NSD with records below `example`.
 * @returns its address, for `DNS_SERVERS`.
 */
export async function startNsd(records: Records): Promise<string> {
  const folder = temporaryFolder('nsd');
  const port = await freePort();
  writeFileSync(join(folder, 'zone'), zoneOf(records));
  const configuration = join(folder, 'nsd.conf');
  const files = Object.entries({ pidfile: 'pid', xfrdfile: 'xfrd', zonelistfile: 'zones', logfile: 'log' });
  writeFileSync(
    configuration,
    `server:
  ip-address: 127.0.0.1@${port}
  server-count: 1
  zonesdir: "${folder}"
  username: ""
  database: ""
  rrl-ratelimit: 0
${files.map(([option, name]) => `  ${option}: "${join(folder, name)}"`).join('\n')}
remote-control:
  control-enable: no
zone:
  name: "example"
  zonefile: "${join(folder, 'zone')}"
`,
  );
  const child = spawn('nsd', ['-d', '-c', configuration], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  stopAtEnd({
    stop: async () => {
      child.kill();
      await exited;
    },
  });
  const address = `127.0.0.1:${port}`;
  const resolver = new Resolver({ timeout: 500, tries: 1 });
  resolver.setServers([address]);
  await waitUntil('NSD has read the zone', () =>
    resolver.resolveSoa('example').then(
      () => true,
      () => false,
    ),
  );
  return address;
}

function zoneOf({ txt, mx, addresses }: Records): string {
  const linesOf = (records: ReadonlyMap<string, readonly string[]>, write: (record: string) => string): string[] =>
    [...records].flatMap(([name, all]) => all.map((record) => `${name}. ${write(record)}`));
  return [
    '$TTL 60',
    'example. SOA ns.example. hostmaster.example. 1 3600 600 86400 60',
    'example. NS ns.example.',
    'ns.example. A 127.0.0.1',
    ...linesOf(txt, (text) => `TXT ${quoted(text)}`),
    ...linesOf(mx, (host) => (host === '.' ? 'MX 0 .' : `MX 10 ${host}.`)),
    ...linesOf(addresses, (address) => `${address.includes(':') ? 'AAAA' : 'A'} ${address}`),
    '',
  ].join('\n');
}

/** A record is a sequence of strings of at most 255 bytes. */
const quoted = (text: string): string =>
  (text.match(/[\s\S]{1,255}/g) ?? [''])
    .map((piece) => `"${piece.replace(/[^ !#-[\]-~]/g, (char) => `\\${String(char.charCodeAt(0)).padStart(3, '0')}`)}"`)
    .join(' ');
