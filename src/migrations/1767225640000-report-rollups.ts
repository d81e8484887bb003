import type { MigrationInterface, QueryRunner } from 'typeorm';

const OPTIONS = 'ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci';

const columns = (names: readonly string[]): string =>
  names.map((name) => `${name} INT UNSIGNED NOT NULL DEFAULT 0,`).join('\n        ');

const EMAIL_COUNTERS = columns([
  'sent',
  'bounced',
  'complained',
  'failed',
  'opened',
  'clicked',
  'unsubscribed',
  'machine_opens',
  'machine_clicks',
]);

/**
 * What reports read instead of raw rows: counters per local day, of each campaign, of everything, and of each contact
 * (for reports about the present members of a list or tag).
 */
export class CreateReportRollups1767225640000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE campaign_daily_stats (
        campaign_id INT UNSIGNED NOT NULL,
        day DATE NOT NULL,
        ${EMAIL_COUNTERS}
        PRIMARY KEY (campaign_id, day),
        INDEX ix_campaign_daily_stats_day (day)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE daily_stats (
        day DATE NOT NULL,
        ${EMAIL_COUNTERS}
        ${columns([
          'new_contacts',
          'new_subscribed',
          'left_subscribed',
          'unsubscribed_contacts',
          'bounced_contacts',
          'complained_contacts',
          'deleted_contacts',
        ])}
        PRIMARY KEY (day)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE contact_daily_stats (
        contact_id INT UNSIGNED NOT NULL,
        day DATE NOT NULL,
        ${columns([
          'sent',
          'bounced',
          'opened',
          'clicked',
          'unsubscribed',
          'machine_opens',
          'machine_clicks',
          'new_subscribed',
        ])}
        PRIMARY KEY (contact_id, day)
      ) ${OPTIONS}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['contact_daily_stats', 'daily_stats', 'campaign_daily_stats'])
      await runner.query(`DROP TABLE ${table}`);
  }
}
