import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/platform/database/database.js';

const TIMEOUT_MS = 4_000;

/**
 * Waits until some connection to this test's database is in a statement that starts like this: with its row locked by the
 * test, that is where another writer stands still.
 */
export async function statementRunning(db: Database, start: string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const rows = await db.query(
      'SELECT 1 FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND INFO LIKE :start',
      { start: `${start}%` },
    );
    if (rows.length > 0) return;
    if (Date.now() > deadline) throw new Error(`no statement '${start}' came to run`);
    await sleep(5);
  }
}
