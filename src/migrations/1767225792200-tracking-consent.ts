import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTED = [
  ...['campaign_daily_stats', 'funnel_step_daily_stats', 'daily_stats', 'hourly_stats', 'single_daily_stats'],
  ...['contact_single_daily_stats', 'contact_daily_stats'],
];

/** Consent to the tracking of opens and clicks, and emails that are sent without it. */
export class AddTrackingConsent1767225792200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      "ALTER TABLE contacts ADD COLUMN tracking_consent ENUM('unknown','granted','denied') NOT NULL DEFAULT 'unknown'",
    );
    await runner.query(
      "ALTER TABLE contact_consents ADD COLUMN purpose ENUM('email','tracking') NOT NULL DEFAULT 'email'",
    );
    await runner.query('ALTER TABLE email_messages ADD COLUMN tracked TINYINT UNSIGNED NULL');
    await runner.query('ALTER TABLE campaign_variants ADD COLUMN untracked INT NOT NULL DEFAULT 0');
    for (const table of COUNTED)
      await runner.query(
        `ALTER TABLE ${table} ADD COLUMN untracked_sent INT UNSIGNED NOT NULL DEFAULT 0,
           ADD COLUMN untracked_bounced INT UNSIGNED NOT NULL DEFAULT 0`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of COUNTED)
      await runner.query(`ALTER TABLE ${table} DROP COLUMN untracked_sent, DROP COLUMN untracked_bounced`);
    await runner.query('ALTER TABLE campaign_variants DROP COLUMN untracked');
    await runner.query('ALTER TABLE email_messages DROP COLUMN tracked');
    await runner.query(`DELETE FROM contact_consents WHERE purpose = 'tracking'`);
    await runner.query('ALTER TABLE contact_consents DROP COLUMN purpose');
    await runner.query('ALTER TABLE contacts DROP COLUMN tracking_consent');
  }
}
