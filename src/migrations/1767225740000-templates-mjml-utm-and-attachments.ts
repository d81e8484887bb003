import type { MigrationInterface, QueryRunner } from 'typeorm';

const OPTIONS = 'ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci';

/** Templates, MJML as a design, parameters for web analytics, and files that go with a mail. */
export class CompleteContents1767225740000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE email_templates (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        title VARCHAR(190) NOT NULL,
        title_key VARCHAR(760) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        description VARCHAR(1000) NULL,
        email_subject VARCHAR(500) NOT NULL,
        email_pre_header VARCHAR(500) NOT NULL,
        email_body MEDIUMTEXT NOT NULL,
        email_body_text MEDIUMTEXT NOT NULL,
        design_template ENUM('simple', 'plain', 'raw_html', 'mjml') NOT NULL DEFAULT 'simple',
        created_at DATETIME(0) NOT NULL,
        updated_at DATETIME(0) NOT NULL,
        UNIQUE INDEX ux_email_templates_title_key (title_key)
      ) ${OPTIONS}`);
    // The digest makes the same file one row, however often it is uploaded.
    await runner.query(`
      CREATE TABLE email_attachments (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        digest BINARY(32) NOT NULL,
        filename VARCHAR(190) NOT NULL,
        content_type VARCHAR(127) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        size INT UNSIGNED NOT NULL,
        content MEDIUMBLOB NOT NULL,
        created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        UNIQUE INDEX ux_email_attachments_digest (digest)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE email_content_attachments (
        content_id INT UNSIGNED NOT NULL,
        position TINYINT UNSIGNED NOT NULL,
        attachment_id INT UNSIGNED NOT NULL,
        PRIMARY KEY (content_id, position)
      ) ${OPTIONS}`);
    await runner.query(`
      ALTER TABLE campaigns
        MODIFY design_template ENUM('simple', 'plain', 'raw_html', 'mjml') NOT NULL DEFAULT 'simple',
        ADD COLUMN template_id INT UNSIGNED NULL AFTER design_template,
        ADD COLUMN utm TEXT NULL AFTER template_id,
        ADD COLUMN attachments TEXT NULL AFTER utm`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE campaigns SET design_template = 'raw_html' WHERE design_template = 'mjml'`);
    await runner.query(`
      ALTER TABLE campaigns DROP COLUMN attachments, DROP COLUMN utm, DROP COLUMN template_id,
        MODIFY design_template ENUM('simple', 'plain', 'raw_html') NOT NULL DEFAULT 'simple'`);
    await runner.query('DROP TABLE email_content_attachments');
    await runner.query('DROP TABLE email_attachments');
    await runner.query('DROP TABLE email_templates');
  }
}
