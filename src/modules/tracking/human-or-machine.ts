import type { TrackingRequest, MachineReason } from './evidence.js';
import { isMachineAgent, isPrivacyProxyAgent } from './known-agents.js';
import { isPrivacyProxyNetwork, isScannerNetwork } from './known-networks.js';

const MAX_PURPOSE_LENGTH = 128;

/** Returns why a request was made by a machine, as far as the request alone shows; null for a possible person. */
export function machineReason({ kind, method, userAgent, purpose, ip }: TrackingRequest): MachineReason | null {
  if (method !== 'GET') return 'method';
  if (userAgent === null || userAgent.trim() === '') return 'no_agent';
  if (purpose !== null && /prefetch|preview|prerender/i.test(purpose.slice(0, MAX_PURPOSE_LENGTH))) return 'prefetch';
  // Apple hides whether a fetched image is ever seen.
  if (kind === 'open' && (isPrivacyProxyAgent(userAgent) || isPrivacyProxyNetwork(ip))) return 'privacy_proxy';
  if (isMachineAgent(userAgent, kind)) return 'known_agent';
  return isScannerNetwork(ip, kind) ? 'known_network' : null;
}
