import { isIP } from 'node:net';
import type { ValidationErrors } from '../../../platform/errors/validation-errors.js';
import type { ConsentEvidence } from './consent-log.js';
import { asText } from '../../../platform/text/as-text.js';

const MAX_VERSION_LENGTH = 190;
const MAX_PROOF_LENGTH = 16_000;

/**
 * Validates the consent evidence that a manager sends, and adds errors to `faults`.
 * @returns null if there is none.
 */
export function readConsent(value: unknown, faults: ValidationErrors): ConsentEvidence | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value)) {
    faults.add('consent', 'must be an object');
    return null;
  }
  const { ip, text_version: textVersion, proof } = value as Readonly<Record<string, unknown>>;
  return {
    ip: readIp(ip, faults),
    textVersion: readText('text_version', textVersion, MAX_VERSION_LENGTH, faults),
    proof: readText('proof', proof, MAX_PROOF_LENGTH, faults),
  };
}

function readIp(value: unknown, faults: ValidationErrors): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string' && isIP(value.trim()) !== 0 && !value.includes('%')) return value.trim();
  faults.add('consent.ip', 'must be an IP address');
  return null;
}

function readText(name: string, sent: unknown, longest: number, faults: ValidationErrors): string | null {
  const value = asText(sent);
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') {
    faults.add(`consent.${name}`, 'must be text');
    return null;
  }
  const text = value.trim();
  if (Array.from(text).length > longest) faults.add(`consent.${name}`, `must be at most ${longest} characters long`);
  return text === '' ? null : text;
}
