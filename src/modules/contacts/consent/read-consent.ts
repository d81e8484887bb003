import { isIP } from 'node:net';
import type { ValidationErrors } from '../../../platform/errors/app-error.js';
import type { ConsentEvidence } from './consent-log.js';
import { accepted, readText } from '../../../platform/values/read-value.js';
import { isObject } from '../../../platform/values/json.js';

const MAX_VERSION_LENGTH = 190;
const MAX_PROOF_LENGTH = 16_000;

/** Validates the evidence of consent that a manager sends. @returns null if there is none. */
export function readConsent(value: unknown, faults: ValidationErrors): ConsentEvidence | null {
  if (value === undefined || value === null) return null;
  if (!isObject(value)) return faults.refuse('consent', 'must be an object');
  const { ip, text_version: textVersion, proof } = value;
  return {
    ip: readIp(ip, faults),
    textVersion: readOptional('text_version', textVersion, MAX_VERSION_LENGTH, faults),
    proof: readOptional('proof', proof, MAX_PROOF_LENGTH, faults),
  };
}

function readIp(value: unknown, faults: ValidationErrors): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string' && isIP(value.trim()) !== 0 && !value.includes('%')) return value.trim();
  return faults.refuse('consent.ip', 'must be an IP address');
}

/** A blank counts as omitted. */
function readOptional(name: string, value: unknown, most: number, faults: ValidationErrors): string | null {
  if (value === undefined || value === null) return null;
  const text = accepted(readText(value, most), `consent.${name}`, faults);
  return text === undefined || text === '' ? null : text;
}
