import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { mayConnectTo } from './address-class.js';
import { literalAddress } from './outbound-url.js';

/** Resolves a name to all its addresses. Tests replace it, for example by a rebinding name server. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** Replaces the port, in tests. */
export type PortOf = (hostname: string, port: string) => string;

export const resolveBySystem: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => {
      if (error) reject(error);
      else resolve(addresses);
    });
  });

export class BlockedAddressError extends Error {
  readonly code = 'BLOCKED_ADDRESS';

  constructor() {
    super('The address is in a private or reserved network');
    this.name = 'BlockedAddressError';
  }
}

interface ConnectorOptions {
  readonly allowPrivateNetworks: boolean;
  readonly resolve: Resolve;
  readonly portOf?: PortOf;
  /** Timeout of DNS, TCP, and TLS together, in milliseconds. */
  readonly timeoutMs: number;
  /** Undefined means Node's default certificate authorities. */
  readonly secureContext?: SecureContext;
}

/** Opens sockets to checked addresses only: a name is resolved once, which prevents DNS rebinding, and all must be allowed. */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const allowed = (address: string): boolean => mayConnectTo(address, options.allowPrivateNetworks);
  const connect = buildConnector({
    timeout: options.timeoutMs,
    // The limits of answers and of connections are those of HTTP/1.1.
    allowH2: false,
    lookup: checkedLookup(options.resolve, allowed),
    ...(options.secureContext === undefined ? {} : { secureContext: options.secureContext }),
  });
  return (target, callback) => {
    // Node calls no lookup for literals, so check them here.
    const literal = literalAddress(target.hostname);
    if (literal !== null && !allowed(literal)) {
      callback(new BlockedAddressError(), null);
      return;
    }
    connect(options.portOf ? { ...target, port: options.portOf(target.hostname, target.port) } : target, callback);
  };
}

/** A `lookup` for sockets that refuses names with a forbidden address. Node does not call it for literals. */
export function checkedLookup(resolve: Resolve, allowed: (address: string) => boolean): LookupFunction {
  const resolveAndCheck = async (hostname: string): Promise<LookupAddress[]> => {
    const addresses = await resolve(hostname);
    if (addresses.length === 0) throw Object.assign(new Error('The name has no address'), { code: 'ENOTFOUND' });
    if (!addresses.every(({ address }) => allowed(address))) throw new BlockedAddressError();
    return [...addresses];
  };
  return (hostname, { all }, callback) => {
    resolveAndCheck(hostname).then(
      (addresses) => {
        if (all === true) callback(null, addresses);
        else callback(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 0);
      },
      (error: unknown) => {
        callback(error as NodeJS.ErrnoException, [], 0);
      },
    );
  };
}
