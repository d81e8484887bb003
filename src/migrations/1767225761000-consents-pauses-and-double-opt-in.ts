import type { MigrationInterface, QueryRunner } from 'typeorm';

const OPTIONS = 'ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci';

/**
 * What a person agreed to, when and how, is kept for ever; a pause is no opting out; and a subscription may wait for a
 * confirmation by mail.
 */
export class KeepConsents1767225761000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Each by itself: together they would write the whole table anew.
    await runner.query('ALTER TABLE contacts ADD COLUMN paused_until DATETIME(0) NULL AFTER photo');
    await runner.query('ALTER TABLE contacts ADD INDEX ix_contacts_paused_until (paused_until)');
    await runner.query('ALTER TABLE custom_fields ADD COLUMN is_public TINYINT UNSIGNED NOT NULL DEFAULT 0');
    await runner.query(`
      ALTER TABLE suppressions
        ADD COLUMN value VARCHAR(190) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL AFTER value_hash,
        ADD COLUMN note VARCHAR(190) NULL AFTER reason`);
    await runner.query(`
      CREATE TABLE contact_consents (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        contact_id INT UNSIGNED NOT NULL,
        action ENUM('requested', 'granted', 'withdrawn', 'changed') NOT NULL,
        old_status VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NULL,
        new_status VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        source VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        reason VARCHAR(190) NULL,
        text_version VARCHAR(190) NULL,
        ip VARCHAR(45) CHARACTER SET ascii COLLATE ascii_bin NULL,
        proof TEXT NULL,
        occurred_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        INDEX ix_contact_consents_contact (contact_id, id)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE contact_optins (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        contact_id INT UNSIGNED NOT NULL,
        state ENUM('requested', 'confirmed', 'replaced') NOT NULL DEFAULT 'requested',
        source VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        language CHAR(2) CHARACTER SET ascii COLLATE ascii_bin NULL,
        template_id INT UNSIGNED NULL,
        requested_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        confirmed_at DATETIME(3) NULL,
        INDEX ix_contact_optins_contact (contact_id, id)
      ) ${OPTIONS}`);
    await runner.query('ALTER TABLE email_contents ADD COLUMN hash BINARY(32) NULL AFTER tracks_opens');
    await runner.query('ALTER TABLE email_contents ADD INDEX ix_email_contents_hash (hash)');
    await runner.query(`
      ALTER TABLE sendings
        ADD COLUMN audience ENUM('subscribed', 'opt_in', 'asked') NOT NULL DEFAULT 'subscribed' AFTER source_id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sendings DROP COLUMN audience');
    await runner.query('ALTER TABLE email_contents DROP COLUMN hash');
    await runner.query('DROP TABLE contact_optins');
    await runner.query('DROP TABLE contact_consents');
    await runner.query('ALTER TABLE suppressions DROP COLUMN note, DROP COLUMN value');
    await runner.query('ALTER TABLE custom_fields DROP COLUMN is_public');
    await runner.query('ALTER TABLE contacts DROP COLUMN paused_until');
  }
}
