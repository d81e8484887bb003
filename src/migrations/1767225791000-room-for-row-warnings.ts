import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An import leaves out every unreadable cell of a row, and reports each of them. */
export class WidenRowWarnings1767225791000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE bulk_job_rows MODIFY COLUMN warnings VARCHAR(4000) NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('UPDATE bulk_job_rows SET warnings = NULL WHERE CHAR_LENGTH(warnings) > 500');
    await runner.query('ALTER TABLE bulk_job_rows MODIFY COLUMN warnings VARCHAR(500) NULL');
  }
}
