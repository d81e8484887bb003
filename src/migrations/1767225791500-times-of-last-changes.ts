import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['contacts', 'companies', 'orders'];

/** Lists are sorted and filtered by the time of the last change. */
export class IndexTimesOfLastChanges1767225791500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await runner.query(`ALTER TABLE ${table} ADD INDEX ix_${table}_updated_at (updated_at, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP INDEX ix_${table}_updated_at`);
  }
}
