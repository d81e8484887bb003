import type { HitRequest, MachineReason } from './evidence.js';
import { isMachineAgent, isPrivacyProxyAgent } from './known-agents.js';
import { isPrivacyProxyNetwork, isScannerNetwork } from './known-networks.js';

const LONGEST_PURPOSE = 128;

/**
 * Why a request was not made by a person, as far as it tells by itself; null when it may have been. Scanners and
 * prefetchers open and follow everything, and figures that count them are lies.
 */
export function machineReason({ kind, method, userAgent, purpose, ip }: HitRequest): MachineReason | null {
  if (method !== 'GET') return 'method';
  if (userAgent === null || userAgent.trim() === '') return 'no_agent';
  if (purpose !== null && /prefetch|preview|prerender/i.test(purpose.slice(0, LONGEST_PURPOSE))) return 'prefetch';
  // Whether somebody will ever look at what Apple has fetched is the secret that it keeps.
  if (kind === 'open' && (isPrivacyProxyAgent(userAgent) || isPrivacyProxyNetwork(ip))) return 'privacy_proxy';
  if (isMachineAgent(userAgent, kind)) return 'known_agent';
  return isScannerNetwork(ip, kind) ? 'known_network' : null;
}
