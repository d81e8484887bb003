import type { Faults } from '../../platform/errors/faults.js';

const MAX_ID = 4_294_967_295;

/**
 * Ids as a body names them, numbers or digits, each once.
 * @returns undefined when nothing usable was sent; a fault says which of the two it was.
 */
export function readIds(field: string, value: unknown, faults: Faults, most = 1_000): number[] | undefined {
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

/** @returns null for what is no id. */
export function readId(value: unknown): number | null {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isInteger(id) && id >= 1 && id <= MAX_ID ? id : null;
}
