import type { IncomingMessage } from 'node:http';
import { invalidParam } from '../errors/app-error.js';

const WELL_FORMED = /^[\x21-\x7e]{1,190}$/;

/**
 * @returns null without a key.
 * @throws AppError rest_invalid_param for a key that cannot be stored.
 */
export function idempotencyKeyOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !WELL_FORMED.test(key))
    throw invalidParam('Idempotency-Key', 'must be 1 to 190 printable characters');
  return key;
}
