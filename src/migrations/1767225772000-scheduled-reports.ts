import type { MigrationInterface, QueryRunner } from 'typeorm';

const OPTIONS = 'ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci';
const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const ID = 'INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY';
const audiences = (...names: readonly string[]): string =>
  `ALTER TABLE sendings MODIFY COLUMN audience ENUM(${names.map((name) => `'${name}'`).join(', ')}) NOT NULL DEFAULT 'subscribed'`;

/** Reports that are mailed by themselves: what and when, each mailing of them, and mails with pictures in their HTML. */
export class ScheduleReports1767225772000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE scheduled_reports (
        id ${ID},
        title VARCHAR(190) NOT NULL,
        type VARCHAR(32) ${ASCII} NOT NULL,
        frequency ENUM('daily', 'weekly', 'monthly', 'quarterly') NOT NULL,
        recipients TEXT NOT NULL,
        settings TEXT NOT NULL,
        status ENUM('active', 'paused') NOT NULL,
        timezone VARCHAR(64) ${ASCII} NOT NULL,
        next_run_at DATETIME(3) NULL,
        last_run_at DATETIME(3) NULL,
        created_at DATETIME NOT NULL,
        updated_at DATETIME NOT NULL,
        INDEX ix_scheduled_reports_next_run_at (next_run_at)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE scheduled_report_runs (
        id ${ID},
        report_id INT UNSIGNED NOT NULL,
        period_key VARCHAR(64) ${ASCII} NOT NULL,
        state ENUM('waiting', 'sent', 'missed', 'failed') NOT NULL,
        from_day DATE NOT NULL,
        to_day DATE NOT NULL,
        scheduled_for DATETIME(3) NULL,
        due_at DATETIME(3) NULL,
        attempts TINYINT UNSIGNED NOT NULL DEFAULT 0,
        is_late TINYINT UNSIGNED NOT NULL DEFAULT 0,
        reason VARCHAR(190) NULL,
        ran_at DATETIME(3) NULL,
        created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        UNIQUE INDEX ux_scheduled_report_runs_period (report_id, period_key),
        INDEX ix_scheduled_report_runs_due (state, due_at)
      ) ${OPTIONS}`);
    await runner.query(audiences('subscribed', 'opt_in', 'asked', 'staff', 'readers'));
    await runner.query(`
      ALTER TABLE email_attachments ADD COLUMN inline_id VARCHAR(64) ${ASCII} NULL AFTER content_type`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE email_attachments DROP COLUMN inline_id');
    await runner.query(`DELETE FROM sendings WHERE audience = 'readers'`);
    await runner.query(audiences('subscribed', 'opt_in', 'asked', 'staff'));
    await runner.query('DROP TABLE scheduled_report_runs');
    await runner.query('DROP TABLE scheduled_reports');
  }
}
