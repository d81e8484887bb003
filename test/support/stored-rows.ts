import type { Database } from '../../src/platform/database/database.js';

/** By which processes say that they live, whatever else goes on. */
const BEATS = ['process_beats', 'sending_beats'];

/**
 * Every row of every table, so that a test can ask whether anything at all was written: rows, counters, events and whatever
 * will be added later. For small databases.
 */
export async function storedRows(db: Database): Promise<Record<string, unknown[]>> {
  const tables = await db.query<{ name: string }>(
    `SELECT TABLE_NAME AS name FROM information_schema.TABLES
      WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE' AND TABLE_NAME NOT IN (:beats) ORDER BY TABLE_NAME`,
    { beats: BEATS },
  );
  const rows = await Promise.all(tables.map(({ name }) => db.query(`SELECT * FROM ${name}`)));
  return Object.fromEntries(tables.map(({ name }, index) => [name, inOrder(rows[index] ?? [])]));
}

/** Rows that came, went or changed, table by table; nothing where nothing was written. */
export function differences(
  before: Readonly<Record<string, readonly unknown[]>>,
  after: Readonly<Record<string, readonly unknown[]>>,
): string[] {
  return Object.keys({ ...before, ...after }).flatMap((table) => {
    const [then, now] = [before[table] ?? [], after[table] ?? []];
    return [
      ...then.filter((row) => !now.includes(row)).map((row) => `- ${table} ${String(row)}`),
      ...now.filter((row) => !then.includes(row)).map((row) => `+ ${table} ${String(row)}`),
    ];
  });
}

/** Without ORDER BY a server may answer the same rows in another order. */
function inOrder(rows: readonly unknown[]): unknown[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}
