import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Campaigns: what is written, who gets it, and how far its snapshot of recipients has come. */
export class CreateCampaigns1767225621000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE campaigns (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        title VARCHAR(190) NOT NULL,
        live_title_key VARCHAR(760) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
        slug VARCHAR(190) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        status ENUM('draft', 'scheduled', 'working', 'sent', 'paused', 'archived') NOT NULL DEFAULT 'draft',
        email_subject VARCHAR(500) NOT NULL,
        email_pre_header VARCHAR(500) NOT NULL,
        email_body MEDIUMTEXT NOT NULL,
        email_body_text MEDIUMTEXT NOT NULL,
        design_template ENUM('simple', 'plain', 'raw_html') NOT NULL DEFAULT 'simple',
        settings LONGTEXT NOT NULL,
        recipients_count INT UNSIGNED NOT NULL DEFAULT 0,
        content_id INT UNSIGNED NULL,
        snapshot_position INT UNSIGNED NOT NULL DEFAULT 0,
        snapshot_done TINYINT UNSIGNED NOT NULL DEFAULT 0,
        waiting_reason VARCHAR(190) NULL,
        scheduled_at DATETIME(0) NULL,
        started_at DATETIME(3) NULL,
        finished_at DATETIME(3) NULL,
        deleted_at DATETIME(3) NULL,
        created_at DATETIME(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
        updated_at DATETIME(0) NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
        UNIQUE INDEX ux_campaigns_live_title (live_title_key),
        UNIQUE INDEX ux_campaigns_slug (slug),
        INDEX ix_campaigns_status (status, scheduled_at)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE campaigns');
  }
}
