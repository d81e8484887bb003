import { invalidParam } from '../../../platform/errors/app-error.js';
import type { ContactStatus } from '../../contacts/contact-status.js';
import { field, ForeignColumns, keyOf, sameName, type Use, type Uses } from './foreign-columns.js';
import type { ColumnMap, ForeignContact, ForeignField, ForeignFile, ForeignSystem } from './foreign-contact.js';
import { worse } from './standing.js';

const USES: Uses = new Map<string, Use>(
  Object.entries({
    email: 'email',
    name: field('full_name'),
    status: 'status',
    attributes: 'own',
    uuid: 'ignored',
    updated_at: 'ignored',
    created_at: 'fact',
  }),
);

/** Somebody who is disabled gets no campaign, by the word of whoever runs the lists. */
const OF_WORD = new Map<string, ContactStatus>(
  Object.entries({
    enabled: 'subscribed',
    disabled: 'unsubscribed',
    blocklisted: 'unsubscribed',
  } as const),
);

/**
 * The export of subscribers. It says nothing of lists, nor of who has left one of them: lists are exported one by one, and
 * whoever has left by `--status unsubscribed`.
 */
export const LISTMONK: ForeignSystem = {
  title: 'listmonk',

  open(name, header, { map, atBest }): ForeignFile {
    const columns = new ForeignColumns(name, header, USES, map);
    if (!columns.has('status'))
      throw invalidParam(
        'from',
        `does not fit: ${name} has no column status, as the export of subscribers of listmonk has`,
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
  const { fields, values } = told(readAttributes(columns.named(cells, 'attributes')), map);
  return {
    email: columns.text(cells, 'email'),
    // A word that nobody knows is no consent.
    status: worse(OF_WORD.get(word) ?? 'unsubscribed', atBest),
    fields: { ...fields, ...columns.fields(cells) },
    values: { ...columns.values(cells), ...values },
    tags: [],
    lists: [],
    evidence: columns.evidence(cells, []),
    blocked: word === 'blocklisted',
  };
}

/** Attributes that are members of a contact, by their names or by the map, apart from the others. */
function told(attributes: Readonly<Record<string, string>>, map: ColumnMap): Pick<ForeignContact, 'fields' | 'values'> {
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

/**
 * The attributes of a subscriber, each a value of its own; those inside others under both names, `stack.languages`. Lists
 * become text with commas.
 */
export function readAttributes(text: string): Record<string, string> {
  if (text === '') return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // Kept as it is, rather than lost.
    return { attributes: text };
  }
  const values: Record<string, string> = {};
  if (isObject(parsed)) flatten('', parsed, values);
  else if (parsed !== null) values['attributes'] = text;
  return values;
}

/** Deeper ones stay JSON. */
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
    const said = inWords(value);
    if (said !== '') values[title] = said;
  }
}

function inWords(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.map(String).join(', ');
  return JSON.stringify(value);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
