import { invalidParam } from '../../../platform/errors/app-error.js';
import { CONTACT_STATUSES, type ContactStatus } from '../../contacts/contact/contact-status.js';
import { ForeignColumns, usesOf } from './foreign-columns.js';
import type { ForeignContact, ForeignFile, ForeignSystem } from './foreign-contact.js';
import { stricter } from './status-strictness.js';

/**
 * Columns of the contact export that are not named like contact fields. All other columns are custom fields, by label. Some
 * exports use column names instead of titles: `user_id` for `User ID`.
 */
const USES = usesOf(
  {
    ignored: ['id', 'updated at', 'updated_at', 'last activity', 'last_activity'],
    fact: ['ip address', 'ip_address', 'ip', 'source', 'created at', 'created_at'],
    email: ['email'],
    status: ['status'],
    lists: ['lists'],
    tags: ['tags'],
  },
  { 'user id': 'user_id', user_id: 'user_id', 'contact type': 'contact_type', contact_type: 'contact_type' },
);

/** Transactional contacts have agreed to receipts only. */
const OF_WORD = new Map<string, ContactStatus>([
  ...CONTACT_STATUSES.map((status) => [status, status] as const),
  ['transactional', 'pending'],
  ['spammed', 'complained'],
]);

export const FLUENTCRM: ForeignSystem = {
  title: 'FluentCRM',

  open(name, header, { map, atBest }): ForeignFile {
    const columns = new ForeignColumns(name, header, USES, map);
    // FluentCRM exports only the selected columns.
    if (!columns.has('status') && atBest === null)
      throw invalidParam(
        'status',
        `is required because ${name} has no column Status: export that column, or give the least strict status of these contacts`,
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
  // An unknown status is not a consent.
  const own = columns.has('status') ? (OF_WORD.get(word) ?? 'unsubscribed') : 'subscribed';
  const status = stricter(own, atBest);
  const agrees = status === 'subscribed' || status === 'pending';
  return {
    email: columns.text(cells, 'email'),
    status,
    fields: columns.fields(cells),
    values: columns.values(cells),
    tags: titles(columns.text(cells, 'tags')),
    lists: titles(columns.text(cells, 'lists')),
    evidence: columns.evidence(cells, agrees ? ['ip address', 'ip_address', 'ip'] : []),
    blocked: false,
  };
}

/** Titles are joined by commas without quotes, so a title with a comma becomes two. */
function titles(text: string): string[] {
  return [...new Set(text.split(',').map((title) => title.trim()))].filter((title) => title !== '');
}
