import type { MigrationInterface, QueryRunner } from 'typeorm';

const OPTIONS = 'ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci';
const KEY = 'VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin';

/**
 * Sending spread over a range or over the zones of the earth, A/B tests with their counts, what guardrails have seen of a
 * campaign, and the beat by which a database is noticed that was restored from a backup.
 */
export class AddExperimentsGuardrailsAndBeats1767225730000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE campaigns
        ADD COLUMN scheduled_until DATETIME(0) NULL AFTER scheduled_at,
        ADD COLUMN start_lead_minutes SMALLINT UNSIGNED NOT NULL DEFAULT 0 AFTER scheduled_until`);
    await runner.query(`
      CREATE TABLE campaign_experiments (
        campaign_id INT UNSIGNED NOT NULL PRIMARY KEY,
        state ENUM('testing', 'choose_winner', 'releasing', 'decided') NOT NULL,
        sample_ended_at DATETIME(3) NULL,
        decides_at DATETIME(3) NULL,
        winner ${KEY} NULL,
        decided_by ENUM('confidence', 'fallback', 'manager') NULL,
        confidence DOUBLE NULL,
        decided_at DATETIME(3) NULL,
        INDEX ix_campaign_experiments_state (state)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE campaign_variants (
        campaign_id INT UNSIGNED NOT NULL,
        variant_key ${KEY} NOT NULL,
        position TINYINT UNSIGNED NOT NULL,
        content_id INT UNSIGNED NOT NULL,
        enrolled INT UNSIGNED NOT NULL DEFAULT 0,
        sent INT UNSIGNED NOT NULL DEFAULT 0,
        bounced INT UNSIGNED NOT NULL DEFAULT 0,
        opened INT UNSIGNED NOT NULL DEFAULT 0,
        clicked INT UNSIGNED NOT NULL DEFAULT 0,
        PRIMARY KEY (campaign_id, variant_key)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE campaign_guardrails (
        campaign_id INT UNSIGNED NOT NULL PRIMARY KEY,
        since DATETIME(3) NOT NULL,
        recent VARCHAR(500) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '',
        sent INT UNSIGNED NOT NULL DEFAULT 0,
        complaints INT UNSIGNED NOT NULL DEFAULT 0,
        tripped VARCHAR(190) NULL,
        INDEX ix_campaign_guardrails_tripped (tripped)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE sending_beats (
        id TINYINT UNSIGNED NOT NULL PRIMARY KEY,
        series CHAR(26) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        number BIGINT UNSIGNED NOT NULL,
        remembered BIGINT UNSIGNED NOT NULL DEFAULT 0,
        restored_at DATETIME(3) NULL
      ) ${OPTIONS}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['sending_beats', 'campaign_guardrails', 'campaign_variants', 'campaign_experiments'])
      await runner.query(`DROP TABLE ${table}`);
    await runner.query('ALTER TABLE campaigns DROP COLUMN start_lead_minutes, DROP COLUMN scheduled_until');
  }
}
