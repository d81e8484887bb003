import { Command, CommandRunner } from 'nest-commander';
import { DataSource } from 'typeorm';

@Command({ name: 'migrate', description: 'bring the database to the schema of this version' })
export class MigrateCommand extends CommandRunner {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  override async run(): Promise<void> {
    const applied = await this.dataSource.runMigrations();
    for (const { name } of applied) console.log(`applied ${name}`);
    if (applied.length === 0) console.log('the schema is up to date');
  }
}

@Command({ name: 'migrate:revert', description: 'undo the latest migration' })
export class RevertMigrationCommand extends CommandRunner {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  override async run(): Promise<void> {
    await this.dataSource.undoLastMigration();
    console.log('reverted the latest migration');
  }
}
