import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const SERVICES = resolve(__dirname, '../../scripts/services.mjs');

interface ServicesStatus {
  readonly redis: { readonly pid?: number };
}

/** A Redis for one test, which may kill it. It comes from where `npm start` gets its own. */
export class PrivateRedis {
  private pid: number | undefined;

  private constructor(private readonly folder: string) {}

  static async start(): Promise<PrivateRedis> {
    const redis = new PrivateRedis(mkdtempSync(join(tmpdir(), 'carillon-redis-')));
    await redis.start();
    return redis;
  }

  get url(): string {
    const url = /^REDIS_URL='(.*)'$/m.exec(readFileSync(join(this.folder, 'services.env'), 'utf8'))?.[1];
    if (url === undefined) throw new Error('services.env names no Redis');
    return url;
  }

  /** At the same address as before. */
  async start(): Promise<void> {
    const status = JSON.parse(await this.services('up')) as ServicesStatus;
    this.pid = status.redis.pid;
  }

  /** kill -9; what it held is gone with it. */
  async kill(): Promise<void> {
    // One in a container has no process of ours.
    if (this.pid === undefined) await this.services('down');
    else process.kill(this.pid, 'SIGKILL');
    rmSync(join(this.folder, 'services', 'redis'), { recursive: true, force: true });
  }

  async stop(): Promise<void> {
    await this.services('down');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async services(command: 'up' | 'down'): Promise<string> {
    // Empty is set: a developer's .env must not name a Redis that others use.
    const env = { ...process.env, DATABASE_URL: process.env['TEST_DATABASE_URL'] ?? '', REDIS_URL: '' };
    const { stdout } = await promisify(execFile)(process.execPath, [SERVICES, command], {
      env: { ...env, DATA_DIR: this.folder },
    });
    return stdout;
  }
}
