import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Webhooks, one delivery per webhook and event, and one row per HTTP request. Deliveries have no foreign key to their
 * webhook: they outlive it as a record, and the sweeper ends those that were still waiting.
 */
export class CreateWebhooks1767225630000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhooks (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        name VARCHAR(190) NOT NULL,
        url VARCHAR(2048) NOT NULL,
        events TEXT NOT NULL,
        status ENUM('active', 'inactive', 'failed') NOT NULL DEFAULT 'active',
        secret VARCHAR(512) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        consecutive_failures INT UNSIGNED NOT NULL DEFAULT 0,
        probing TINYINT(1) NOT NULL DEFAULT 0,
        status_changed_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
    await runner.query(`
      CREATE TABLE webhook_deliveries (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        webhook_id INT UNSIGNED NOT NULL,
        event_id BIGINT UNSIGNED NULL,
        event VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        status ENUM('pending', 'success', 'failed') NOT NULL DEFAULT 'pending',
        attempts SMALLINT UNSIGNED NOT NULL DEFAULT 0,
        failures SMALLINT UNSIGNED NOT NULL DEFAULT 0,
        interrupted SMALLINT UNSIGNED NOT NULL DEFAULT 0,
        next_attempt_at DATETIME(3) NULL DEFAULT CURRENT_TIMESTAMP(3),
        lease_owner CHAR(26) CHARACTER SET ascii COLLATE ascii_bin NULL,
        lease_until DATETIME(3) NULL,
        fence INT UNSIGNED NOT NULL DEFAULT 0,
        response_code SMALLINT UNSIGNED NULL,
        response_time INT UNSIGNED NULL,
        attempted_at DATETIME(3) NULL,
        fail_reason VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
        created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        UNIQUE INDEX ux_webhook_deliveries_event (webhook_id, event_id),
        INDEX ix_webhook_deliveries_due (webhook_id, status, next_attempt_at),
        INDEX ix_webhook_deliveries_log (webhook_id, id)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
    await runner.query(`
      CREATE TABLE webhook_attempts (
        delivery_id BIGINT UNSIGNED NOT NULL,
        attempt_no SMALLINT UNSIGNED NOT NULL,
        fence INT UNSIGNED NOT NULL,
        started_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        finished_at DATETIME(3) NULL,
        outcome VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
        code SMALLINT UNSIGNED NULL,
        ms INT UNSIGNED NULL,
        remote_ip VARCHAR(45) CHARACTER SET ascii COLLATE ascii_bin NULL,
        response_head TEXT NULL,
        excerpt TEXT NULL,
        PRIMARY KEY (delivery_id, attempt_no)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['webhook_attempts', 'webhook_deliveries', 'webhooks'])
      await runner.query(`DROP TABLE ${table}`);
  }
}
