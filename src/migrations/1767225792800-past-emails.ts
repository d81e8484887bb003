import type { MigrationInterface, QueryRunner } from 'typeorm';

const FIGURES = ['past_clicks', 'past_readers', 'past_machine_clicks'];

/** What stays of old emails. New columns at the end of a table do not copy it. */
export class AddPastEmails1767225792800 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE past_emails (id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
      source_type ENUM('campaign', 'funnel', 'single') NOT NULL, source_id INT UNSIGNED NOT NULL, contact_id INT UNSIGNED NULL,
      list_id INT UNSIGNED NULL, language VARCHAR(35) CHARACTER SET ascii COLLATE ascii_bin NULL,
      state ENUM('pending', 'sending', 'sent', 'deferred', 'failed', 'bounced', 'complained', 'skipped', 'unknown', 'cancelled') NOT NULL,
      opened TINYINT UNSIGNED NOT NULL DEFAULT 0, clicked TINYINT UNSIGNED NOT NULL DEFAULT 0, settled_at DATETIME(3) NULL,
      unsubscribed_at DATETIME(3) NULL, KEY ix_past_emails_contact (contact_id, id),
      KEY ix_past_emails_source (source_type, source_id, language))`);
    await runner.query('ALTER TABLE sendings ADD COLUMN thinned_to BIGINT UNSIGNED NOT NULL DEFAULT 0');
    await runner.query(
      `ALTER TABLE email_links ${FIGURES.map((name) => `ADD COLUMN ${name} INT UNSIGNED NOT NULL DEFAULT 0`).join(', ')}`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE email_links ${FIGURES.map((name) => `DROP COLUMN ${name}`).join(', ')}`);
    await runner.query('ALTER TABLE sendings DROP COLUMN thinned_to');
    await runner.query('DROP TABLE past_emails');
  }
}
