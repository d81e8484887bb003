import { Command, CommandRunner } from 'nest-commander';
import { DataSource } from 'typeorm';
import { confirmed } from '../command-line/confirm.js';
import { counted } from '../text/counted.js';
import { createSchema, isWithoutSchema } from '../../migrations/baseline.js';
import { Options } from '../command-line/options.js';

/** Waiting processes log after this time and keep waiting: a migration of a large table can take hours. */
const LOG_WAITING_AFTER_SECONDS = 2;
const ASKS_AGAIN_AFTER_SECONDS = 60;

/** Lock names are global on the server and at most 64 characters long. MySQL 9.6 removed MD5() and SHA1(). */
const LOCK_NAME = `CONCAT('carillon:migrations:', LEFT(SHA2(DATABASE(), 256), 40))`;

/** Runs `work` under the migration lock of this database: several machines may be updated at once. A crash releases it. */
async function withMigrationLock<Result>(dataSource: DataSource, work: () => Promise<Result>): Promise<Result> {
  const holder = dataSource.createQueryRunner();
  const hasLock = async (seconds: number): Promise<boolean> => {
    const [row] = (await holder.query(`SELECT GET_LOCK(${LOCK_NAME}, ?) AS got`, [seconds])) as {
      got: number | null;
    }[];
    if (row?.got === 0 || row?.got === 1) return row.got === 1;
    throw new Error('the database refused the migration lock');
  };
  try {
    if (!(await hasLock(LOG_WAITING_AFTER_SECONDS))) {
      console.log('another process is migrating this database; waiting');
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

/** Creates the schema in an empty database, or applies pending migrations, and reports it. */
export async function runPendingMigrations(dataSource: DataSource): Promise<void> {
  console.log(await withMigrationLock(dataSource, () => migrated(dataSource)));
}

async function migrated(dataSource: DataSource): Promise<string> {
  if (await isWithoutSchema(dataSource)) {
    await createSchema(dataSource);
    return 'the schema is created';
  }
  const applied = await dataSource.runMigrations();
  return applied.length === 0 ? 'the schema is up to date' : `${counted(applied.length, 'migration')} applied`;
}

@Command({ name: 'migrate', aliases: ['migrate:database'], description: 'update the database schema to this version' })
export class MigrateDatabaseCommand extends CommandRunner {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  override async run(): Promise<void> {
    await runPendingMigrations(this.dataSource);
  }
}

@Command({ name: 'migrate:revert', description: 'undo the latest migration' })
@Options({ '--yes': 'do not ask for confirmation' })
export class RevertMigrationCommand extends CommandRunner {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  override async run(_args: string[], { yes = false }: { yes?: boolean }): Promise<void> {
    if (!yes && !(await confirmed('Undo the latest migration? Data that only it stores is deleted.'))) {
      process.stderr.write('Nothing was reverted. Use --yes to revert without confirmation.\n');
      process.exitCode = 1;
      return;
    }
    await withMigrationLock(this.dataSource, () => this.dataSource.undoLastMigration());
    console.log('reverted the latest migration');
  }
}
