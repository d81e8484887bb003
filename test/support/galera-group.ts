import { join } from 'node:path';
import { CLUSTER_QUERY } from '../../src/platform/database/supported-engine.js';
import { DatabaseNode, privateServer } from './database-group.js';
import { read } from './deployment-files.js';
import { freePort } from './free-port.js';
import { HA_TOOLS, haEnvironment } from './haproxy.js';
import { waitUntil } from './wait-until.js';

const NODES = 3;
/** A node that runs as root cannot receive its data: rsync gives up root's rights. */
const OWNER = 'nobody';

/** Three nodes of MariaDB with Galera and the configuration of `deploy/ha`. */
export class GaleraGroup {
  private constructor(readonly nodes: readonly DatabaseNode[]) {}

  static async start(): Promise<GaleraGroup> {
    const origin = await privateServer();
    const isRoot = process.getuid?.() === 0;
    const args = [...origin.args.filter((arg) => !arg.startsWith('--user=')), ...(isRoot ? [`--user=${OWNER}`] : [])];
    const template = { ...origin, args, env: haEnvironment(origin.env) };
    const ports = await freePorts(NODES);
    const addresses = ports.map(([, group]) => `127.0.0.1:${group}`).join(',');
    const nodes: DatabaseNode[] = [];
    for (const [index, [port, group, incremental, transfer]] of ports.entries()) {
      const options = configured({
        wsrep_provider: join(HA_TOOLS, 'usr/lib/galera/libgalera_smm.so'),
        wsrep_cluster_address: `gcomm://${addresses}`,
        wsrep_node_address: `127.0.0.1:${group}`,
        wsrep_node_incoming_address: `127.0.0.1:${port}`,
        wsrep_node_name: `db${index + 1}`,
        wsrep_sst_receive_address: `127.0.0.1:${transfer}`,
        further: `base_port=${group}; gmcast.listen_addr=tcp://127.0.0.1:${group}; ist.recv_addr=127.0.0.1:${incremental}`,
      });
      const isFirst = index === 0;
      const node = await DatabaseNode.start(template, options, {
        ...{ port, isEmpty: !isFirst, once: isFirst ? ['--wsrep-new-cluster'] : [] },
        ...(isRoot && { owner: OWNER }),
      });
      nodes.push(node);
      await untilSynced(nodes);
    }
    await nodes[0]?.run("CREATE USER haproxy@'127.0.0.1'");
    return new GaleraGroup(nodes);
  }

  /** @returns the node with this number, from 1. */
  node(number: number): DatabaseNode {
    const node = this.nodes[number - 1];
    if (node === undefined) throw new Error(`There is no node ${number}`);
    return node;
  }

  /** Starts a killed node, and waits until it has caught up. */
  async rejoin(node: DatabaseNode): Promise<void> {
    await node.start();
    await this.untilComplete();
  }

  async untilComplete(): Promise<void> {
    await untilSynced(this.nodes);
  }
}

/**
 * Waits until these nodes are the cluster, and have caught up. A node that was frozen does not know yet that it is excluded, but the others
 * do.
 */
async function untilSynced(nodes: readonly DatabaseNode[]): Promise<void> {
  const isSynced = async (node: DatabaseNode): Promise<boolean> => {
    const rows = await node.run(CLUSTER_QUERY).catch(() => []);
    const status = new Map(rows.map((row) => [row['Variable_name'] as string, row['Value'] as string]));
    const isComplete = Number(status.get('wsrep_cluster_size')) === nodes.length;
    return isComplete && status.get('wsrep_local_state_comment') === 'Synced';
  };
  await waitUntil('all nodes are synced', async () => !(await Promise.all(nodes.map(isSynced))).includes(false));
}

/** The options of `galera.cnf`, with those of this machine. */
function configured({ further, ...own }: Readonly<Record<string, string>>): string[] {
  const lines = read('deploy/ha/galera.cnf').matchAll(/^(\w+) = (.*)$/gm);
  const options = new Map([...lines].map(([, name = '', value = '']) => [name, value.replace(/^"|"$/g, '')]));
  for (const [name, value] of Object.entries(own)) options.set(name, value);
  const provider = (options.get('wsrep_provider_options') ?? '').replace('gcache.size=1G', 'gcache.size=64M');
  options.set('wsrep_provider_options', `${provider}; ${further}`);
  return [...options].map(([name, value]) => `--${name.replaceAll('_', '-')}=${value}`);
}

const freePorts = (count: number): Promise<[number, number, number, number][]> =>
  Promise.all(
    Array.from({ length: count }, async () => [await freePort(), await freePort(), await freePort(), await freePort()]),
  );
