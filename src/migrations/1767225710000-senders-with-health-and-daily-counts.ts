import type { MigrationInterface, QueryRunner } from 'typeorm';

const OPTIONS = 'ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci';
const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';

/**
 * Mail servers that managers set up. How each of them fares, and how many mails it has been trusted with today, is known
 * to all processes together. The installation's own server (SMTP_URL) has no row; it counts as sender 0.
 */
export class CreateSenders1767225710000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE senders (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        name VARCHAR(190) NOT NULL,
        name_key VARCHAR(760) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        from_email VARCHAR(190) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        from_name VARCHAR(190) NOT NULL DEFAULT '',
        reply_to VARCHAR(190) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
        host VARCHAR(255) ${ASCII} NOT NULL,
        port SMALLINT UNSIGNED NOT NULL,
        secure TINYINT UNSIGNED NOT NULL,
        username VARCHAR(190) NULL,
        password VARCHAR(1024) ${ASCII} NULL,
        pool_size SMALLINT UNSIGNED NOT NULL,
        rate DOUBLE NULL,
        daily_cap INT UNSIGNED NULL,
        warmup_start INT UNSIGNED NULL,
        warmup_factor DOUBLE NULL,
        warmup_since DATE NULL,
        dkim_domain VARCHAR(190) ${ASCII} NULL,
        dkim_selector VARCHAR(63) ${ASCII} NULL,
        dkim_private_key TEXT ${ASCII} NULL,
        dkim_record TEXT ${ASCII} NULL,
        return_path_domain VARCHAR(190) ${ASCII} NULL,
        fallback_of INT UNSIGNED NULL,
        version INT UNSIGNED NOT NULL DEFAULT 1,
        created_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
        updated_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
        UNIQUE INDEX ux_senders_name_key (name_key),
        INDEX ix_senders_from_email (from_email),
        INDEX ix_senders_fallback_of (fallback_of)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE sender_health (
        sender_id INT UNSIGNED NOT NULL PRIMARY KEY,
        breaks INT UNSIGNED NOT NULL DEFAULT 0,
        refusals INT UNSIGNED NOT NULL DEFAULT 0,
        reason VARCHAR(190) NOT NULL,
        open_until DATETIME(3) NOT NULL
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE sender_days (
        sender_id INT UNSIGNED NOT NULL,
        day DATE NOT NULL,
        mails INT UNSIGNED NOT NULL DEFAULT 0,
        PRIMARY KEY (sender_id, day)
      ) ${OPTIONS}`);
    await runner.query('ALTER TABLE sendings ADD INDEX ix_sendings_sender (sender_id, state)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sendings DROP INDEX ix_sendings_sender');
    for (const table of ['sender_days', 'sender_health', 'senders']) await runner.query(`DROP TABLE ${table}`);
  }
}
