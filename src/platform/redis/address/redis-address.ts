import Redis, { Cluster, type RedisOptions } from 'ioredis';

type Options = Omit<RedisOptions, 'replyMapping'>;

const SENTINEL_PORT = 26_379;
const CLUSTER_PORT = 6_379;
const GROUPS =
  /^redis(?<tls>s?)\+(?:(?<cluster>cluster)|sentinel):\/\/(?:(?<username>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<hosts>[^@/?]+)(?:\/(?<name>[^/?]+)(?:\/(?<db>\d+))?)?(?:\?sentinel_password=(?<own>[^&]+))?$/;

interface Address {
  readonly where: string;
  readonly options: string | Options;
  /** Of a Redis Cluster; the others are found through them. */
  readonly nodes?: { readonly host: string; readonly port: number }[];
}

/**
 * Reads `redis://`, `rediss://`, or one of these with several hosts:
 * `redis+sentinel://user:password@host:port,host:port/name[/database]`: Sentinels know the primary of the group `name`, and the client asks
 * them at every connection. Sentinels with a password of their own: `?sentinel_password=`.
 * `redis+cluster://user:password@host:port,host:port`: some nodes of a Redis Cluster.
 * @returns null for an address that cannot be read.
 */
export function redisAddress(url: string): Address | null {
  if (/^rediss?:\/\//.test(url) && URL.canParse(url)) {
    const { hostname, port } = new URL(url);
    return { where: `${hostname}:${port || '6379'}`, options: url };
  }
  const { hosts = '', name, cluster, ...parts } = GROUPS.exec(url)?.groups ?? {};
  // A cluster has no name, no Sentinels, and only the database 0.
  if (hosts === '' || (cluster === undefined) === (name === undefined)) return null;
  return name === undefined ? clusterAt(hosts, parts) : sentinelsAt(hosts, name, parts);
}

type Parts = Readonly<Record<string, string | undefined>>;

function clusterAt(hosts: string, parts: Parts): Address | null {
  if (parts['own'] !== undefined) return null;
  const options = { ...(parts['tls'] === 's' && { tls: {} }), ...credentialsIn(parts) };
  return { where: hosts, options, nodes: nodesIn(hosts, CLUSTER_PORT) };
}

function sentinelsAt(hosts: string, name: string, parts: Parts): Address {
  const options: Options = {
    ...{ sentinels: nodesIn(hosts, SENTINEL_PORT), name, db: Number(parts['db'] ?? 0) },
    ...(parts['tls'] === 's' && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
    ...credentialsIn(parts),
    // A primary that was demoted refuses writes on open connections; the next connection finds its successor.
    reconnectOnError: (error) => (error.message.startsWith('READONLY') ? 2 : false),
  };
  return { where: `${name} by ${hosts}`, options };
}

function nodesIn(hosts: string, usualPort: number): NonNullable<Address['nodes']> {
  return hosts.split(',').map((host) => {
    const [, address = host, port] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
    return { host: address.replace(/^\[(.*)\]$/, '$1'), port: Number(port ?? usualPort) };
  });
}

function credentialsIn({ username, password, own }: Parts): Partial<Options> {
  const given = Object.entries({ username, password, sentinelPassword: own });
  return Object.fromEntries(given.flatMap(([member, text]) => (text ? [[member, decodeURIComponent(text)]] : [])));
}

/** Connections to clusters, which Bull does not open, and hence does not close. */
const openedForBull = new Set<Redis>();

export function disconnectBull(): void {
  for (const client of openedForBull) client.disconnect();
  openedForBull.clear();
}

/** The same for Bull, which closes only the connections that it opens itself. */
export function bullAddress(
  url: string,
  options: RedisOptions,
): { readonly url?: string; readonly redis?: RedisOptions; readonly createClient?: () => Redis } {
  const address = redisAddress(url);
  if (address?.nodes) {
    const createClient = (): Redis => {
      const client = connectRedis(url, options);
      openedForBull.add(client);
      return client;
    };
    return { createClient };
  }
  const known = address?.options ?? url;
  return typeof known === 'string' ? { url: known, redis: options } : { redis: { ...known, ...options } };
}

/** Opens a connection to a validated address. A cluster takes the same commands, if the keys of each are in one slot. */
export function connectRedis(url: string, options: Options): Redis {
  const { options: address = url, nodes } = redisAddress(url) ?? {};
  if (typeof address === 'string') return new Redis(address, options);
  if (!nodes) return new Redis({ ...address, ...options });
  const { retryStrategy: clusterRetryStrategy, enableOfflineQueue, lazyConnect, ...ofNodes } = options;
  const redisOptions = { ...address, ...ofNodes };
  const cluster = new Cluster(nodes, { redisOptions, clusterRetryStrategy, enableOfflineQueue, lazyConnect });
  return cluster as unknown as Redis;
}

/** The servers that have the keys: one, or all primaries of a cluster. */
export function primariesOf(client: Redis | Cluster): readonly Redis[] {
  return client instanceof Cluster ? client.nodes('master') : [client];
}
