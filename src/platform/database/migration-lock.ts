import type { DataSource } from 'typeorm';

/** Waiting processes log after this time and keep waiting: a migration of a large table can take hours. */
const LOG_WAITING_AFTER_SECONDS = 2;
const ASKS_AGAIN_AFTER_SECONDS = 60;

/** Lock names are global on the server and at most 64 characters long. MySQL 9.6 removed MD5() and SHA1(). */
const LOCK_NAME = `CONCAT('carillon:migrations:', LEFT(SHA2(DATABASE(), 256), 40))`;

interface Answer {
  readonly got: number | null;
}

/**
 * Runs `work` under the migration lock of this database, because several machines may be updated at once. The server releases the lock if
 * the process crashes.
 * @param onWait is called once if another process holds the lock.
 */
export async function withMigrationLock<Result>(
  dataSource: DataSource,
  work: () => Promise<Result>,
  onWait: () => void,
): Promise<Result> {
  const holder = dataSource.createQueryRunner();
  const hasLock = async (seconds: number): Promise<boolean> => {
    const rows = (await holder.query(`SELECT GET_LOCK(${LOCK_NAME}, ?) AS got`, [seconds])) as readonly Answer[];
    const got = rows[0]?.got;
    if (got === 0 || got === 1) return got === 1;
    throw new Error('the database refused the migration lock');
  };
  try {
    if (!(await hasLock(LOG_WAITING_AFTER_SECONDS))) {
      onWait();
      while (!(await hasLock(ASKS_AGAIN_AFTER_SECONDS)));
    }
    try {
      return await work();
    } finally {
      await holder.query(`SELECT RELEASE_LOCK(${LOCK_NAME})`);
    }
  } finally {
    await holder.release();
  }
}
