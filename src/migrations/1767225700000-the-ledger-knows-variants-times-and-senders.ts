import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One sending may have several contents (A/B tests), a sender of its own, and limits on when and how fast it goes. The
 * rates of all processes together live in the database: it has one clock, and they hold while Redis is away.
 */
export class PaceSending1767225700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE email_messages
        ADD COLUMN variant VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL AFTER email,
        ADD INDEX ix_email_messages_source (source_type, source_id, id)`);
    await runner.query(`
      ALTER TABLE sendings
        DROP COLUMN content_id,
        ADD COLUMN sender_id INT UNSIGNED NULL AFTER source_id,
        ADD COLUMN pacing LONGTEXT NULL AFTER sender_id`);
    await runner.query(`
      CREATE TABLE send_rates (
        scope VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
        next_at DATETIME(6) NOT NULL
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE send_rates');
    await runner.query(`
      ALTER TABLE sendings DROP COLUMN pacing, DROP COLUMN sender_id,
        ADD COLUMN content_id INT UNSIGNED NOT NULL DEFAULT 0 AFTER source_id`);
    await runner.query(`
      UPDATE sendings s JOIN (SELECT source_type, source_id, MIN(content_id) AS content_id
                                FROM email_messages GROUP BY source_type, source_id) m
          ON m.source_type = s.source_type AND m.source_id = s.source_id
         SET s.content_id = m.content_id`);
    await runner.query('ALTER TABLE sendings ALTER COLUMN content_id DROP DEFAULT');
    await runner.query(`
      ALTER TABLE email_messages DROP INDEX ix_email_messages_source, DROP COLUMN variant`);
  }
}
