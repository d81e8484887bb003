import { isbot } from 'isbot';

export interface HitContext {
  readonly method: string;
  readonly userAgent: string | null;
  /** `Sec-Purpose`, `Purpose` or `X-Moz`: how browsers mark what they load ahead. */
  readonly purpose: string | null;
}

const LONGEST_AGENT = 512;

/**
 * Why a hit was not made by a person; null when it seems to be one. Scanners and prefetchers open and follow everything,
 * and figures that count them are lies.
 */
export function machineReason({ method, userAgent, purpose }: HitContext): string | null {
  if (method !== 'GET') return 'method';
  if (userAgent === null || userAgent.trim() === '') return 'no_agent';
  if (purpose !== null && /prefetch|preview|prerender/i.test(purpose)) return 'prefetch';
  // The agent comes from outside: bounded before any pattern reads it.
  if (isbot(userAgent.slice(0, LONGEST_AGENT))) return 'known_agent';
  return null;
}
