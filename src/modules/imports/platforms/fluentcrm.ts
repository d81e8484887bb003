import { invalidParam } from '../../../platform/errors/app-error.js';
import type { ContactStatus } from '../../contacts/contact-status.js';
import { field, ForeignColumns, type Use, type Uses } from './foreign-columns.js';
import type { ForeignContact, ForeignField, ForeignFile, ForeignSystem } from './foreign-contact.js';
import { worse } from './standing.js';

/** The columns of the export of contacts that can be chosen there; custom fields follow under their labels. */
const USES: Uses = new Map<string, Use>(
  Object.entries({
    id: 'ignored',
    'user id': field('user_id'),
    'first name': field('first_name'),
    'last name': field('last_name'),
    'full name': field('full_name'),
    email: 'email',
    'address line 1': field('address_line_1'),
    'address line 2': field('address_line_2'),
    'postal code': field('postal_code'),
    city: field('city'),
    state: field('state'),
    country: field('country'),
    phone: field('phone'),
    status: 'status',
    'contact type': field('contact_type'),
    'date of birth': field('date_of_birth'),
    'ip address': 'fact',
    source: 'fact',
    'created at': 'fact',
    'updated at': 'ignored',
    'last activity': 'ignored',
    lists: 'lists',
    tags: 'tags',
  }),
);

/** The same by the names of its columns, as some of its exports have them. */
const BY_COLUMN_NAME: Uses = new Map<string, Use>([
  ...[...USES].map(([title, use]): [string, Use] => [title.replaceAll(' ', '_'), use]),
  ['ip', 'fact'],
]);

/** Whoever only gets receipts there has not agreed to more. */
const OF_WORD = new Map<string, ContactStatus>(
  Object.entries({
    subscribed: 'subscribed',
    pending: 'pending',
    transactional: 'pending',
    unsubscribed: 'unsubscribed',
    bounced: 'bounced',
    complained: 'complained',
    spammed: 'complained',
  } as const),
);

export const FLUENTCRM: ForeignSystem = {
  title: 'FluentCRM',

  open(name, header, { map, atBest }): ForeignFile {
    const columns = new ForeignColumns(name, header, new Map([...BY_COLUMN_NAME, ...USES]), map);
    // Which columns there are is chosen when the file is made.
    if (!columns.has('status') && atBest === null)
      throw invalidParam(
        'status',
        `is required, because ${name} has no column Status: export it too, or tell the best that these people are`,
      );
    return {
      ignored: columns.ignored,
      best: atBest ?? 'subscribed',
      read: (cells) => readContact(columns, cells, atBest),
    };
  },
};

function readContact(columns: ForeignColumns, cells: readonly string[], atBest: ContactStatus | null): ForeignContact {
  const word = columns.text(cells, 'status').toLowerCase();
  // A word that nobody knows is no consent.
  const own = columns.has('status') ? (OF_WORD.get(word) ?? 'unsubscribed') : 'subscribed';
  const status = worse(own, atBest);
  const agrees = status === 'subscribed' || status === 'pending';
  return {
    email: columns.text(cells, 'email'),
    status,
    fields: withoutBlanks(columns.fields(cells)),
    values: columns.values(cells),
    tags: titles(columns.text(cells, 'tags')),
    lists: titles(columns.text(cells, 'lists')),
    evidence: columns.evidence(cells, agrees ? ['ip address', 'ip_address', 'ip'] : []),
    blocked: false,
  };
}

/** What WordPress writes where there is nothing. */
const NOTHING: Readonly<Partial<Record<ForeignField, RegExp>>> = { user_id: /^0$/, date_of_birth: /^0000-00-00/ };

function withoutBlanks(fields: Partial<Record<ForeignField, string>>): Partial<Record<ForeignField, string>> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, text]) => NOTHING[name as ForeignField]?.test(text) !== true),
  );
}

/** Joined by commas there, without quotation marks: a title with a comma becomes two. */
function titles(text: string): string[] {
  return [...new Set(text.split(',').map((title) => title.trim()))].filter((title) => title !== '');
}
