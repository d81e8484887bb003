import { Command, CommandRunner } from 'nest-commander';
import { DataSource } from 'typeorm';
import { confirmed } from '../command-line/confirm.js';
import { counted } from '../text/counted.js';
import { createSchema, isWithoutSchema } from '../../migrations/baseline.js';
import { withMigrationLock } from './migration-lock.js';
import { Options } from '../command-line/options.js';

const logWaiting = (): void => {
  console.log('another process is migrating this database; waiting');
};

/** Creates the schema in an empty database, or applies pending migrations, and reports it. */
export async function runPendingMigrations(dataSource: DataSource): Promise<void> {
  console.log(await withMigrationLock(dataSource, () => migrated(dataSource), logWaiting));
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
    await withMigrationLock(this.dataSource, () => this.dataSource.undoLastMigration(), logWaiting);
    console.log('reverted the latest migration');
  }
}
