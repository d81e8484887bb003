import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the life cycle of webhooks needs: a replaced secret that goes on signing for a while, the URL that an attempt really
 * called (the webhook's own may change later), and replays, which are worked off in small chunks.
 */
export class CompleteWebhooks1767225682000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhooks
        ADD COLUMN previous_secret VARCHAR(512) CHARACTER SET ascii COLLATE ascii_bin NULL AFTER secret,
        ADD COLUMN previous_secret_until DATETIME(3) NULL AFTER previous_secret`);
    await runner.query('ALTER TABLE webhook_attempts ADD COLUMN url VARCHAR(2048) NULL AFTER fence');
    await runner.query(`
      CREATE TABLE webhook_replays (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        webhook_id INT UNSIGNED NOT NULL,
        from_at DATETIME(3) NOT NULL,
        to_at DATETIME(3) NOT NULL,
        events TEXT NOT NULL,
        status ENUM('running', 'done', 'cancelled') NOT NULL DEFAULT 'running',
        total INT UNSIGNED NOT NULL,
        total_is_estimate TINYINT(1) NOT NULL DEFAULT 0,
        queued INT UNSIGNED NOT NULL DEFAULT 0,
        reached_at DATETIME(3) NOT NULL,
        reached_event_id BIGINT UNSIGNED NOT NULL DEFAULT 0,
        created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        finished_at DATETIME(3) NULL,
        INDEX ix_webhook_replays_status (status, id),
        INDEX ix_webhook_replays_webhook (webhook_id, id)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_replays');
    await runner.query('ALTER TABLE webhook_attempts DROP COLUMN url');
    await runner.query('ALTER TABLE webhooks DROP COLUMN previous_secret_until, DROP COLUMN previous_secret');
  }
}
