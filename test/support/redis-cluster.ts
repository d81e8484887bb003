import { freePort } from './free-port.js';
import { REDIS_PASSWORD, RedisServers } from './redis-servers.js';
import { stopAtEnd } from './stop-at-end.js';
import { waitUntil } from './wait-until.js';

const PRIMARIES = 3;
const SLOTS = 16_384;

/** A Redis Cluster of three primaries, each with a replica that takes over when it dies. */
export class RedisCluster extends RedisServers {
  /** Ports of the nodes with their ports for other nodes. */
  private readonly nodes = new Map<number, number>();
  private turn = 0;

  static async start(): Promise<RedisCluster> {
    const cluster = stopAtEnd(new RedisCluster());
    for (let node = 0; node < 2 * PRIMARIES; node += 1) {
      const port = await freePort();
      cluster.nodes.set(port, await freePort());
      await cluster.startNode(port);
    }
    await cluster.join();
    await waitUntil('the cluster is complete', () => cluster.isComplete());
    return cluster;
  }

  get url(): string {
    const hosts = [...this.nodes.keys()].map((port) => `127.0.0.1:${port}`).join(',');
    return `redis+cluster://:${encodeURIComponent(REDIS_PASSWORD)}@${hosts}`;
  }

  /** kill -9 of a primary, of each in turn; it returns as a replica once its own replica has taken over. */
  async replacePrimary(): Promise<void> {
    const primaries = await this.withRole('master');
    const killed = primaries[(this.turn += 1) % primaries.length] ?? 0;
    await this.kill(killed);
    const others = [...this.nodes.keys()].filter((port) => port !== killed);
    await waitUntil(
      'a replica has taken over',
      async () => (await this.withRole('master', others)).length === PRIMARIES,
    );
    await this.startNode(killed);
    await waitUntil('the cluster is complete', () => this.isComplete());
  }

  private async startNode(port: number): Promise<void> {
    const options = { enabled: 'yes', port: this.nodes.get(port), 'node-timeout': 2_000 };
    const args = Object.entries(options).flatMap(([name, value]) => [`--cluster-${name}`, String(value)]);
    await this.startServer(port, ...args);
  }

  private async join(): Promise<void> {
    const ports = [...this.nodes.keys()];
    const [first = 0] = ports;
    for (const port of ports.slice(1))
      await this.asked(port).call('CLUSTER', 'MEET', '127.0.0.1', first, this.nodes.get(first) ?? 0);
    const size = Math.ceil(SLOTS / PRIMARIES);
    for (const [index, port] of ports.slice(0, PRIMARIES).entries()) {
      const slots = Array.from({ length: Math.min(size, SLOTS - index * size) }, (_, slot) => index * size + slot);
      await this.asked(port).call('CLUSTER', 'ADDSLOTS', ...slots);
      const id = String(await this.asked(port).call('CLUSTER', 'MYID'));
      const replica = this.asked(ports[PRIMARIES + index] ?? 0);
      // A node that does not know the primary yet refuses.
      const follow = (): Promise<boolean> => replica.call('CLUSTER', 'REPLICATE', id).then(Boolean, () => false);
      await waitUntil('the replica follows', follow);
    }
  }

  private async withRole(role: 'master' | 'slave', ports = [...this.nodes.keys()]): Promise<number[]> {
    const roles = await Promise.all(ports.map((port) => this.asked(port).call('ROLE') as Promise<unknown[]>));
    return ports.filter((_, index) => roles[index]?.[0] === role);
  }

  private async isComplete(): Promise<boolean> {
    const ports = [...this.nodes.keys()];
    const states = await Promise.all(ports.map((port) => this.asked(port).call('CLUSTER', 'INFO') as Promise<string>));
    const replicas = await this.withRole('slave');
    const linked = await Promise.all(replicas.map((port) => this.asked(port).info('replication')));
    return (
      replicas.length === PRIMARIES &&
      states.every((state) => state.includes('cluster_state:ok') && state.includes(`known_nodes:${ports.length}`)) &&
      linked.every((info) => info.includes('master_link_status:up'))
    );
  }
}
