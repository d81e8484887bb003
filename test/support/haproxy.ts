import { spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { read } from './deployment-files.js';
import { CEILING_MS } from './ceiling.js';
import { freePort } from './free-port.js';
import { localUrl } from './local-url.js';
import { stopAtEnd } from './stop-at-end.js';
import { temporaryFolder } from './temporary-folder.js';
import { waitUntil } from './wait-until.js';

/** The folder with the programs of the tests of failover; empty if they are skipped. */
export const HA_TOOLS = process.env['HA_TOOLS'] ?? '';
/** On a slow machine, a check of a healthy server takes longer, and each that is missed closes connections. */
const CHECK_SECONDS = Math.ceil(CEILING_MS / 90_000);

const LIBRARIES = ['usr/lib/x86_64-linux-gnu', 'usr/lib/aarch64-linux-gnu'].map((folder) => join(HA_TOOLS, folder));
const PROGRAMS = ['usr/bin', 'usr/sbin'].map((folder) => join(HA_TOOLS, folder));

/** The environment of the programs. */
export const haEnvironment = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => ({
  ...env,
  PATH: [...PROGRAMS, env['PATH']].join(':'),
  LD_LIBRARY_PATH: [...LIBRARIES, env['LD_LIBRARY_PATH'] ?? ''].filter(Boolean).join(':'),
});

/** HAProxy with the configuration of `deploy/ha`, before servers of this machine. */
export class HaProxy {
  private constructor(
    private readonly port: number,
    private readonly admin: string,
  ) {}

  /**
   * @param ports of the servers `db1`, `db2`, `db3`.
   * @param change of the configuration.
   */
  static async before(
    ports: readonly number[],
    change = (configuration: string): string => configuration,
  ): Promise<HaProxy> {
    const folder = temporaryFolder('haproxy');
    const [port, admin] = [await freePort(), join(folder, 'admin')];
    const check = join(folder, 'check-database');
    writeFileSync(check, read('deploy/ha/check-database'));
    chmodSync(check, 0o755);
    let servers = 0;
    const configuration = read('deploy/ha/haproxy.cfg')
      .replace('/run/haproxy/admin.sock', admin)
      .replace('127.0.0.1:3306', `127.0.0.1:${port}`)
      .replace('/etc/haproxy/check-database', check)
      .replace('timeout check 2s', `timeout check ${CHECK_SECONDS}s`)
      .replace('path /usr/local/bin', `path ${PROGRAMS.join(':')}:/usr/local/bin`)
      .replace(/^ {2}server db\d+ \S+ (.*)\n/gm, (_line, options: string) => {
        servers += 1;
        const server = ports[servers - 1];
        return server === undefined ? '' : `  server db${servers} 127.0.0.1:${server} ${options}\n`;
      });
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, change(configuration));
    const child = spawn(join(HA_TOOLS, 'usr/sbin/haproxy'), ['-db', '-f', file], {
      env: haEnvironment(),
      stdio: ['ignore', 'ignore', process.env['HA_LOG'] === undefined ? 'ignore' : 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const proxy = new HaProxy(port, admin);
    stopAtEnd({
      stop: async () => {
        child.kill('SIGKILL');
        await ended;
      },
    });
    await waitUntil('the proxy has found the first server', async () =>
      (await proxy.command('show stat').catch(() => '')).includes('database,db1'),
    );
    return proxy;
  }

  /** The URL through the proxy. */
  through(url: string): string {
    return localUrl(url, this.port);
  }

  /** Runs a command of the administration socket. @returns its answer. */
  async command(line: string): Promise<string> {
    const socket = connect(this.admin);
    socket.end(`${line}\n`);
    return text(socket);
  }
}
