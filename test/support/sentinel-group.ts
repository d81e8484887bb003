import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { read } from './deployment-files.js';
import { freePort } from './free-port.js';
import { stopAtEnd } from './stop-at-end.js';
import { waitUntil } from './wait-until.js';

const NAME = 'carillon';
const PASSWORD = 'of the servers';
const SENTINELS = 3;
/** Debian's checker acts as the server when it is called by its name. */
const PROGRAMS = ['/usr/bin/redis-server', '/usr/bin/valkey-server', '/usr/bin/redis-check-rdb'];

/** Two servers of Redis with three Sentinels and the configuration of `deploy/ha`, which make the replica the primary when the primary dies. */
export class SentinelGroup {
  private readonly folder = mkdtempSync(join(tmpdir(), 'carillon-sentinels-'));
  private readonly program = join(this.folder, 'redis-server');
  private readonly servers = new Map<number, ChildProcess>();
  private readonly sentinels = new Map<number, ChildProcess>();
  private readonly clients: Redis[] = [];

  static async start(): Promise<SentinelGroup> {
    const group = stopAtEnd(new SentinelGroup());
    const program = PROGRAMS.find((one) => existsSync(one));
    if (program === undefined) throw new Error('Redis is not installed');
    symlinkSync(program, group.program);
    const [first, second] = [await freePort(), await freePort()];
    await group.startServer(first, []);
    await group.startServer(second, ['--replicaof', '127.0.0.1', String(first)]);
    for (let sentinel = 0; sentinel < SENTINELS; sentinel += 1) await group.startSentinel(first);
    await waitUntil('all Sentinels know each other and the replica', () => group.isComplete());
    return group;
  }

  get url(): string {
    const hosts = [...this.sentinels.keys()].map((port) => `127.0.0.1:${port}`).join(',');
    return `redis+sentinel://:${encodeURIComponent(PASSWORD)}@${hosts}/${NAME}`;
  }

  /** kill -9 of the primary; it returns as a replica once another server is the primary. */
  async replacePrimary(): Promise<void> {
    const killed = await this.primary();
    const ended = new Promise((resolve) => this.servers.get(killed)?.once('exit', resolve));
    this.servers.get(killed)?.kill('SIGKILL');
    await ended;
    await waitUntil('another server is the primary', async () => (await this.primary()) !== killed);
    await this.startServer(killed, ['--replicaof', '127.0.0.1', String(await this.primary())]);
    await waitUntil('the old primary is a replica', () => this.isComplete());
  }

  async stop(): Promise<void> {
    for (const client of this.clients) client.disconnect();
    const all = [...this.sentinels.values(), ...this.servers.values()].filter(
      ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
    );
    await Promise.all(
      all.map((child) => {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGKILL');
        return ended;
      }),
    );
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async primary(): Promise<number> {
    const [, port] = (await this.asked(this.anySentinel).call('SENTINEL', 'get-master-addr-by-name', NAME)) as string[];
    return Number(port);
  }

  private async isComplete(): Promise<boolean> {
    const states = await Promise.all(
      [...this.sentinels.keys()].map(async (port) => {
        const flat = (await this.asked(port).call('SENTINEL', 'master', NAME)) as string[];
        return new Map(flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : [])));
      }),
    );
    const primary = await this.primary();
    const replicas = [...this.servers.keys()].filter((port) => port !== primary);
    const linked = await Promise.all(
      replicas.map((port) =>
        this.asked(port, PASSWORD)
          .info('replication')
          .catch(() => ''),
      ),
    );
    return (
      states.every(
        (state) => state.get('flags') === 'master' && state.get('num-other-sentinels') === String(SENTINELS - 1),
      ) &&
      states.every((state) => Number(state.get('num-slaves')) >= 1) &&
      linked.every((info) => info.includes('role:slave') && info.includes('master_link_status:up'))
    );
  }

  private get anySentinel(): number {
    return [...this.sentinels.keys()][0] ?? 0;
  }

  private asked(port: number, password?: string): Redis {
    const known = this.clients.find(({ options }) => options.port === port);
    if (known) return known;
    const client = new Redis({ port, host: '127.0.0.1', ...(password === undefined ? {} : { password }) });
    client.on('error', () => undefined);
    this.clients.push(client);
    return client;
  }

  private async startServer(port: number, further: readonly string[]): Promise<void> {
    const directory = join(this.folder, String(port));
    mkdirSync(directory, { recursive: true });
    const own = { port, bind: '127.0.0.1', dir: directory, requirepass: PASSWORD, masterauth: PASSWORD, save: '' };
    const args = Object.entries(own).flatMap(([name, value]) => [`--${name}`, String(value)]);
    // A copy, because Sentinels make the servers rewrite it.
    const file = join(directory, 'redis.conf');
    writeFileSync(file, read('deploy/ha/redis.conf'));
    this.servers.set(port, spawn(this.program, [file, ...args, ...further], { stdio: 'ignore' }));
    await waitUntil('the server answers', () =>
      this.asked(port, PASSWORD)
        .ping()
        .then(
          () => true,
          () => false,
        ),
    );
  }

  private async startSentinel(primary: number): Promise<void> {
    const port = await freePort();
    const file = join(this.folder, `sentinel-${port}.conf`);
    // Sentinels write what they learn into their own file.
    const configuration = read('deploy/ha/sentinel.conf')
      .replace('0.0.0.0', '127.0.0.1')
      .replace('port 26379', `port ${port}`)
      .replace('10.0.0.21 6379', `127.0.0.1 ${primary}`)
      .replace('change-me', `"${PASSWORD}"`);
    writeFileSync(file, configuration);
    this.sentinels.set(port, spawn(this.program, [file, '--sentinel'], { stdio: 'ignore' }));
    await waitUntil('the Sentinel answers', () =>
      this.asked(port)
        .ping()
        .then(
          () => true,
          () => false,
        ),
    );
  }
}
