import type { MigrationInterface, QueryRunner } from 'typeorm';

const OPTIONS = 'ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci';
const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const EXACT = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';
const ID = 'INT UNSIGNED NOT NULL';
const CURRENCY = `currency CHAR(3) ${ASCII} NOT NULL`;

const counters = (...names: readonly string[]): string =>
  names.map((name) => `${name} INT UNSIGNED NOT NULL DEFAULT 0,`).join(' ');
/** What may be taken back again, so that a day's share can be below nothing. */
const revocable = (...names: readonly string[]): string =>
  names.map((name) => `${name} INT NOT NULL DEFAULT 0,`).join(' ');
const money = (...names: readonly string[]): string =>
  names.map((name) => `${name} BIGINT NOT NULL DEFAULT 0,`).join(' ');

/**
 * Counters for every report there is: by hour, by domain and by reason, members that came and went, revenue, and what
 * each contact has done in all. The days of contacts are kept by day first, because reports ask for days of everybody.
 */
export class CompleteRollups1767225771000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE daily_stats
        ADD COLUMN tracked_events INT UNSIGNED NOT NULL DEFAULT 0,
        ADD COLUMN orders INT NOT NULL DEFAULT 0`);
    await runner.query(`
      ALTER TABLE contact_daily_stats
        DROP PRIMARY KEY,
        ADD PRIMARY KEY (day, contact_id),
        ADD INDEX ix_contact_daily_stats_contact (contact_id, day),
        ADD COLUMN complained INT UNSIGNED NOT NULL DEFAULT 0,
        ADD COLUMN tracked_events INT UNSIGNED NOT NULL DEFAULT 0,
        ADD COLUMN orders INT NOT NULL DEFAULT 0`);
    await runner.query(`
      CREATE TABLE hourly_stats (
        hour DATETIME NOT NULL,
        ${counters('sent', 'bounced', 'complained', 'failed')}
        ${revocable('opened', 'clicked')}
        ${counters('unsubscribed', 'machine_opens', 'machine_clicks')}
        ${counters('new_contacts', 'new_subscribed', 'left_subscribed', 'unsubscribed_contacts', 'bounced_contacts')}
        ${counters('complained_contacts', 'deleted_contacts', 'tracked_events')}
        ${revocable('orders')}
        PRIMARY KEY (hour)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE contact_growth_stats (
        hour DATETIME NOT NULL,
        contact_id ${ID},
        ${counters('new_subscribed', 'left_subscribed', 'unsubscribed_contacts', 'bounced_contacts')}
        ${counters('complained_contacts')}
        PRIMARY KEY (hour, contact_id)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE domain_daily_stats (
        day DATE NOT NULL,
        domain VARCHAR(190) ${EXACT} NOT NULL,
        ${counters('sent', 'bounced', 'complained', 'unsubscribed')}
        PRIMARY KEY (day, domain)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE campaign_domain_stats (
        campaign_id ${ID},
        domain VARCHAR(190) ${EXACT} NOT NULL,
        day DATE NOT NULL,
        ${counters('sent', 'bounced', 'complained', 'unsubscribed')}
        PRIMARY KEY (campaign_id, domain, day)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE reason_daily_stats (
        day DATE NOT NULL,
        kind ENUM('hard_bounce', 'soft_bounce', 'complaint', 'opt_out', 'opt_out_method') NOT NULL,
        reason VARCHAR(190) ${EXACT} NOT NULL,
        ${counters('total')}
        PRIMARY KEY (day, kind, reason)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE label_daily_stats (
        kind ENUM('list', 'tag') NOT NULL,
        label_id ${ID},
        day DATE NOT NULL,
        ${counters('added', 'removed')}
        PRIMARY KEY (kind, label_id, day),
        INDEX ix_label_daily_stats_day (day)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE revenue_daily_stats (
        ${CURRENCY},
        day DATE NOT NULL,
        ${revocable('orders')} ${money('revenue', 'refunded')}
        ${revocable('campaign_orders')} ${money('campaign_revenue')}
        ${revocable('funnel_orders')} ${money('funnel_revenue')}
        PRIMARY KEY (currency, day)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE campaign_revenue_stats (
        campaign_id ${ID},
        ${CURRENCY},
        day DATE NOT NULL,
        ${revocable('orders')} ${money('revenue', 'refunded')}
        PRIMARY KEY (campaign_id, currency, day),
        INDEX ix_campaign_revenue_stats_day (currency, day)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE funnel_step_revenue_stats (
        step_id ${ID},
        ${CURRENCY},
        day DATE NOT NULL,
        ${revocable('orders')} ${money('revenue', 'refunded')}
        PRIMARY KEY (step_id, currency, day),
        INDEX ix_funnel_step_revenue_stats_day (currency, day)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE contact_revenue_daily_stats (
        day DATE NOT NULL,
        contact_id ${ID},
        ${CURRENCY},
        ${revocable('orders')} ${money('revenue', 'refunded')}
        PRIMARY KEY (day, contact_id, currency),
        INDEX ix_contact_revenue_daily_stats_contact (contact_id, day)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE contact_revenue_stats (
        contact_id ${ID},
        ${CURRENCY},
        ${revocable('orders')} ${money('revenue', 'refunded')}
        PRIMARY KEY (contact_id, currency),
        INDEX ix_contact_revenue_stats_revenue (currency, revenue)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE contact_totals (
        contact_id ${ID} PRIMARY KEY,
        ${revocable('opened', 'clicked')} ${counters('tracked_events')} ${revocable('orders', 'activity')}
        engagement DECIMAL(65,0) NOT NULL DEFAULT 0,
        INDEX ix_contact_totals_activity (activity),
        INDEX ix_contact_totals_engagement (engagement)
      ) ${OPTIONS}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'contact_totals',
      'contact_revenue_stats',
      'contact_revenue_daily_stats',
      'funnel_step_revenue_stats',
      'campaign_revenue_stats',
      'revenue_daily_stats',
      'label_daily_stats',
      'reason_daily_stats',
      'campaign_domain_stats',
      'domain_daily_stats',
      'contact_growth_stats',
      'hourly_stats',
    ])
      await runner.query(`DROP TABLE ${table}`);
    await runner.query(`
      ALTER TABLE contact_daily_stats
        DROP COLUMN orders, DROP COLUMN tracked_events, DROP COLUMN complained,
        DROP INDEX ix_contact_daily_stats_contact,
        DROP PRIMARY KEY,
        ADD PRIMARY KEY (contact_id, day)`);
    await runner.query('ALTER TABLE daily_stats DROP COLUMN orders, DROP COLUMN tracked_events');
  }
}
