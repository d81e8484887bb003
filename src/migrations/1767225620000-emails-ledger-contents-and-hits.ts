import type { MigrationInterface, QueryRunner } from 'typeorm';

const OPTIONS = 'ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci';

/** The ledger of mails: frozen contents with their links, one row per message and recipient, every open and click. */
export class CreateEmails1767225620000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE email_contents (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        subject VARCHAR(500) NOT NULL,
        pre_header VARCHAR(500) NOT NULL,
        html MEDIUMTEXT NOT NULL,
        text MEDIUMTEXT NOT NULL,
        from_name VARCHAR(190) NOT NULL,
        from_email VARCHAR(190) NOT NULL,
        reply_to_name VARCHAR(190) NULL,
        reply_to_email VARCHAR(190) NULL,
        tracks_opens TINYINT UNSIGNED NOT NULL,
        created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE email_links (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        content_id INT UNSIGNED NOT NULL,
        position SMALLINT UNSIGNED NOT NULL,
        url TEXT NOT NULL,
        UNIQUE INDEX ux_email_links_position (content_id, position)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE sendings (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        source_type ENUM('campaign', 'funnel', 'single') NOT NULL,
        source_id INT UNSIGNED NOT NULL,
        content_id INT UNSIGNED NOT NULL,
        state ENUM('open', 'held', 'closed') NOT NULL,
        waiting_reason VARCHAR(190) NULL,
        waiting_until DATETIME(3) NULL,
        created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        UNIQUE INDEX ux_sendings_source (source_type, source_id),
        INDEX ix_sendings_state (state)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE email_messages (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        source_type ENUM('campaign', 'funnel', 'single') NOT NULL,
        source_id INT UNSIGNED NOT NULL,
        recipient_key VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        content_id INT UNSIGNED NOT NULL,
        contact_id INT UNSIGNED NULL,
        email VARCHAR(190) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
        subject VARCHAR(255) NULL,
        state ENUM('pending', 'sending', 'sent', 'deferred', 'failed', 'bounced', 'complained', 'skipped', 'unknown', 'cancelled')
          NOT NULL DEFAULT 'pending',
        attempts SMALLINT UNSIGNED NOT NULL DEFAULT 0,
        interruptions SMALLINT UNSIGNED NOT NULL DEFAULT 0,
        next_attempt_at DATETIME(3) NULL,
        lease_owner CHAR(26) CHARACTER SET ascii COLLATE ascii_bin NULL,
        lease_until DATETIME(3) NULL,
        fence INT UNSIGNED NOT NULL DEFAULT 0,
        message_id VARCHAR(190) CHARACTER SET ascii COLLATE ascii_bin NULL,
        smtp_code VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NULL,
        reason VARCHAR(190) NULL,
        first_attempt_at DATETIME(3) NULL,
        sending_at DATETIME(3) NULL,
        settled_at DATETIME(3) NULL,
        first_human_open_at DATETIME(3) NULL,
        first_human_click_at DATETIME(3) NULL,
        human_opens INT UNSIGNED NOT NULL DEFAULT 0,
        human_clicks INT UNSIGNED NOT NULL DEFAULT 0,
        machine_opens INT UNSIGNED NOT NULL DEFAULT 0,
        machine_clicks INT UNSIGNED NOT NULL DEFAULT 0,
        unsubscribed_at DATETIME(3) NULL,
        unsubscribe_method ENUM('one_click', 'page') NULL,
        created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
        UNIQUE INDEX ux_email_messages_recipient (source_type, source_id, recipient_key),
        INDEX ix_email_messages_due (source_type, source_id, state, next_attempt_at, id),
        INDEX ix_email_messages_contact (contact_id, id),
        INDEX ix_email_messages_lease_owner (lease_owner),
        INDEX ix_email_messages_lease_until (state, lease_until)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE email_hits (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        message_id BIGINT UNSIGNED NOT NULL,
        link_id INT UNSIGNED NULL,
        kind ENUM('open', 'click') NOT NULL,
        is_machine TINYINT UNSIGNED NOT NULL,
        reason VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
        user_agent VARCHAR(255) NULL,
        occurred_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        INDEX ix_email_hits_message (message_id, id),
        INDEX ix_email_hits_link (link_id, is_machine, message_id)
      ) ${OPTIONS}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['email_hits', 'email_messages', 'sendings', 'email_links', 'email_contents'])
      await runner.query(`DROP TABLE ${table}`);
  }
}
