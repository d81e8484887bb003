import type { Database } from '../../src/platform/database/database.js';

/**
 * Everything stored about contacts as lines of text, without values that differ between installations (ids, hashes, times):
 * two databases with the same lines hold the same contacts.
 */
const PARTS: Readonly<Record<string, string>> = {
  contacts: `SELECT email, first_name, last_name, status, contact_type, phone, address_line_1, address_line_2, city, state,
                    country, postal_code, date_of_birth, photo, user_id, search_text
               FROM contacts ORDER BY email`,
  lists: `SELECT c.email, l.title FROM contact_lists m JOIN contacts c ON c.id = m.contact_id JOIN lists l ON l.id = m.list_id
           ORDER BY c.email, l.title`,
  tags: `SELECT c.email, t.title FROM contact_tags m JOIN contacts c ON c.id = m.contact_id JOIN tags t ON t.id = m.tag_id
          ORDER BY c.email, t.title`,
  values: `SELECT c.email, f.slug, v.value FROM contact_custom_values v JOIN contacts c ON c.id = v.contact_id
             JOIN custom_fields f ON f.id = v.field_id ORDER BY c.email, f.slug`,
  suppressions: 'SELECT kind, HEX(value_hash), reason FROM suppressions ORDER BY kind, value_hash',
  statuses: 'SELECT status, SUM(total) FROM contact_counters GROUP BY status ORDER BY status',
  listCounts: 'SELECT title, total_count, subscribed_count FROM lists ORDER BY title',
  tagCounts: 'SELECT title, total_count, subscribed_count FROM tags ORDER BY title',
};

/** Their events and logs. */
const TRACES: Readonly<Record<string, string>> = {
  rows: `SELECT row_no, outcome, kept_status, reason, input, changes FROM bulk_job_rows ORDER BY job_id, row_no`,
  jobs: `SELECT status, total, processed, created, updated, kept_status, skipped, invalid FROM bulk_jobs ORDER BY id`,
  events: `SELECT type, JSON_VALUE(data, '$.contact.email') AS email, silent, COUNT(*) FROM domain_events
            GROUP BY type, email, silent ORDER BY type, email, silent`,
  consents: `SELECT c.email, s.action, s.old_status, s.new_status, s.source, COUNT(*)
               FROM contact_consents s JOIN contacts c ON c.id = s.contact_id
              GROUP BY c.email, s.action, s.old_status, s.new_status, s.source
              ORDER BY c.email, s.action, s.old_status, s.new_status, s.source`,
};

export type ContactImage = ReadonlyMap<string, readonly string[]>;

export async function imageOf(db: Database): Promise<ContactImage> {
  return image(db, PARTS);
}

export async function tracesOf(db: Database): Promise<ContactImage> {
  return image(db, TRACES);
}

async function image(db: Database, parts: Readonly<Record<string, string>>): Promise<ContactImage> {
  const found = new Map<string, string[]>();
  for (const [part, sql] of Object.entries(parts))
    found.set(
      part,
      (await db.cells(sql)).map((row) => JSON.stringify(row)),
    );
  return found;
}

/** Returns the first differing lines of each part; nothing if they are equal. */
export function differencesOf(
  one: ContactImage,
  other: ContactImage,
): Record<string, { one: string[]; other: string[] }> {
  const found: Record<string, { one: string[]; other: string[] }> = {};
  for (const part of new Set([...one.keys(), ...other.keys()])) {
    const only = (mine: ContactImage, theirs: ContactImage): string[] => {
      const known = new Set(theirs.get(part));
      return (mine.get(part) ?? []).filter((line) => !known.has(line)).slice(0, 5);
    };
    const [left, right] = [only(one, other), only(other, one)];
    const sizes = [one.get(part)?.length, other.get(part)?.length];
    if (left.length > 0 || right.length > 0 || sizes[0] !== sizes[1])
      found[part] = { one: [...left, `${sizes[0]} lines`], other: [...right, `${sizes[1]} lines`] };
  }
  return found;
}
