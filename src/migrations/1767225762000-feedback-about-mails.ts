import type { MigrationInterface, QueryRunner } from 'typeorm';

const OPTIONS = 'ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci';

/** What mail servers, mailbox providers and sending services report about mails, each report once. */
export class TakeFeedback1767225762000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE email_messages
        MODIFY COLUMN unsubscribe_method ENUM('one_click', 'page', 'preferences', 'mailto', 'provider') NULL,
        ADD COLUMN unsubscribe_reason VARCHAR(190) NULL,
        ADD COLUMN bounce_type ENUM('hard', 'soft') NULL,
        ADD COLUMN bounced_at DATETIME(3) NULL,
        ADD COLUMN complained_at DATETIME(3) NULL`);
    await runner.query(`
      CREATE TABLE feedback_reports (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        provider VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        event_key BINARY(32) NOT NULL,
        kind VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        outcome VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        message_id BIGINT UNSIGNED NULL,
        detail VARCHAR(190) NULL,
        raw MEDIUMBLOB NULL,
        received_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        UNIQUE INDEX ux_feedback_reports_event (provider, event_key),
        INDEX ix_feedback_reports_received_at (received_at),
        INDEX ix_feedback_reports_message (message_id)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE feedback_mailboxes (
        id BINARY(32) NOT NULL PRIMARY KEY,
        uid_validity BIGINT UNSIGNED NOT NULL DEFAULT 0,
        last_uid BIGINT UNSIGNED NOT NULL DEFAULT 0,
        lease_owner CHAR(26) CHARACTER SET ascii COLLATE ascii_bin NULL,
        lease_until DATETIME(3) NULL
      ) ${OPTIONS}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE feedback_mailboxes');
    await runner.query('DROP TABLE feedback_reports');
    await runner.query(`UPDATE email_messages SET unsubscribe_method = 'page'
      WHERE unsubscribe_method IN ('preferences', 'mailto', 'provider')`);
    await runner.query(`
      ALTER TABLE email_messages
        DROP COLUMN complained_at, DROP COLUMN bounced_at, DROP COLUMN bounce_type, DROP COLUMN unsubscribe_reason,
        MODIFY COLUMN unsubscribe_method ENUM('one_click', 'page') NULL`);
  }
}
