import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { read } from './deployment-files.js';
import { freePort } from './free-port.js';
import { REDIS_PASSWORD, RedisServers } from './redis-servers.js';
import { stopAtEnd } from './stop-at-end.js';
import { waitUntil } from './wait-until.js';

const NAME = 'carillon';
const SENTINELS = 3;

/** Two servers of Redis with three Sentinels, which make the replica the primary when the primary dies. */
export class SentinelGroup extends RedisServers {
  private readonly nodes: number[] = [];
  private readonly sentinels: number[] = [];

  static async start(): Promise<SentinelGroup> {
    const group = stopAtEnd(new SentinelGroup());
    const [first, second] = [await freePort(), await freePort()];
    group.nodes.push(first, second);
    await group.startServer(first);
    await group.startServer(second, '--replicaof', '127.0.0.1', String(first));
    for (let sentinel = 0; sentinel < SENTINELS; sentinel += 1) await group.startSentinel(first);
    await waitUntil('all Sentinels know each other and the replica', () => group.isComplete());
    return group;
  }

  get url(): string {
    const hosts = this.sentinels.map((port) => `127.0.0.1:${port}`).join(',');
    return `redis+sentinel://:${encodeURIComponent(REDIS_PASSWORD)}@${hosts}/${NAME}`;
  }

  /** kill -9 of the primary; it returns as a replica once another server is the primary. */
  async replacePrimary(): Promise<void> {
    const killed = await this.primary();
    await this.kill(killed);
    await waitUntil('another server is the primary', async () => (await this.primary()) !== killed);
    await this.startServer(killed, '--replicaof', '127.0.0.1', String(await this.primary()));
    await waitUntil('the old primary is a replica', () => this.isComplete());
  }

  private async primary(): Promise<number> {
    const [, port] = (await this.asked(this.anySentinel, null).call(
      'SENTINEL',
      'get-master-addr-by-name',
      NAME,
    )) as string[];
    return Number(port);
  }

  private async isComplete(): Promise<boolean> {
    const states = await Promise.all(
      this.sentinels.map(async (port) => {
        const flat = (await this.asked(port, null).call('SENTINEL', 'master', NAME)) as string[];
        return new Map(flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : [])));
      }),
    );
    const primary = await this.primary();
    const replicas = this.nodes.filter((port) => port !== primary);
    const linked = await Promise.all(
      replicas.map((port) =>
        this.asked(port)
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
    return this.sentinels[0] ?? 0;
  }

  private async startSentinel(primary: number): Promise<void> {
    const port = await freePort();
    const file = join(this.folder, `sentinel-${port}.conf`);
    // Sentinels write what they learn into their own file.
    const configuration = read('deploy/ha/sentinel.conf')
      .replace('0.0.0.0', '127.0.0.1')
      .replace('port 26379', `port ${port}`)
      .replace('10.0.0.21 6379', `127.0.0.1 ${primary}`)
      .replace('change-me', `"${REDIS_PASSWORD}"`);
    writeFileSync(file, configuration);
    this.sentinels.push(port);
    await this.run(port, this.asked(port, null), [file, '--sentinel']);
  }
}
