import { invalidParam } from '../../../platform/errors/app-error.js';
import type { ContactStatus } from '../../contacts/contact/contact-status.js';
import { field, ForeignColumns, keyOf, sameName, usesOf } from './foreign-columns.js';
import type { ColumnMap, ForeignContact, ForeignField, ForeignFile, ForeignSystem } from './foreign-contact.js';
import { stricter } from './status-strictness.js';
import { isObject } from '../../../platform/values/json.js';

const USES = usesOf(
  { email: ['email'], status: ['status'], own: ['attributes'], ignored: ['uuid', 'updated_at'], fact: ['created_at'] },
  { name: 'full_name' },
);

/** Disabled subscribers get no campaigns: a manager has decided so. */
const OF_WORD = new Map<string, ContactStatus>([
  ['enabled', 'subscribed'],
  ['disabled', 'unsubscribed'],
  ['blocklisted', 'unsubscribed'],
]);

/**
 * The subscriber export. It contains neither lists nor unsubscriptions from a list: export lists one by one, and import
 * unsubscribed contacts with `--status unsubscribed`.
 */
export const LISTMONK: ForeignSystem = {
  title: 'listmonk',

  open(name, header, { map, atBest }): ForeignFile {
    const columns = new ForeignColumns(name, header, USES, map);
    if (!columns.has('status'))
      throw invalidParam(
        'from',
        `does not match: ${name} has no column status, which listmonk's subscriber export has`,
      );
    return {
      ignored: columns.ignored,
      best: atBest ?? 'subscribed',
      read: (cells) => readSubscriber(columns, cells, atBest, map),
    };
  },
};

function readSubscriber(
  columns: ForeignColumns,
  cells: readonly string[],
  atBest: ContactStatus | null,
  map: ColumnMap,
): ForeignContact {
  const word = columns.text(cells, 'status').toLowerCase();
  const { fields, values } = splitAttributes(readAttributes(columns.named(cells, 'attributes')), map);
  return {
    email: columns.text(cells, 'email'),
    // An unknown status is not a consent.
    status: stricter(OF_WORD.get(word) ?? 'unsubscribed', atBest),
    fields: { ...fields, ...columns.fields(cells) },
    values: { ...columns.values(cells), ...values },
    tags: [],
    lists: [],
    evidence: columns.evidence(cells, []),
    blocked: word === 'blocklisted',
  };
}

/** Separates attributes that are contact fields, by name or by the map, from the others. */
function splitAttributes(
  attributes: Readonly<Record<string, string>>,
  map: ColumnMap,
): Pick<ForeignContact, 'fields' | 'values'> {
  const fields: Partial<Record<ForeignField, string>> = {};
  const values: Record<string, string> = {};
  for (const [title, text] of Object.entries(attributes)) {
    const said = map.get(keyOf(title));
    if (said === '-') continue;
    const use = said === undefined ? sameName(title) : field(said as ForeignField);
    if (typeof use === 'object') fields[use.field] ??= text;
    else values[title] = text;
  }
  return { fields, values };
}

/** Returns the attributes of a subscriber; nested ones are named by path (`stack.languages`), and lists are joined by commas. */
export function readAttributes(text: string): Record<string, string> {
  if (text === '') return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // Kept as text instead of lost.
    return { attributes: text };
  }
  const values: Record<string, string> = {};
  if (isObject(parsed)) flatten('', parsed, values);
  else if (parsed !== null) values['attributes'] = text;
  return values;
}

/** Deeper objects stay JSON. */
const DEEPEST = 4;

function flatten(
  before: string,
  attributes: Readonly<Record<string, unknown>>,
  values: Record<string, string>,
  depth = 1,
): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.trim() === '') continue;
    const title = `${before}${name.trim()}`;
    if (isObject(value) && depth < DEEPEST) {
      flatten(`${title}.`, value, values, depth + 1);
      continue;
    }
    const text = inWords(value);
    if (text !== '') values[title] = text;
  }
}

function inWords(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.map(String).join(', ');
  return JSON.stringify(value);
}
