import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/platform/database/database.js';

const TIMEOUT_MS = 4_000;

/**
 * Waits until a connection to the test database executes a statement that starts like this: if the test holds the lock of
 * its row, another writer waits there.
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
