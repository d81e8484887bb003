import type { MigrationInterface, QueryRunner } from 'typeorm';

const OPTIONS = 'ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci';
const ROLLUPS = ['campaign_daily_stats', 'daily_stats', 'contact_daily_stats'];

/**
 * Opens and clicks are gathered first and folded in bulk, each of them once, and what looked human may turn out to have
 * been a machine: its day then loses what it was given, so a day's change may be negative.
 */
export class GatherHits1767225760000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE email_hits
        ADD COLUMN uid BIGINT UNSIGNED NULL AFTER id,
        ADD COLUMN client BINARY(8) NULL AFTER user_agent,
        ADD COLUMN is_head TINYINT UNSIGNED NOT NULL DEFAULT 0 AFTER client,
        ADD COLUMN is_decoy TINYINT UNSIGNED NOT NULL DEFAULT 0 AFTER is_head`);
    await runner.query(`
      CREATE TABLE email_hit_inbox (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        entry VARCHAR(1000) NOT NULL,
        created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3)
      ) ${OPTIONS}`);
    for (const table of ROLLUPS)
      await runner.query(`
        ALTER TABLE ${table}
          MODIFY COLUMN opened INT NOT NULL DEFAULT 0,
          MODIFY COLUMN clicked INT NOT NULL DEFAULT 0`);
    await runner.query(`
      ALTER TABLE campaign_variants
        MODIFY COLUMN opened INT NOT NULL DEFAULT 0,
        MODIFY COLUMN clicked INT NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...ROLLUPS, 'campaign_variants']) {
      // A day that gave back more than it had cannot be told without a sign.
      await runner.query(
        `UPDATE ${table} SET opened = GREATEST(opened, 0), clicked = GREATEST(clicked, 0) WHERE opened < 0 OR clicked < 0`,
      );
      await runner.query(`
        ALTER TABLE ${table}
          MODIFY COLUMN opened INT UNSIGNED NOT NULL DEFAULT 0,
          MODIFY COLUMN clicked INT UNSIGNED NOT NULL DEFAULT 0`);
    }
    await runner.query('DROP TABLE email_hit_inbox');
    await runner.query(`
      ALTER TABLE email_hits DROP COLUMN is_decoy, DROP COLUMN is_head, DROP COLUMN client, DROP COLUMN uid`);
  }
}
