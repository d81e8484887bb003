import type { TypeOf } from '../../../shapes/shape.js';
import type { JsonObject } from '../../../platform/values/json.js';
import { choice, shape, text } from './settings-schema.js';

// oxfmt-ignore
const OPERATORS = ['=', '!=', 'contains', 'not_contains', '>', '<', '>=', '<=', 'in', 'exists', 'not_exists'] as const;
const COMPARISONS: Readonly<Partial<Record<string, (difference: number) => boolean>>> = {
  '>': (difference) => difference > 0,
  '<': (difference) => difference < 0,
  '>=': (difference) => difference >= 0,
  '<=': (difference) => difference <= 0,
};
const NEGATIVE: Readonly<Partial<Record<string, PayloadCondition['operator']>>> = {
  '!=': '=',
  not_contains: 'contains',
  not_exists: 'exists',
};
const SCALARS = ['string', 'number', 'boolean', 'null'];

export const payloadCondition = shape(
  {
    path: text('Member', {
      min: 1,
      form: 'payload_path',
      description: 'A path in the payload; names joined by dots',
      example: 'form.country',
    }),
    operator: choice('Operator', OPERATORS, { example: '=' }),
    value: {
      title: 'Value',
      description: 'An array for `in`; true or false for `exists`',
      type: [...SCALARS, 'array'],
      items: { type: SCALARS, maxLength: 1_000 },
      maxItems: 100,
      maxLength: 1_000,
      examples: ['FR'],
    },
  },
  { absent: ['value'] },
);
/** A condition on the payload of a trigger; `exists` needs no value. */
export type PayloadCondition = Omit<TypeOf<typeof payloadCondition>, 'value'> & { readonly value?: unknown };

/** Checks the type of a value by its operator, which the schema does not express. */
export function valueFault({ operator, value: sent }: Pick<PayloadCondition, 'operator' | 'value'>): string | null {
  if (operator.endsWith('exists'))
    return sent === undefined || typeof sent === 'boolean' ? null : `must be true or false for ${operator}`;
  if (sent === undefined) return 'is required';
  if (operator === 'in')
    return Array.isArray(sent) && sent.length > 0 ? null : 'must be an array with at least one item for in';
  if (Array.isArray(sent)) return `must not be an array for ${operator}`;
  const isComparable = ['=', '!='].includes(operator) || ['number', 'string'].includes(typeof sent);
  return isComparable ? null : `must be a number or text for ${operator}`;
}

/** Whether a condition on the data of a trigger holds. */
export function holds({ path, operator, value }: PayloadCondition, payload: JsonObject): boolean {
  const found = memberOf(payload, path);
  const opposite = NEGATIVE[operator];
  if (opposite !== undefined) return !holds({ path, operator: opposite, value }, payload);
  switch (operator) {
    case 'exists':
      return (found !== undefined && found !== null) === (value !== false);
    case '=':
      return each(found).some((one) => isSame(one, value));
    case 'in':
      return Array.isArray(value) && each(found).some((one) => value.some((option) => isSame(one, option)));
    case 'contains':
      return Array.isArray(found)
        ? found.some((one) => isSame(one, value))
        : typeof found === 'string' && folded(found).includes(folded(textOf(value)));
    default:
      return COMPARISONS[operator]?.(compared(found, value)) ?? false;
  }
}

/** Reads own members only, so that a path does not reach the prototype. */
function memberOf(payload: JsonObject, path: string): unknown {
  let found: unknown = payload;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as JsonObject)[name];
  }
  return found;
}

/** Conditions on an array hold if they hold for one of its values. */
const each = (found: unknown): readonly unknown[] => (Array.isArray(found) ? found : [found]);

/** Compares without case, and as numbers if one of the two is a number; two texts are not numbers (postal codes). */
function isSame(found: unknown, wanted: unknown): boolean {
  if (found === undefined || found === null || wanted === null || wanted === undefined)
    return (found ?? null) === (wanted ?? null);
  if (typeof found === 'object') return false;
  if (typeof found === 'number' || typeof wanted === 'number') return numberOf(found) === numberOf(wanted);
  return folded(textOf(found)) === folded(textOf(wanted));
}

/** Compares as numbers, else as texts (ISO dates); NaN if the values are not comparable. */
function compared(found: unknown, wanted: unknown): number {
  const [left, right] = [numberOf(found), numberOf(wanted)];
  if (left !== null && right !== null) return left - right;
  if (typeof found !== 'string' || typeof wanted !== 'string' || left !== null || right !== null) return Number.NaN;
  return found < wanted ? -1 : Number(found > wanted);
}

export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const read = Number(value);
  return Number.isFinite(read) ? read : null;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const folded = (text: string): string => text.trim().toLowerCase();
