import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The ground: the outbox with its relay, parked events, and the stored answers of idempotent requests. */
export class CreatePlatform1767225600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE domain_events (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        position BIGINT UNSIGNED NULL,
        uid CHAR(26) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        type VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        subject_type VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        subject_id BIGINT UNSIGNED NULL,
        dedupe_key VARCHAR(120) CHARACTER SET ascii COLLATE ascii_bin NULL,
        data LONGTEXT NOT NULL,
        state ENUM('new', 'carried') NOT NULL DEFAULT 'new',
        occurred_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        UNIQUE INDEX ux_domain_events_position (position),
        UNIQUE INDEX ux_domain_events_uid (uid),
        UNIQUE INDEX ux_domain_events_dedupe_key (dedupe_key),
        INDEX ix_domain_events_state (state, id),
        INDEX ix_domain_events_subject (subject_type, subject_id, id),
        INDEX ix_domain_events_occurred_at (occurred_at)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
    await runner.query(`
      CREATE TABLE relay_state (
        id TINYINT UNSIGNED NOT NULL PRIMARY KEY,
        last_position BIGINT UNSIGNED NOT NULL DEFAULT 0
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
    await runner.query('INSERT INTO relay_state (id, last_position) VALUES (1, 0)');
    await runner.query(`
      CREATE TABLE parked_events (
        event_id BIGINT UNSIGNED NOT NULL,
        subscriber VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        error VARCHAR(500) NOT NULL,
        parked_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        PRIMARY KEY (event_id, subscriber)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
    await runner.query(`
      CREATE TABLE idempotency_keys (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        credential_id INT UNSIGNED NOT NULL,
        idempotency_key VARCHAR(190) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        fingerprint CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        claim_token CHAR(26) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        status SMALLINT UNSIGNED NULL,
        body LONGTEXT NULL,
        claimed_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        UNIQUE INDEX ux_idempotency_keys_key (credential_id, idempotency_key),
        UNIQUE INDEX ux_idempotency_keys_claim_token (claim_token),
        INDEX ix_idempotency_keys_created_at (created_at)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['idempotency_keys', 'parked_events', 'relay_state', 'domain_events'])
      await runner.query(`DROP TABLE ${table}`);
  }
}
