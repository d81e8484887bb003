import type { Database } from '../../src/platform/database/database.js';
import { waitUntil } from './wait-until.js';

/**
 * Waits until a connection to the test database executes a statement that starts like this: if the test holds the lock of
 * its row, another writer waits there. MySQL shows all statements that were sent together, also while the first one runs.
 */
export async function statementRunning(db: Database, start: string): Promise<void> {
  const running = (): Promise<unknown[]> =>
    db.query(
      `SELECT 1 FROM information_schema.PROCESSLIST
        WHERE DB = DATABASE() AND ID <> CONNECTION_ID() AND (INFO LIKE :start OR INFO LIKE :later)`,
      { start: `${start}%`, later: `%;${start}%` },
    );
  await waitUntil(`a statement '${start}' is running`, async () => (await running()).length > 0, 5);
}
