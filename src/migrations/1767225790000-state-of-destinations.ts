import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The delivery of each sender to each mailbox provider, campaigns counted apart in daily limits, and the order of warm-ups. */
export class StateOfDestinations1767225790000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sender_destinations (
        sender_id INT UNSIGNED NOT NULL,
        provider VARCHAR(190) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        state ENUM('normal', 'throttled', 'quarantined') NOT NULL DEFAULT 'normal',
        peak DOUBLE NULL,
        concurrency SMALLINT UNSIGNED NULL,
        cut_at DATETIME(3) NULL,
        probe_at DATETIME(3) NULL,
        probes SMALLINT UNSIGNED NOT NULL DEFAULT 0,
        announced SMALLINT UNSIGNED NOT NULL DEFAULT 0,
        cause ENUM('smtp', 'dsn') NULL,
        observing TINYINT UNSIGNED NOT NULL DEFAULT 0,
        reason VARCHAR(190) NULL,
        code VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NULL,
        changed_at DATETIME(3) NULL,
        accepted BIGINT UNSIGNED NOT NULL DEFAULT 0,
        deferred BIGINT UNSIGNED NOT NULL DEFAULT 0,
        refused BIGINT UNSIGNED NOT NULL DEFAULT 0,
        dsn_refused BIGINT UNSIGNED NOT NULL DEFAULT 0,
        recent_rate DOUBLE NOT NULL DEFAULT 0,
        recent_accepted DOUBLE NOT NULL DEFAULT 0,
        recent_refused DOUBLE NOT NULL DEFAULT 0,
        recent_sent DOUBLE NOT NULL DEFAULT 0,
        recent_dsn DOUBLE NOT NULL DEFAULT 0,
        counted_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        active_since DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        replies TEXT NOT NULL,
        changes TEXT NOT NULL,
        PRIMARY KEY (sender_id, provider),
        KEY ix_sender_destinations_state (state)
      ) ENGINE=InnoDB`);
    await runner.query(`ALTER TABLE sender_days ADD COLUMN bulk INT UNSIGNED NOT NULL DEFAULT 0`);
    await runner.query(`UPDATE sender_days SET bulk = mails`);
    await runner.query(`ALTER TABLE senders ADD COLUMN daily_cap_bulk INT UNSIGNED NULL AFTER daily_cap`);
    await runner.query(`
      ALTER TABLE sendings
        ADD COLUMN enrolled_at DATETIME(3) NULL DEFAULT CURRENT_TIMESTAMP(3),
        ADD COLUMN ranked_on DATE NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sendings DROP COLUMN enrolled_at, DROP COLUMN ranked_on');
    await runner.query('ALTER TABLE senders DROP COLUMN daily_cap_bulk');
    await runner.query('ALTER TABLE sender_days DROP COLUMN bulk');
    await runner.query('DROP TABLE sender_destinations');
  }
}
