import type { ValidationErrors } from '../../../platform/errors/validation-errors.js';

const MAX_ID = 4_294_967_295;

/**
 * Reads unique ids, given as numbers or digits.
 * @returns undefined if the value is absent or invalid; if invalid, an error is added to `faults`.
 */
export function readIds(field: string, value: unknown, faults: ValidationErrors, most = 1_000): number[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) {
    faults.add(field, 'must be an array of ids');
    return undefined;
  }
  if (value.length > most) {
    faults.add(field, `must hold at most ${most} ids`);
    return undefined;
  }
  const ids = (value as readonly unknown[]).map(readId);
  if (ids.every((id) => id !== null)) return [...new Set(ids)];
  faults.add(field, 'must hold ids only');
  return undefined;
}

/** @returns null for an invalid id. */
export function readId(value: unknown): number | null {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isInteger(id) && id >= 1 && id <= MAX_ID ? id : null;
}
