import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { read } from './deployment-files.js';
import { waitUntil } from './wait-until.js';

export const REDIS_PASSWORD = 'of the servers';
/** Debian's checker acts as the server when it is called by its name. */
const PROGRAMS = ['redis-server', 'valkey-server', 'redis-check-rdb'];

/** Servers of Redis with the configuration of `deploy/ha`. */
export class RedisServers {
  protected readonly folder = mkdtempSync(join(tmpdir(), 'carillon-redis-'));
  private readonly program = join(this.folder, 'redis-server');
  protected readonly servers = new Map<number, ChildProcess>();
  private readonly clients: Redis[] = [];

  constructor() {
    const places = [...(process.env['PATH'] ?? '').split(':'), '/usr/bin', '/usr/sbin'];
    const program = places.flatMap((place) => PROGRAMS.map((name) => join(place, name))).find((one) => existsSync(one));
    if (program === undefined) throw new Error('Redis is not installed');
    symlinkSync(program, this.program);
  }

  async stop(): Promise<void> {
    for (const client of this.clients) client.disconnect();
    await Promise.all([...this.servers.keys()].map((port) => this.kill(port)));
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** kill -9. */
  protected async kill(port: number): Promise<void> {
    const child = this.servers.get(port);
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  protected asked(port: number, password: string | null = REDIS_PASSWORD): Redis {
    const known = this.clients.find(({ options }) => options.port === port);
    if (known) return known;
    const client = new Redis({ port, host: '127.0.0.1', ...(password === null ? {} : { password }) });
    client.on('error', () => undefined);
    this.clients.push(client);
    return client;
  }

  protected async startServer(port: number, ...further: readonly string[]): Promise<void> {
    const directory = join(this.folder, String(port));
    mkdirSync(directory, { recursive: true });
    const own = {
      ...{ port, bind: '127.0.0.1', dir: directory, save: '' },
      ...{ requirepass: REDIS_PASSWORD, masterauth: REDIS_PASSWORD },
    };
    const args = Object.entries(own).flatMap(([name, value]) => [`--${name}`, String(value)]);
    // A copy, because Sentinels make the servers rewrite it.
    const file = join(directory, 'redis.conf');
    writeFileSync(file, read('deploy/ha/redis.conf'));
    await this.run(port, this.asked(port), [file, ...args, ...further]);
  }

  /** Starts the program and waits until it answers. */
  protected async run(port: number, client: Redis, args: readonly string[]): Promise<void> {
    this.servers.set(port, spawn(this.program, args, { stdio: 'ignore' }));
    await waitUntil('the server answers', () =>
      client.ping().then(
        () => true,
        () => false,
      ),
    );
  }
}
