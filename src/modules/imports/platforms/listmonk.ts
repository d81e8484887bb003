import { invalidParam } from '../../../platform/errors/app-error.js';
import { fromJson, isObject } from '../../../platform/values/json.js';
import type { ForeignField, ForeignSystem } from './foreign-system.js';

/** Has no lists: export lists one by one, and import unsubscribed contacts with `--status unsubscribed`. */
export const LISTMONK: ForeignSystem = {
  title: 'listmonk',

  columns: {
    email: ['email'],
    status: ['status'],
    full_name: ['name'],
    parts: ['attributes'],
    evidence: ['created_at'],
    '-': ['uuid', 'updated_at'],
  },

  statuses: {
    enabled: 'subscribed',
    // They get no campaigns: a manager has decided so.
    disabled: 'unsubscribed',
    blocklisted: 'unsubscribed',
  },

  blockedWord: 'blocklisted',

  leastStrict({ name, hasStatus }, atBest) {
    if (hasStatus) return atBest ?? 'subscribed';
    throw invalidParam('from', `does not match: ${name} has no column status, which listmonk's subscriber export has`);
  },

  /** Separates attributes that are contact fields, by name or by the map, from the others. */
  partsOf(text, targetOf) {
    const fields: Partial<Record<ForeignField, string>> = {};
    const values = Object.create(null) as Record<string, string>;
    for (const [title, value] of Object.entries(readAttributes(text))) {
      const target = targetOf(title);
      if (target === 'custom') values[title] = value;
      else if (target !== '-') fields[target as ForeignField] ??= value;
    }
    return { fields, values };
  },
};

/** Returns the attributes of a subscriber; nested ones are named by path (`stack.languages`), and lists are joined by commas. */
export function readAttributes(text: string): Record<string, string> {
  const parsed = text === '' ? null : fromJson(text);
  if (isObject(parsed)) return Object.fromEntries(flat('', parsed));
  // Other text is kept instead of lost.
  return parsed === null ? {} : { attributes: text };
}

/** Deeper objects stay JSON. */
const DEEPEST = 4;

function flat(before: string, attributes: Readonly<Record<string, unknown>>, depth = 1): [string, string][] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (name.trim() === '') return [];
    const title = `${before}${name.trim()}`;
    if (isObject(value) && depth < DEEPEST) return flat(`${title}.`, value, depth + 1);
    const text = inWords(value);
    return text === '' ? [] : [[title, text]];
  });
}

function inWords(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.map(String).join(', ');
  return JSON.stringify(value);
}
