import { isIPv6 } from 'node:net';
import type { Request } from 'express';
import { bytesOf } from '../outbound-http/address-class.js';

/** Returns the network that limits count as one client: an IPv4 address, or the /64 of an IPv6 address, all of which one client may own. */
export function networkOf({ ip = '' }: Pick<Request, 'ip'>): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIPv6(address) ? bytesOf(address).slice(0, 8).join('.') : address;
}
