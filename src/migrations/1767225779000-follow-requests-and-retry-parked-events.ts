import type { MigrationInterface, QueryRunner } from 'typeorm';

const REQUEST_ID = 'request_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL';
/** What a request sets going and what goes on after its answer. */
const TRACED = ['domain_events', 'sendings', 'email_messages', 'funnel_entries', 'bulk_jobs'] as const;

/**
 * What those who run it need: which request something goes back to, parked events that can be handed over once more, and
 * which processes are alive.
 */
export class FollowRequests1767225779000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Columns at the end of a table, without a value: the ledger of mails may be large, and nothing of it is rewritten.
    for (const table of TRACED) await runner.query(`ALTER TABLE ${table} ADD COLUMN ${REQUEST_ID}`);
    await runner.query(`
      ALTER TABLE parked_events
        ADD COLUMN tries INT UNSIGNED NOT NULL DEFAULT 0,
        ADD COLUMN retry_requested_at DATETIME(3) NULL,
        ADD INDEX ix_parked_events_retry (retry_requested_at)`);
    await runner.query(`
      CREATE TABLE process_beats (
        process_id CHAR(26) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
        kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        host VARCHAR(190) COLLATE utf8mb4_bin NOT NULL,
        pid INT UNSIGNED NOT NULL,
        clock_ahead_ms INT NOT NULL DEFAULT 0,
        started_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        seen_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE process_beats');
    await runner.query(`
      ALTER TABLE parked_events DROP INDEX ix_parked_events_retry, DROP COLUMN retry_requested_at, DROP COLUMN tries`);
    for (const table of [...TRACED].reverse()) await runner.query(`ALTER TABLE ${table} DROP COLUMN request_id`);
  }
}
