import { Command, CommandRunner } from 'nest-commander';
import { DataSource } from 'typeorm';
import { withMigrationLock } from './migration-lock.js';

const logWaiting = (): void => {
  console.log('another process is migrating this database; waiting');
};

/** Applies pending migrations and reports them. */
export async function runPendingMigrations(dataSource: DataSource): Promise<void> {
  const applied = await withMigrationLock(dataSource, () => dataSource.runMigrations(), logWaiting);
  for (const { name } of applied) console.log(`applied ${name}`);
  if (applied.length === 0) console.log('the schema is up to date');
}

/** `migrate` does the same unless it is asked to import contacts. */
@Command({ name: 'migrate:database', description: 'update the database schema to this version' })
export class MigrateDatabaseCommand extends CommandRunner {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  override async run(): Promise<void> {
    await runPendingMigrations(this.dataSource);
  }
}

@Command({ name: 'migrate:revert', description: 'undo the latest migration' })
export class RevertMigrationCommand extends CommandRunner {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  override async run(): Promise<void> {
    await withMigrationLock(this.dataSource, () => this.dataSource.undoLastMigration(), logWaiting);
    console.log('reverted the latest migration');
  }
}
