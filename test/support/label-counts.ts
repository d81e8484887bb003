import type { Database } from '../../src/platform/database/database.js';

/**
 * Returns the maintained counters and the counted rows, so that a test can compare them: per list and tag (total,
 * subscribed), per company, and per status.
 */
export async function countersAndRows(db: Database): Promise<{ maintained: unknown; counted: unknown }> {
  const maintained: unknown[] = [];
  const counted: unknown[] = [];
  for (const [labels, memberships, column] of [
    ['lists', 'contact_lists', 'list_id'],
    ['tags', 'contact_tags', 'tag_id'],
  ] as const) {
    maintained.push(
      await db.query(`SELECT id, total_count AS total, subscribed_count AS subscribed FROM ${labels} ORDER BY id`),
    );
    counted.push(
      await db.query(
        `SELECT l.id, COUNT(c.id) AS total, COUNT(CASE WHEN c.status = 'subscribed' THEN 1 END) AS subscribed
           FROM ${labels} l
           LEFT JOIN ${memberships} m ON m.${column} = l.id
           LEFT JOIN contacts c ON c.id = m.contact_id
          GROUP BY l.id ORDER BY l.id`,
      ),
    );
  }
  maintained.push(await db.query('SELECT id, contacts_count AS total FROM companies ORDER BY id'));
  counted.push(
    await db.query(
      `SELECT k.id, COUNT(c.id) AS total
         FROM companies k
         LEFT JOIN contact_companies m ON m.company_id = k.id
         LEFT JOIN contacts c ON c.id = m.contact_id
        GROUP BY k.id ORDER BY k.id`,
    ),
  );
  maintained.push(
    await db.query(
      'SELECT status, SUM(total) AS total FROM contact_counters GROUP BY status HAVING total > 0 ORDER BY status',
    ),
  );
  counted.push(await db.query('SELECT status, COUNT(*) AS total FROM contacts GROUP BY status ORDER BY status'));
  return { maintained, counted };
}
