import type { MigrationInterface, QueryRunner } from 'typeorm';

const UNUSED = [
  ['relay_state', 'retention_began_at DATETIME(3) NULL'],
  ['email_messages', 'first_attempt_at DATETIME(3) NULL'],
  ['contact_aliases', 'merged_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3)'],
] as const;

/** Columns that no version has read. Version 1.0.0 does not name them, so its processes run without them. */
export class DropUnusedColumns1767225791600 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of UNUSED)
      await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column.split(' ')[0]}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, column] of UNUSED) await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column}`);
  }
}
