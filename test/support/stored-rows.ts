import type { Database } from '../../src/platform/database/database.js';
import { tablesWithRows } from './database-pool.js';

/** Tables that periodic tasks write while the product is idle: heartbeats, and when which worker ran a task. */
export const WRITTEN_WHEN_IDLE = ['process_beats', 'sending_beats', 'task_turns'];

/**
 * Every row of every table, so that a test can check that nothing was written: rows, counters, events, and tables that are
 * added later. Without tables that are written when the product is idle. For small databases.
 */
export async function storedRows(db: Database): Promise<Record<string, unknown[]>> {
  const tables = await db.query<{ name: string }>(
    `SELECT TABLE_NAME AS name FROM information_schema.TABLES
      WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE' AND TABLE_NAME NOT IN (:others) ORDER BY TABLE_NAME`,
    { others: WRITTEN_WHEN_IDLE },
  );
  const filled = await tablesWithRows(
    (sql) => db.query(sql),
    tables.map(({ name }) => name),
  );
  const rows = await Promise.all(filled.map((name) => db.query(`SELECT * FROM ${name}`)));
  return Object.fromEntries(filled.map((name, index) => [name, inOrder(rows[index] ?? [])]));
}

/** Added, removed, or changed rows by table; empty if nothing was written. */
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

/** Without ORDER BY, the server may return the rows in another order. */
function inOrder(rows: readonly unknown[]): unknown[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}
