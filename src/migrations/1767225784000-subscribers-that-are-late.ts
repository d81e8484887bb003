import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Subscribers that could not take a batch of events in time have a place of their own in the log until they have caught up.
 * And one worker at a time removes old events: it notes when it began.
 */
export class KeepLateSubscribers1767225784000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE late_subscribers (
        subscriber VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
        position BIGINT UNSIGNED NOT NULL,
        error VARCHAR(500) NOT NULL,
        since DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
    await runner.query('ALTER TABLE relay_state ADD COLUMN retention_began_at DATETIME(3) NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE relay_state DROP COLUMN retention_began_at');
    await runner.query('DROP TABLE late_subscribers');
  }
}
