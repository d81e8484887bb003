import type { DataSource } from 'typeorm';

/** Whoever waits says so after this long, and goes on waiting: a migration of a large table may take hours. */
const SAYS_SO_AFTER_SECONDS = 2;
const ASKS_AGAIN_AFTER_SECONDS = 60;

/** Names of locks are those of the whole server, and no longer than 64 characters. */
const LOCK_NAME = `CONCAT('carillon:migrations:', MD5(DATABASE()))`;

interface Answer {
  readonly got: number | null;
}

/**
 * Runs `work` while nobody else changes the schema of this database: machines of one installation may be updated at the same
 * time, and each of them migrates. The server takes the lock back from a process that has died.
 * @param onWait is called once where another holds the lock.
 */
export async function withMigrationLock<Result>(
  dataSource: DataSource,
  work: () => Promise<Result>,
  onWait: () => void,
): Promise<Result> {
  const holder = dataSource.createQueryRunner();
  const isMine = async (seconds: number): Promise<boolean> => {
    const rows = (await holder.query(`SELECT GET_LOCK(${LOCK_NAME}, ?) AS got`, [seconds])) as readonly Answer[];
    const got = rows[0]?.got;
    if (got === 0 || got === 1) return got === 1;
    throw new Error('the database gives no lock for migrations');
  };
  try {
    if (!(await isMine(SAYS_SO_AFTER_SECONDS))) {
      onWait();
      while (!(await isMine(ASKS_AGAIN_AFTER_SECONDS)));
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
