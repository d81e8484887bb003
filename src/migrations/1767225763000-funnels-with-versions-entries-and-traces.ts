import type { MigrationInterface, QueryRunner } from 'typeorm';

const OPTIONS = 'ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci';
const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const COUNT = 'INT UNSIGNED NOT NULL DEFAULT 0';

/**
 * Funnels, the versions that people run through, who is where in them, and what was done for whom. The unique keys are
 * what makes a contact be in a funnel once at a time, and a step run once per entry.
 */
export class CreateFunnels1767225763000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE funnels (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        title VARCHAR(190) NOT NULL,
        trigger_name VARCHAR(190) ${ASCII} NOT NULL,
        status ENUM('draft', 'published', 'paused') NOT NULL DEFAULT 'draft',
        conditions LONGTEXT NOT NULL,
        settings LONGTEXT NOT NULL,
        version_id INT UNSIGNED NOT NULL DEFAULT 0,
        version INT UNSIGNED NOT NULL DEFAULT 0,
        migrating INT UNSIGNED NOT NULL DEFAULT 0,
        revision INT UNSIGNED NOT NULL DEFAULT 0,
        created_by INT UNSIGNED NULL,
        deleted_at DATETIME(3) NULL,
        created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
        INDEX ix_funnels_trigger (status, trigger_name)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE funnel_versions (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        funnel_id INT UNSIGNED NOT NULL,
        version INT UNSIGNED NOT NULL,
        steps LONGTEXT NOT NULL,
        restored_from INT UNSIGNED NULL,
        created_by INT UNSIGNED NULL,
        created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        UNIQUE INDEX ux_funnel_versions_number (funnel_id, version)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE funnel_steps (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        funnel_id INT UNSIGNED NOT NULL,
        created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        INDEX ix_funnel_steps_funnel (funnel_id)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE funnel_entries (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        funnel_id INT UNSIGNED NOT NULL,
        contact_id INT UNSIGNED NOT NULL,
        active_contact_id INT UNSIGNED NULL,
        version_id INT UNSIGNED NOT NULL,
        status ENUM('active', 'completed', 'cancelled') NOT NULL DEFAULT 'active',
        last_step_id INT UNSIGNED NULL,
        next_step_id INT UNSIGNED NULL,
        arrived_at DATETIME(3) NOT NULL,
        due_at DATETIME(3) NULL,
        met TINYINT UNSIGNED NOT NULL DEFAULT 0,
        tries TINYINT UNSIGNED NOT NULL DEFAULT 0,
        payload TEXT NULL,
        entered_at DATETIME(3) NOT NULL,
        completed_at DATETIME(3) NULL,
        exit_reason VARCHAR(64) ${ASCII} NULL,
        UNIQUE INDEX ux_funnel_entries_active (funnel_id, active_contact_id),
        INDEX ix_funnel_entries_due (funnel_id, due_at),
        INDEX ix_funnel_entries_contact (contact_id, funnel_id),
        INDEX ix_funnel_entries_active_contact (active_contact_id),
        INDEX ix_funnel_entries_funnel (funnel_id, id),
        INDEX ix_funnel_entries_status (funnel_id, status, id)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE funnel_step_runs (
        entry_id BIGINT UNSIGNED NOT NULL,
        step_id INT UNSIGNED NOT NULL,
        outcome ENUM('done', 'skipped', 'failed') NOT NULL,
        branch VARCHAR(64) ${ASCII} NULL,
        detail VARCHAR(190) NULL,
        arrived_at DATETIME(3) NOT NULL,
        ran_at DATETIME(3) NOT NULL,
        PRIMARY KEY (entry_id, step_id),
        INDEX ix_funnel_step_runs_step (step_id, ran_at)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE funnel_counts (
        funnel_id INT UNSIGNED NOT NULL PRIMARY KEY,
        entered ${COUNT}, completed ${COUNT}, cancelled ${COUNT}
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE funnel_exits (
        funnel_id INT UNSIGNED NOT NULL,
        reason VARCHAR(64) ${ASCII} NOT NULL,
        total ${COUNT},
        PRIMARY KEY (funnel_id, reason)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE funnel_step_counts (
        step_id INT UNSIGNED NOT NULL PRIMARY KEY,
        entered ${COUNT}, completed ${COUNT}, skipped ${COUNT}, failed ${COUNT}, abandoned ${COUNT}
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE funnel_watches (
        funnel_id INT UNSIGNED NOT NULL PRIMARY KEY,
        watched_key VARCHAR(190) NOT NULL,
        round DATE NULL,
        baseline TINYINT UNSIGNED NOT NULL DEFAULT 0,
        position INT UNSIGNED NOT NULL DEFAULT 0,
        next_at DATETIME(3) NOT NULL,
        INDEX ix_funnel_watches_next (next_at)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE funnel_watch_members (
        funnel_id INT UNSIGNED NOT NULL,
        contact_id INT UNSIGNED NOT NULL,
        PRIMARY KEY (funnel_id, contact_id)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE funnel_http_calls (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        funnel_id INT UNSIGNED NOT NULL,
        entry_id BIGINT UNSIGNED NOT NULL,
        step_id INT UNSIGNED NOT NULL,
        contact_id INT UNSIGNED NOT NULL,
        state ENUM('pending', 'calling', 'done', 'failed', 'cancelled') NOT NULL DEFAULT 'pending',
        request MEDIUMTEXT NULL,
        attempts TINYINT UNSIGNED NOT NULL DEFAULT 0,
        next_attempt_at DATETIME(3) NULL,
        lease_owner CHAR(26) ${ASCII} NULL,
        lease_until DATETIME(3) NULL,
        fence INT UNSIGNED NOT NULL DEFAULT 0,
        response_status SMALLINT UNSIGNED NULL,
        error VARCHAR(190) NULL,
        created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        settled_at DATETIME(3) NULL,
        UNIQUE INDEX ux_funnel_http_calls_step (entry_id, step_id),
        INDEX ix_funnel_http_calls_due (state, funnel_id, next_attempt_at),
        INDEX ix_funnel_http_calls_lease (state, lease_until),
        INDEX ix_funnel_http_calls_contact (contact_id)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE funnel_step_daily_stats (
        step_id INT UNSIGNED NOT NULL,
        day DATE NOT NULL,
        sent ${COUNT}, bounced ${COUNT}, complained ${COUNT}, failed ${COUNT},
        opened INT NOT NULL DEFAULT 0, clicked INT NOT NULL DEFAULT 0,
        unsubscribed ${COUNT}, machine_opens ${COUNT}, machine_clicks ${COUNT},
        PRIMARY KEY (step_id, day),
        INDEX ix_funnel_step_daily_stats_day (day)
      ) ${OPTIONS}`);
    await runner.query(`
      ALTER TABLE sendings MODIFY COLUMN audience ENUM('subscribed', 'opt_in', 'asked', 'staff') NOT NULL DEFAULT 'subscribed'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM sendings WHERE audience = 'staff'`);
    await runner.query(`
      ALTER TABLE sendings MODIFY COLUMN audience ENUM('subscribed', 'opt_in', 'asked') NOT NULL DEFAULT 'subscribed'`);
    for (const table of [
      'funnel_step_daily_stats',
      'funnel_http_calls',
      'funnel_watch_members',
      'funnel_watches',
      'funnel_step_counts',
      'funnel_exits',
      'funnel_counts',
      'funnel_step_runs',
      'funnel_entries',
      'funnel_steps',
      'funnel_versions',
      'funnels',
    ])
      await runner.query(`DROP TABLE ${table}`);
  }
}
