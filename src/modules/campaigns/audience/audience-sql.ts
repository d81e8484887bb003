import type { SqlParams } from '../../../platform/sql/named-parameters.js';
import type { AudiencePair } from '../campaign-settings.js';

export interface Audience {
  readonly subscribers: readonly AudiencePair[];
  readonly excluded: readonly AudiencePair[];
}

export interface Condition {
  readonly sql: string;
  readonly params: SqlParams;
}

/**
 * Who is meant, as a condition on the contact `c`. Memberships are looked up by primary key per contact, so a contact
 * that matches several rows still is one row. A list that was deleted has no members, whatever is left of them.
 */
export function matchesAny(pairs: readonly AudiencePair[], prefix: string): Condition {
  const params: Record<string, number> = {};
  const rows = pairs.map((pair, index) => {
    const parts: string[] = [];
    if (pair.list !== 'all') {
      params[`${prefix}List${index}`] = pair.list;
      parts.push(
        `EXISTS (SELECT 1 FROM contact_lists cl JOIN lists l ON l.id = cl.list_id WHERE cl.contact_id = c.id AND cl.list_id = :${prefix}List${index})`,
      );
    }
    if (pair.tag !== 'all') {
      params[`${prefix}Tag${index}`] = pair.tag;
      parts.push(
        `EXISTS (SELECT 1 FROM contact_tags ct JOIN tags t ON t.id = ct.tag_id WHERE ct.contact_id = c.id AND ct.tag_id = :${prefix}Tag${index})`,
      );
    }
    return parts.length === 0 ? 'TRUE' : `(${parts.join(' AND ')})`;
  });
  return { sql: rows.length === 0 ? 'FALSE' : `(${rows.join(' OR ')})`, params };
}

/** Matched and not excluded, whatever the contact's status. */
export function inAudience({ subscribers, excluded }: Audience): Condition {
  const wanted = matchesAny(subscribers, 'in');
  const unwanted = matchesAny(excluded, 'out');
  return { sql: `${wanted.sql} AND NOT ${unwanted.sql}`, params: { ...wanted.params, ...unwanted.params } };
}
