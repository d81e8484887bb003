import type { SqlParams, SqlValue } from '../../../platform/sql/named-parameters.js';
import type { AudiencePair, Resend, ResendKind } from '../campaign-settings.js';

/** Lists and tags that exist. What was deleted has no members, whatever is left of its memberships. */
export interface KnownLabels {
  readonly lists: ReadonlySet<number>;
  readonly tags: ReadonlySet<number>;
}

/** Conditions on a contact `c`, of which one has to hold; none: nobody is meant. */
export interface Alternatives {
  readonly alternatives: readonly string[];
  readonly params: SqlParams;
}

/**
 * `find` is for those who are meant: the server may begin with the memberships and collect them, within the window of ids
 * `:after` to `:until` alone. `ask` is for those who are not: each candidate is looked up by primary key, because to
 * collect all members of a large list only to leave them out takes longer than everything else.
 */
type Manner = 'find' | 'ask';

/** More lists with tags than this are asked for together: each by itself would be a walk of its own. */
const MOST_ALTERNATIVES = 16;

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

/** The same rows with fewer questions: all lists by themselves at once, all tags likewise, and the tags of each list. */
interface Grouped {
  readonly everybody: boolean;
  readonly lists: ReadonlySet<number>;
  readonly tags: ReadonlySet<number>;
  readonly tagsOfList: ReadonlyMap<number, ReadonlySet<number>>;
}

function grouped(pairs: readonly AudiencePair[], known: KnownLabels): Grouped {
  const [lists, tags] = [new Set<number>(), new Set<number>()];
  const tagsOfList = new Map<number, Set<number>>();
  let everybody = false;
  for (const { list, tag } of pairs) {
    if ((list !== 'all' && !known.lists.has(list)) || (tag !== 'all' && !known.tags.has(tag))) continue;
    if (list !== 'all' && tag !== 'all') tagsOfList.set(list, (tagsOfList.get(list) ?? new Set()).add(tag));
    else if (list !== 'all') lists.add(list);
    else if (tag !== 'all') tags.add(tag);
    else everybody = true;
  }
  for (const list of lists) tagsOfList.delete(list);
  return { everybody, lists, tags, tagsOfList };
}

/** @param prefix of the parameters; two sets of rows in one statement need different ones. */
export function matchesRows(
  pairs: readonly AudiencePair[],
  known: KnownLabels,
  manner: Manner,
  prefix: string,
): Alternatives {
  const { everybody, lists, tags, tagsOfList } = grouped(pairs, known);
  if (everybody) return { alternatives: ['TRUE'], params: {} };
  const params: Record<string, SqlValue> = {};
  const bind = (ids: Iterable<number>): string => {
    const name = `${prefix}${Object.keys(params).length}`;
    params[name] = [...ids];
    return name;
  };
  const alternatives: string[] = [];
  if (lists.size > 0) alternatives.push(isMember(manner, 'list', bind(lists)));
  if (tags.size > 0) alternatives.push(isMember(manner, 'tag', bind(tags)));
  if (tagsOfList.size > MOST_ALTERNATIVES) {
    const pairsOfIds = [...tagsOfList].flatMap(([list, tagsOfIt]) => [...tagsOfIt].map((tag) => [list, tag]));
    params[`${prefix}Pairs`] = pairsOfIds;
    alternatives.push(has(manner, `${BOTH} AND (m.list_id, t.tag_id) IN (:${prefix}Pairs)`));
  } else
    for (const [list, tagsOfIt] of tagsOfList)
      alternatives.push(`(${isMember(manner, 'list', bind([list]))} AND ${isMember(manner, 'tag', bind(tagsOfIt))})`);
  return { alternatives, params };
}

/** What a row of the ledger has to be for its recipient to get the mail again. */
export const REPEATED: Readonly<Record<ResendKind, string>> = {
  unopened: `m.state = 'sent' AND m.first_human_open_at IS NULL`,
  failed: `m.state = 'failed'`,
};

const MAIL_OF_CONTACT = `email_messages m WHERE m.contact_id = c.id AND m.source_type = 'campaign'`;

export function wasMailedBefore({ of, kind }: Resend): Alternatives {
  return {
    alternatives: [has('find', `${MAIL_OF_CONTACT} AND m.source_id = :resendOf AND ${REPEATED[kind]}`)],
    params: { resendOf: of },
  };
}

/** Whatever became of the mail, save that it was never meant to go out. */
export const HAS_MAIL = `m.state NOT IN ('cancelled', 'skipped')`;

export function hasMailOf(campaigns: readonly number[]): Alternatives {
  if (campaigns.length === 0) return { alternatives: [], params: {} };
  return {
    alternatives: [has('ask', `${MAIL_OF_CONTACT} AND m.source_id IN (:mailedBy) AND ${HAS_MAIL}`)],
    params: { mailedBy: campaigns },
  };
}

export function anyOf(alternatives: readonly string[]): string {
  return alternatives.length === 0 ? 'FALSE' : `(${alternatives.join(' OR ')})`;
}

/**
 * How often the rows match, each contact counted once per row, as statements to be added up. Rows by list or by tag alone
 * are counted from the memberships without a look at any contact.
 */
export function countsOfRows(pairs: readonly AudiencePair[], known: KnownLabels): { sql: string[]; params: SqlParams } {
  const distinct = [...new Map(pairs.map((pair) => [`${pair.list}/${pair.tag}`, pair])).values()];
  const { everybody, lists, tags } = grouped(distinct, known);
  const sql: string[] = [];
  const params: Record<string, SqlValue> = {};
  if (everybody) sql.push('SELECT COUNT(*) AS matches FROM contacts');
  if (lists.size > 0) {
    sql.push('SELECT COUNT(*) AS matches FROM contact_lists WHERE list_id IN (:countedLists)');
    params['countedLists'] = [...lists];
  }
  if (tags.size > 0) {
    sql.push('SELECT COUNT(*) AS matches FROM contact_tags WHERE tag_id IN (:countedTags)');
    params['countedTags'] = [...tags];
  }
  const crossed = distinct.flatMap(({ list, tag }) =>
    list !== 'all' && tag !== 'all' && known.lists.has(list) && known.tags.has(tag) ? [[list, tag]] : [],
  );
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
