import { Command, CommandRunner } from 'nest-commander';
import { DataSource } from 'typeorm';
import { withMigrationLock } from './migration-lock.js';

const sayThatWeWait = (): void => {
  console.log('another process migrates this database; waiting for it');
};

/** Applies what is missing, and says so. */
export async function bringUpToDate(dataSource: DataSource): Promise<void> {
  const applied = await withMigrationLock(dataSource, () => dataSource.runMigrations(), sayThatWeWait);
  for (const { name } of applied) console.log(`applied ${name}`);
  if (applied.length === 0) console.log('the schema is up to date');
}

/** `migrate` does the same where it is not told to take contacts over. */
@Command({ name: 'migrate:database', description: 'bring the database to the schema of this version' })
export class MigrateDatabaseCommand extends CommandRunner {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  override async run(): Promise<void> {
    await bringUpToDate(this.dataSource);
  }
}

@Command({ name: 'migrate:revert', description: 'undo the latest migration' })
export class RevertMigrationCommand extends CommandRunner {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  override async run(): Promise<void> {
    await withMigrationLock(this.dataSource, () => this.dataSource.undoLastMigration(), sayThatWeWait);
    console.log('reverted the latest migration');
  }
}
