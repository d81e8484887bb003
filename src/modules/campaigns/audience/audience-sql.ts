import { IS_TRACKED } from '../../../events/email-state.js';
import type { SqlParams, SqlValue } from '../../../platform/sql/named-parameters.js';
import type { AudiencePair, Resend, ResendKind } from '../campaign/campaign-settings.js';

/** Conditions on a contact `c`, joined by OR; without any, no contact matches. */
export interface Alternatives {
  readonly alternatives: readonly string[];
  readonly params: SqlParams;
}

/** `find` may start from memberships, in ids `:after` to `:until`; `ask` excludes, so looks candidates up by key. */
type Manner = 'find' | 'ask';

/** Above this number, pairs of list and tag are checked in one query: each alone would be a separate scan. */
const MAX_ALTERNATIVES = 16;

/** Each list of a contact with each of its tags. */
const BOTH = 'contact_lists m JOIN contact_tags t ON t.contact_id = m.contact_id WHERE m.contact_id = c.id';

function has(manner: Manner, from: string): string {
  return manner === 'find'
    ? `EXISTS (SELECT 1 FROM ${from} AND m.contact_id > :after AND m.contact_id <= :until)`
    : `((SELECT 1 FROM ${from} LIMIT 1) IS NOT NULL)`;
}

const LABELS = { list: ['contact_lists', 'list_id'], tag: ['contact_tags', 'tag_id'] } as const;

function isMember(manner: Manner, kind: keyof typeof LABELS, parameter: string): string {
  const [table, column] = LABELS[kind];
  return has(manner, `${table} m WHERE m.contact_id = c.id AND m.${column} IN (:${parameter})`);
}

/** Merges rows into fewer conditions: all lists alone, all tags alone, and the tags of each list. */
interface Grouped {
  readonly allContacts: boolean;
  readonly lists: ReadonlySet<number>;
  readonly tags: ReadonlySet<number>;
  readonly tagsOfList: ReadonlyMap<number, ReadonlySet<number>>;
}

function grouped(pairs: readonly AudiencePair[]): Grouped {
  const [lists, tags] = [new Set<number>(), new Set<number>()];
  const tagsOfList = new Map<number, Set<number>>();
  let allContacts = false;
  for (const { list, tag } of pairs) {
    if (list !== 'all' && tag !== 'all') tagsOfList.set(list, (tagsOfList.get(list) ?? new Set()).add(tag));
    else if (list !== 'all') lists.add(list);
    else if (tag !== 'all') tags.add(tag);
    else allContacts = true;
  }
  for (const list of lists) tagsOfList.delete(list);
  return { allContacts, lists, tags, tagsOfList };
}

/** @param prefix of the parameters; two sets of rows in one statement need different prefixes. */
export function matchesRows(pairs: readonly AudiencePair[], manner: Manner, prefix: string): Alternatives {
  const { allContacts, lists, tags, tagsOfList } = grouped(pairs);
  if (allContacts) return { alternatives: ['TRUE'], params: {} };
  const params: Record<string, SqlValue> = {};
  const bind = (ids: Iterable<number>): string => {
    const name = `${prefix}${Object.keys(params).length}`;
    params[name] = [...ids];
    return name;
  };
  const alternatives: string[] = [];
  if (lists.size > 0) alternatives.push(isMember(manner, 'list', bind(lists)));
  if (tags.size > 0) alternatives.push(isMember(manner, 'tag', bind(tags)));
  if (tagsOfList.size > MAX_ALTERNATIVES) {
    const pairsOfIds = [...tagsOfList].flatMap(([list, tagsOfIt]) => [...tagsOfIt].map((tag) => [list, tag]));
    params[`${prefix}Pairs`] = pairsOfIds;
    alternatives.push(has(manner, `${BOTH} AND (m.list_id, t.tag_id) IN (:${prefix}Pairs)`));
  } else
    for (const [list, tagsOfIt] of tagsOfList)
      alternatives.push(`(${isMember(manner, 'list', bind([list]))} AND ${isMember(manner, 'tag', bind(tagsOfIt))})`);
  return { alternatives, params };
}

/** Conditions on a ledger row whose recipient gets the email again. */
export const RESEND_CONDITIONS: Readonly<Record<ResendKind, string>> = {
  unopened: `m.state = 'sent' AND m.first_human_open_at IS NULL AND ${IS_TRACKED}`,
  failed: `m.state = 'failed'`,
};

const emailOfContact = (table: string): string => `${table} m WHERE m.contact_id = c.id AND m.source_type = 'campaign'`;

export function matchesResend({ of, kind }: Resend): Alternatives {
  return {
    alternatives: [
      has('find', `${emailOfContact('email_messages')} AND m.source_id = :resendOf AND ${RESEND_CONDITIONS[kind]}`),
    ],
    params: { resendOf: of },
  };
}

/** Any state except those of emails that were never due to be sent. */
export const IS_RECIPIENT = `m.state NOT IN ('cancelled', 'skipped')`;

export function receivedAnyOf(campaigns: readonly number[]): Alternatives {
  if (campaigns.length === 0) return { alternatives: [], params: {} };
  return {
    alternatives: ['email_messages', 'past_emails'].map((table) =>
      has('ask', `${emailOfContact(table)} AND m.source_id IN (:receivedFrom) AND ${IS_RECIPIENT}`),
    ),
    params: { receivedFrom: campaigns },
  };
}

export function anyOf(alternatives: readonly string[]): string {
  return alternatives.length === 0 ? 'FALSE' : `(${alternatives.join(' OR ')})`;
}

/** Sums count each contact once per row. Rows by list or tag alone are counted without reading contacts. */
export function countsOfRows(pairs: readonly AudiencePair[]): { sql: string[]; params: SqlParams } {
  const distinct = [...new Map(pairs.map((pair) => [`${pair.list}/${pair.tag}`, pair])).values()];
  const { allContacts, lists, tags } = grouped(distinct);
  const sql: string[] = [];
  const params: Record<string, SqlValue> = {};
  if (allContacts) sql.push('SELECT COUNT(*) AS matches FROM contacts');
  if (lists.size > 0) {
    sql.push('SELECT COUNT(*) AS matches FROM contact_lists WHERE list_id IN (:countedLists)');
    params['countedLists'] = [...lists];
  }
  if (tags.size > 0) {
    sql.push('SELECT COUNT(*) AS matches FROM contact_tags WHERE tag_id IN (:countedTags)');
    params['countedTags'] = [...tags];
  }
  const crossed = distinct.flatMap(({ list, tag }) => (list !== 'all' && tag !== 'all' ? [[list, tag]] : []));
  if (crossed.length > 0) {
    sql.push(
      `SELECT COUNT(*) AS matches FROM contact_lists l JOIN contact_tags t ON t.contact_id = l.contact_id
        WHERE (l.list_id, t.tag_id) IN (:countedPairs)
          AND l.list_id IN (:countedListsOfPairs) AND t.tag_id IN (:countedTagsOfPairs)`,
    );
    params['countedPairs'] = crossed;
    params['countedListsOfPairs'] = [...new Set(crossed.map(([list = 0]) => list))];
    params['countedTagsOfPairs'] = [...new Set(crossed.map(([, tag = 0]) => tag))];
  }
  return { sql, params };
}
