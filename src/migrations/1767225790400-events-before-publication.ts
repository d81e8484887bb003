import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Funnels ignore events from before they were published; 0 ignores none, as before. */
export class IgnoreEventsBeforePublication1767225790400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE funnels ADD COLUMN published_after BIGINT UNSIGNED NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE funnels DROP COLUMN published_after');
  }
}
