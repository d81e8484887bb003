import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Retention removes old events; who reads the log from a place before the last one removed has to be told. */
export class MarkBeginningOfEventLog1767225691000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE relay_state ADD COLUMN removed_position BIGINT UNSIGNED NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE relay_state DROP COLUMN removed_position');
  }
}
