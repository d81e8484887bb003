import { isIP } from 'node:net';
import type { Faults } from '../../../platform/errors/faults.js';
import type { ConsentEvidence } from './consent-log.js';

const LONGEST_VERSION = 190;
const LONGEST_PROOF = 16_000;

/**
 * What a manager knows of how a person agreed, as it came in.
 * @param faults gets everything that is wrong.
 * @returns null when nothing was said.
 */
export function readConsent(value: unknown, faults: Faults): ConsentEvidence | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value)) {
    faults.add('consent', 'must be an object');
    return null;
  }
  const { ip, text_version: textVersion, proof } = value as Readonly<Record<string, unknown>>;
  return {
    ip: readIp(ip, faults),
    textVersion: readText('text_version', textVersion, LONGEST_VERSION, faults),
    proof: readText('proof', proof, LONGEST_PROOF, faults),
  };
}

function readIp(value: unknown, faults: Faults): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string' && isIP(value.trim()) !== 0 && !value.includes('%')) return value.trim();
  faults.add('consent.ip', 'must be an IP address');
  return null;
}

function readText(name: string, value: unknown, longest: number, faults: Faults): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') {
    faults.add(`consent.${name}`, 'must be text');
    return null;
  }
  const text = value.trim();
  if (Array.from(text).length > longest) faults.add(`consent.${name}`, `must be at most ${longest} characters long`);
  return text === '' ? null : text;
}
