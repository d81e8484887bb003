import Redis, { type RedisOptions } from 'ioredis';

type Options = Omit<RedisOptions, 'replyMapping'>;

const SENTINEL_PORT = 26_379;
const SENTINELS =
  /^redis(?<tls>s?)\+sentinel:\/\/(?:(?<username>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<hosts>[^@/?]+)\/(?<name>[^/?]+)(?:\/(?<db>\d+))?(?:\?sentinel_password=(?<own>[^&]+))?$/;

/**
 * Reads `redis://`, `rediss://`, or `redis+sentinel://user:password@host:port,host:port/name[/database]`: Sentinels know the primary of the
 * group `name`, and the client asks them at every connection. Sentinels with a password of their own: `?sentinel_password=`.
 * @returns null for an address that cannot be read.
 */
export function redisAddress(url: string): { readonly where: string; readonly options: string | Options } | null {
  if (/^rediss?:\/\//.test(url) && URL.canParse(url)) {
    const { hostname, port } = new URL(url);
    return { where: `${hostname}:${port || '6379'}`, options: url };
  }
  const parts = SENTINELS.exec(url)?.groups;
  if (!parts) return null;
  const { tls, username, password, hosts = '', name = '', db = '0', own } = parts;
  const sentinels = hosts.split(',').map((host) => {
    const [, address = host, port] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
    return { host: address.replace(/^\[(.*)\]$/, '$1'), port: Number(port ?? SENTINEL_PORT) };
  });
  const given = { username, password, sentinelPassword: own };
  const credentials = Object.entries(given).flatMap(([member, text]) =>
    text ? [[member, decodeURIComponent(text)]] : [],
  );
  const options: Options = {
    ...{ sentinels, name, db: Number(db) },
    ...(tls === 's' && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
    ...(Object.fromEntries(credentials) as Partial<Options>),
    // A primary that was demoted refuses writes on open connections; the next connection finds its successor.
    reconnectOnError: (error) => (error.message.startsWith('READONLY') ? 2 : false),
  };
  return { where: `${name} by ${hosts}`, options };
}

/** The same for Bull, which closes only the connections that it opens itself. */
export function bullAddress(
  url: string,
  options: RedisOptions,
): { readonly url?: string; readonly redis: RedisOptions } {
  const address = redisAddress(url)?.options ?? url;
  return typeof address === 'string' ? { url: address, redis: options } : { redis: { ...address, ...options } };
}

/** Opens a connection to a validated address. */
export function connectRedis(url: string, options: Options): Redis {
  const address = redisAddress(url)?.options ?? url;
  return typeof address === 'string' ? new Redis(address, options) : new Redis({ ...address, ...options });
}
