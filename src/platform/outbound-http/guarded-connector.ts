import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { mayConnectTo } from './address-class.js';
import { literalAddress } from './outbound-url.js';

/** Resolves a name to all of its addresses. Tests bring their own; a rebinding name server is one of them. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** The port to connect to instead; only tests know another one. */
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
    super('The address lies in a private or reserved network');
    this.name = 'BlockedAddressError';
  }
}

export interface ConnectorOptions {
  readonly allowPrivateNetworks: boolean;
  readonly resolve: Resolve;
  readonly portOf?: PortOf;
  /** Milliseconds for DNS, TCP and TLS together. */
  readonly timeoutMs: number;
  /** Undefined means the certificate authorities that Node trusts by itself. */
  readonly secureContext?: SecureContext;
}

/**
 * Opens sockets to checked addresses only. A name is resolved once, every address of the answer is judged (one bad one
 * refuses all of it), and the socket goes to an address of that very answer, so a name that changes its mind between
 * check and connect gains nothing. The name stays in SNI, in the certificate check and in `Host`.
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const allowed = (address: string): boolean => mayConnectTo(address, options.allowPrivateNetworks);
  const connect = buildConnector({
    timeout: options.timeoutMs,
    lookup: checkedLookup(options.resolve, allowed),
    ...(options.secureContext === undefined ? {} : { secureContext: options.secureContext }),
  });
  return (target, callback) => {
    // Node asks no lookup for literals, so those have to be judged here.
    const literal = literalAddress(target.hostname);
    if (literal !== null && !allowed(literal)) {
      callback(new BlockedAddressError(), null);
      return;
    }
    connect(options.portOf ? { ...target, port: options.portOf(target.hostname, target.port) } : target, callback);
  };
}

/** A `lookup` for sockets that refuses names with an address that is not allowed. Node does not call it for literals. */
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
