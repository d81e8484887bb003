import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An import leaves out what it cannot read of a row, such as a country, and says so. */
export class KeepRowWarnings1767225789001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE bulk_job_rows ADD COLUMN warnings VARCHAR(500) NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE bulk_job_rows DROP COLUMN warnings');
  }
}
