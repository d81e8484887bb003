import { isIP } from 'node:net';
import { mayConnectTo } from './address-class.js';

export interface OutboundPolicy {
  readonly allowPrivateNetworks: boolean;
  /** If not empty, exactly these ports; otherwise the rule below. */
  readonly allowedPorts: readonly number[];
}

const MAX_LENGTH = 2_048;
const HTTPS_PORT = 443;
const FIRST_UNPRIVILEGED_PORT = 1_024;
/** Ports of databases, queues, and file servers that might execute a request as commands. */
const FOREIGN_PROTOCOLS = new Set([1433, 2049, 3306, 5432, 5672, 6379, 9200, 11211, 27017]);

// URL parsers drop these characters silently.
// oxlint-disable-next-line no-control-regex
const INVISIBLE = /[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202f\u2060\ufeff]/;

/** The host as an address literal without brackets, or null for a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? null : bare;
}

/** The address of a host in any notation (`0x7f.1` is 127.0.0.1), or null for a name. */
export function addressOfHost(host: string): string | null {
  const url = `https://${host.includes(':') ? `[${host}]` : host}`;
  return URL.canParse(url) ? literalAddress(new URL(url).hostname) : null;
}

/** Returns why a URL may not be called, or null. Checked on write and on each call, by the parsed host: `0x7f.1` is 127.0.0.1. */
export function faultOfUrl(text: string, policy: OutboundPolicy): string | null {
  if (text.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters long`;
  if (INVISIBLE.test(text) || !URL.canParse(text)) return 'must be a URL';
  const url = new URL(text);
  // URL parsers accept `https:host` and `https:/host`.
  if (!/^https:\/\/[^/\\]/i.test(text)) return 'must start with https://';
  if (hasEmptyLabel(url.hostname)) return 'must be a URL';
  if (url.username !== '' || url.password !== '') return 'must not contain credentials';
  if (text.includes('#')) return 'must not contain a fragment';
  if (!isPortAllowed(url, policy)) return 'must not use this port';
  const address = literalAddress(url.hostname);
  if (address !== null && !mayConnectTo(address, policy.allowPrivateNetworks))
    return 'must not point into a private or reserved network';
  return null;
}

/** URL parsers accept `.` and `a..b`, which cannot exist. One trailing dot is the root. */
const hasEmptyLabel = (hostname: string): boolean => hostname.replace(/\.$/, '').split('.').includes('');

function isPortAllowed(url: URL, { allowedPorts }: OutboundPolicy): boolean {
  const port = url.port === '' ? HTTPS_PORT : Number(url.port);
  if (allowedPorts.length > 0) return allowedPorts.includes(port);
  return port === HTTPS_PORT || (port >= FIRST_UNPRIVILEGED_PORT && !FOREIGN_PROTOCOLS.has(port));
}
