import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How many mails of a sending are in which final state, without counting a million rows of the ledger for each look; and
 * a state for sendings that were ended while many of their mails still waited.
 */
export class TallySendings1767225750000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sending_tallies (
        source_type ENUM('campaign', 'funnel', 'single') NOT NULL,
        source_id INT UNSIGNED NOT NULL,
        shard TINYINT UNSIGNED NOT NULL,
        enrolled INT NOT NULL DEFAULT 0,
        sent INT NOT NULL DEFAULT 0,
        failed INT NOT NULL DEFAULT 0,
        bounced INT NOT NULL DEFAULT 0,
        complained INT NOT NULL DEFAULT 0,
        skipped INT NOT NULL DEFAULT 0,
        unknown INT NOT NULL DEFAULT 0,
        cancelled INT NOT NULL DEFAULT 0,
        minute INT UNSIGNED NOT NULL DEFAULT 0,
        sent_this_minute INT UNSIGNED NOT NULL DEFAULT 0,
        sent_last_minute INT UNSIGNED NOT NULL DEFAULT 0,
        PRIMARY KEY (source_type, source_id, shard)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
    await runner.query(`
      INSERT INTO sending_tallies
             (source_type, source_id, shard, enrolled, sent, failed, bounced, complained, skipped, unknown, cancelled)
      SELECT source_type, source_id, 0, COUNT(*), SUM(state = 'sent'), SUM(state = 'failed'), SUM(state = 'bounced'),
             SUM(state = 'complained'), SUM(state = 'skipped'), SUM(state = 'unknown'), SUM(state = 'cancelled')
        FROM email_messages GROUP BY source_type, source_id`);
    await runner.query(`ALTER TABLE sendings MODIFY COLUMN state ENUM('open', 'held', 'closing', 'closed') NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE sendings SET state = 'closed' WHERE state = 'closing'`);
    await runner.query(`ALTER TABLE sendings MODIFY COLUMN state ENUM('open', 'held', 'closed') NOT NULL`);
    await runner.query('DROP TABLE sending_tallies');
  }
}
