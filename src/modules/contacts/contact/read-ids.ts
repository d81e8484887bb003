import type { ValidationErrors } from '../../../platform/errors/app-error.js';
import { isId } from '../../../platform/ids/ids.js';
import { fromDigits } from '../../../platform/values/read-value.js';
import { isObject } from '../../../platform/values/json.js';

/** A list or tag in a request: its id, or its slug in lower case. */
export type LabelReference = number | string;

/** Reads unique ids: numbers, digits, or objects with an id. @returns undefined if absent or invalid (a fault). */
export function readIds(field: string, value: unknown, faults: ValidationErrors, most?: number): number[] | undefined {
  return readItems(field, value, faults, readId, most);
}

/** Reads unique lists or tags, given as ids, or as objects with an id or a slug, like those in responses. */
export function readLabelReferences(
  field: string,
  value: unknown,
  faults: ValidationErrors,
): LabelReference[] | undefined {
  return readItems(field, value, faults, (item) => readId(item) ?? slugIn(item));
}

function readItems<Item>(
  field: string,
  value: unknown,
  faults: ValidationErrors,
  read: (item: unknown) => Item | null,
  most = 1_000,
): Item[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) {
    faults.add(field, 'must be an array of ids');
    return undefined;
  }
  if (value.length > most) {
    faults.add(field, `must hold at most ${most} ids`);
    return undefined;
  }
  const items = (value as readonly unknown[]).map((item) => read(item));
  if (items.every((item) => item !== null)) return [...new Set(items)];
  faults.add(field, 'must hold ids only');
  return undefined;
}

export function readId(value: unknown): number | null {
  const id = fromDigits(isObject(value) ? value['id'] : value);
  return isId(id) ? id : null;
}

function slugIn(value: unknown): string | null {
  const slug = isObject(value) && value['id'] === undefined ? value['slug'] : undefined;
  return typeof slug === 'string' && slug.trim() !== '' ? slug.trim().toLowerCase() : null;
}
